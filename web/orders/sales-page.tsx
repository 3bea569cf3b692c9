import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { Link } from 'react-router';
import { listSales } from '#contract/orders.ts';
import { api } from '#web/api.ts';
import { whenSignedIn } from '#web/guard.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { loadFirst, OrderList, OrderListSkeleton } from './order-list.tsx';
import type { Route } from './+types/sales-page';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

const load = (before?: number) =>
  api(listSales, { query: before === undefined ? {} : { before: String(before) } });

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => loadFirst(load));

/** A tab is page state: changing it asks the server nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

export const meta = () => [{ title: 'Vendas · Praça' }];

export const HydrateFallback = () => <OrderListSkeleton name="suas vendas" />;

/** `/conta/vendas` (S22): act on deals. */
export default function SalesPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.items.length === 0)
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
      <PageHeader title="Vendas" text="O que você vendeu e o que falta em cada pedido." />
      <OrderList side="seller" first={loaderData} load={load} />
    </>
  );
}
