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
import type { Route } from './+types/sales-page';

export const ErrorBoundary = () => <PageError title="Vendas" thing="suas vendas" />;

export const handle: EarlyHandle = { reads: ({ search }) => earlyOrderReads('seller', search) };

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => loadOrders('seller', request));

export const meta = () => [{ title: `Vendas · ${brandName}` }];

export const HydrateFallback = () => <OrderListSkeleton name="suas vendas" />;

/** `/conta/vendas`: the seller's orders. */
export default function SalesPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.none)
    return (
      <>
        <PageHeader title="Vendas" />
        <EmptyState
          title="Nenhuma venda ainda."
          text="Sua primeira venda começa com um bom anúncio."
          action={
            <Button asChild>
              <Link to="/anunciar">Criar anúncio</Link>
            </Button>
          }
          seed="vendas"
        />
      </>
    );
  return (
    <>
      <PageHeader
        title="Vendas"
        text="O que você vendeu e o que falta em cada pedido."
        actions={
          <Button asChild variant="secondary">
            <Link to="/conta/nivel">Seu nível</Link>
          </Button>
        }
      />
      <OrderList side="seller" found={loaderData} />
    </>
  );
}
