import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import { whenSignedIn } from '#web/api/guard.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { earlyOrderReads, loadOrders } from './load-orders.ts';
import { OrderList, OrderListSkeleton } from './order-list.tsx';
import type { Route } from './+types/purchases-page';

export const ErrorBoundary = () => <PageError title="Compras" thing="suas compras" />;

export const handle: EarlyHandle = { reads: ({ search }) => earlyOrderReads('buyer', search) };

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => loadOrders('buyer', request));

export const meta = () => [{ title: `Compras · ${brandName}` }];

export const HydrateFallback = () => <OrderListSkeleton name="suas compras" />;

/** `/conta/compras`: the buyer's orders. */
export default function PurchasesPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.none)
    return (
      <>
        <PageHeader title="Compras" />
        <EmptyState
          title="Você ainda não comprou nada."
          text="Comece por uma busca."
          action={
            <Button asChild>
              <Link to="/anuncios">Buscar</Link>
            </Button>
          }
          seed="compras"
        />
      </>
    );
  return (
    <>
      <PageHeader title="Compras" text="O que você comprou e o que falta em cada pedido." />
      <OrderList side="buyer" found={loaderData} />
    </>
  );
}
