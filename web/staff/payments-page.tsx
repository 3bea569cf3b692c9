import { brandName } from '#web/brand.ts';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { listStaffPayments } from '#contract/staff-payments.ts';
import { api } from '#web/api.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/payments-page';
import { paymentsDefinition } from './payments/payments-definition.tsx';
import { loadTable } from './table/load-table.ts';
import { ServerTable, TableSkeleton } from './table/server-table.tsx';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

const read = (query: object) => api(listStaffPayments, { query });

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadTable<StaffPayment>(request, paymentsDefinition, read);

export function meta() {
  return [{ title: `Pagamentos · Painel · ${brandName}` }];
}

export function HydrateFallback() {
  return <TableSkeleton name="os pagamentos" />;
}

/** `/dashboard/pagamentos`: trace any payment, and ask the bank again. */
export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader title="Pagamentos" />
      <ServerTable
        definition={paymentsDefinition}
        loaded={loaderData}
        empty={{ title: 'Nenhum pagamento ainda.', text: 'Cada cobrança aparece aqui assim que é aberta.' }}
      />
    </div>
  );
}
