import { listAnalyses } from '#contract/payments/analyses.ts';
import { listPaymentDifferences, listPaymentReviews } from '#contract/payments/payments.ts';
import { getPaymentHealth, listStrayMoney } from '#contract/payments/staff-payments.ts';
import { api } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { orNull, loadTab, orErrorStatus } from '#web/api/load.ts';
import { LoadFailure } from '#web/api/load-failure.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { Link, useSearchParams } from 'react-router';
import type { Route } from './+types/payments-page';
import { listStaffBlocks } from '#contract/payments/staff-blocks.ts';
import { BlocksSection } from './payments/blocks-section.tsx';
import { AnalysesSection } from './payments/analyses-section.tsx';
import { DifferencesSection } from './payments/differences-section.tsx';
import { PaymentSheet } from './payments/payment-sheet.tsx';
import { PaymentStrip } from './payments/payment-strip.tsx';
import { paymentsDefinition } from './payments/payments-definition.tsx';
import { ReconcileAll } from './payments/reconcile-all.tsx';
import { ReviewsSection } from './payments/reviews-section.tsx';
import { UnmatchedSection } from './payments/unmatched-section.tsx';
import { loadTable } from './table/load-table.ts';
import { ServerTable } from './table/server-table.tsx';
import { useSheet } from './shell/use-sheet.ts';

export const ErrorBoundary = () => <PageError title="Pagamentos" thing="os pagamentos" />;

const inAnalysis = 'aba=analise';

/** All payments and their views, followed by the tabs with decisions. */
const tabs: readonly { query: string; label: string }[] = [
  { query: '', label: 'Todos' },
  ...paymentsDefinition.views.map(({ name, query }) => ({ query, label: name })),
  { query: inAnalysis, label: 'Em análise' },
  { query: 'aba=sem-pedido', label: 'Sem pedido' },
  { query: 'aba=diferencas', label: 'Diferenças' },
];

/** The tab of the address; a list with other filters belongs to the tab of all payments. */
function openTab(search: URLSearchParams): string {
  const within = (query: string) =>
    [...new URLSearchParams(query)].every(([name, value]) => search.get(name) === value);
  return tabs.findLast(({ query }) => within(query))!.query;
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const tab = new URL(request.url).searchParams.get('aba') ?? '';
  const [reviews, analyses, blocks, health, unmatched, differences, table] = await orErrorStatus(
    Promise.all([
      loadTab(tab === 'analise', api(listPaymentReviews)),
      loadTab(tab === 'analise', api(listAnalyses)),
      loadTab(tab === 'analise', api(listStaffBlocks)),
      orNull(api(getPaymentHealth)),
      tab === 'sem-pedido' ? api(listStrayMoney) : null,
      tab === 'diferencas' ? api(listPaymentDifferences) : null,
      tabs.some(({ query }) => query === `aba=${tab}`) ? null : loadTable(request, paymentsDefinition),
    ]),
  );
  return {
    tab,
    reviews: reviews?.items,
    analyses: analyses?.items,
    blocks: blocks?.items,
    health,
    unmatched: unmatched?.items,
    differences,
    table,
  };
}

export function meta() {
  return [{ title: `Pagamentos · Painel · ${brandName}` }];
}

/**
 * `/dashboard/pagamentos`: trace payments, decide reviews, match money without an order, and see differences from the
 * provider.
 */
export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  const { tab, reviews, analyses, blocks, health, unmatched, differences, table } = loaderData;
  const [params] = useSearchParams();
  const sheet = useSheet(table?.page?.items ?? []);
  const open = table && params.get('id');
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader title="Pagamentos" actions={<ReconcileAll />} />
      {health ? (
        <PaymentStrip health={health} />
      ) : (
        <LoadFailure thing="os números" className="max-md:order-last" />
      )}
      <TabLinks
        aria-label="Partes dos pagamentos"
        links={tabs.map(({ query, label }) => ({
          label,
          ...(query === inAnalysis && {
            count: reviews && analyses && blocks && reviews.length + analyses.length + blocks.length,
          }),
          link: <Link to={`?${query}`} aria-current={query === openTab(params) ? 'page' : undefined} />,
        }))}
      />
      {differences && <DifferencesSection differences={differences} />}
      {unmatched && <UnmatchedSection items={unmatched} />}
      {tab === 'analise' && reviews && analyses && blocks && (
        <>
          <AnalysesSection analyses={analyses} />
          <BlocksSection blocks={blocks} />
          {(reviews.length > 0 || analyses.length + blocks.length === 0) && (
            <ReviewsSection reviews={reviews} />
          )}
        </>
      )}
      {table && <ServerTable definition={paymentsDefinition} loaded={table} />}
      {open && <PaymentSheet key={open} id={Number(open)} sheet={sheet} />}
    </div>
  );
}
