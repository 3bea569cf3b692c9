import { Link } from 'react-router';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/orders-page';
import { ordersDefinition } from './orders/orders-definition.tsx';
import { loadTable } from './table/load-table.ts';
import { ServerTable } from './table/server-table.tsx';

export const ErrorBoundary = () => <PageError title="Pedidos" thing="os pedidos" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadTable(request, ordersDefinition);

export function meta() {
  return [{ title: `Pedidos · Painel · ${brandName}` }];
}

/** `/dashboard/pedidos`: all orders. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Pedidos"
        actions={
          <Button asChild variant="secondary">
            <Link to="/dashboard/falhas">Falhas nossas</Link>
          </Button>
        }
      />
      <ServerTable definition={ordersDefinition} loaded={loaderData} />
    </div>
  );
}
