import { listPaymentDifferences, listPaymentReviews } from '#contract/payments.ts';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { listStaffPayments } from '#contract/staff-payments.ts';
import { api } from '#web/api.ts';
import { brandName } from '#web/ui/brand.ts';
import { orStatus } from '#web/load.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import { Link } from 'react-router';
import type { Route } from './+types/payments-page';
import { DifferencesSection } from './payments/differences-section.tsx';
import { paymentsDefinition } from './payments/payments-definition.tsx';
import { ReviewsSection } from './payments/reviews-section.tsx';
import { loadTable } from './table/load-table.ts';
import { ServerTable, TableSkeleton } from './table/server-table.tsx';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

const read = (query: object) => api(listStaffPayments, { query });

const tabs = [
  { slug: '', label: 'Todos' },
  { slug: 'analise', label: 'Em análise' },
  { slug: 'diferencas', label: 'Diferenças' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const tab = new URL(request.url).searchParams.get('aba') ?? '';
  const [reviews, differences] = await orStatus(
    Promise.all([api(listPaymentReviews), tab === 'diferencas' ? api(listPaymentDifferences) : null]),
  );
  const table =
    tab === 'analise' || differences
      ? null
      : await loadTable<StaffPayment>(request, paymentsDefinition, read);
  return { tab, reviews: reviews.items, differences, table };
}

export function meta() {
  return [{ title: `Pagamentos · Painel · ${brandName}` }];
}

export function HydrateFallback() {
  return <TableSkeleton name="os pagamentos" />;
}

/** `/dashboard/pagamentos`: trace any payment, judge those in analysis, and what the provider tells otherwise. */
export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  const { tab, reviews, differences, table } = loaderData;
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader title="Pagamentos" />
      <TabLinks
        aria-label="Partes dos pagamentos"
        links={tabs.map(({ slug, label }) => ({
          label,
          ...(slug === 'analise' && { count: reviews.length }),
          link: (
            <Link to={slug === '' ? '?' : `?aba=${slug}`} aria-current={slug === tab ? 'page' : undefined} />
          ),
        }))}
      />
      {differences && <DifferencesSection differences={differences} />}
      {!differences && !table && <ReviewsSection reviews={reviews} />}
      {table && (
        <ServerTable
          definition={paymentsDefinition}
          loaded={table}
          empty={{ title: 'Nenhum pagamento ainda.', text: 'Cada cobrança aparece aqui assim que é aberta.' }}
        />
      )}
    </div>
  );
}
