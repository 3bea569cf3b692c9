import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, use } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listFundPayments } from '#contract/payments/fund-payments.ts';
import { getBooks, getOverview } from '#contract/staff/overview.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { orNull, orErrorStatus } from '#web/api/load.ts';
import { LoadFailure } from '#web/api/load-failure.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import type { Route } from './+types/overview-page';
import { BooksSection } from './books/books-section.tsx';
import { FundSection } from './books/fund-section.tsx';
import { NumbersSection } from './overview/numbers-section.tsx';
import { QueueStrip } from './overview/queue-strip.tsx';
import { loadTable } from './table/load-table.ts';
import { ServerTable } from './table/server-table.tsx';
import { QueuesContext } from './queue/use-queues.ts';

export const ErrorBoundary = () => <PageError title="Visão geral" thing="o painel" />;

const tabs = [
  { slug: 'painel', label: 'Painel' },
  { slug: 'livros', label: 'Contabilidade' },
  { slug: 'registro', label: 'Registro de ações' },
] as const;

export const handle: EarlyHandle = {
  reads: ({ search }) =>
    search.has('aba') ? [] : [readOf(getOverview, { query: { days: daysIn(search) } })],
};

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('aba');
  if (asked === 'registro') {
    // The labels of all decisions are large, and only this tab shows them.
    const { auditDefinition: definition } = await import('./audit/audit-definition.tsx');
    return { tab: 'registro', definition, audit: await loadTable(request, definition) } as const;
  }
  if (asked === 'livros') {
    const [books, fund] = await orErrorStatus(Promise.all([api(getBooks), api(listFundPayments)]));
    return { tab: 'livros', books, fund } as const;
  }
  const days = daysIn(searchParams);
  const overview = await orNull(api(getOverview, { query: { days } }));
  return { tab: 'painel', overview, at: Date.now() } as const;
}

const daysIn = (search: URLSearchParams) =>
  (['7', '30', '90'] as const).find((one) => one === search.get('dias'));

export function meta() {
  return [{ title: `Painel · ${brandName}` }];
}

const Attention = lazyPart(
  () => import('./overview/attention.tsx').then((module) => ({ default: module.Attention })),
  { background: true },
);

/** `/dashboard`: queues, key figures, ledger checks and the audit log. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader title="Visão geral" />
      <TabLinks
        aria-label="Partes da visão geral"
        links={tabs.map(({ slug, label }) => ({
          label,
          link: (
            <Link
              to={slug === 'painel' ? '?' : `?aba=${slug}`}
              aria-current={slug === loaderData.tab ? 'page' : undefined}
            />
          ),
        }))}
      />
      {loaderData.tab === 'painel' && <Panel {...loaderData} />}
      {loaderData.tab === 'livros' && (
        <>
          <BooksSection books={loaderData.books} />
          <FundSection fund={loaderData.fund} />
        </>
      )}
      {loaderData.tab === 'registro' && (
        <ServerTable definition={loaderData.definition} loaded={loaderData.audit} />
      )}
    </div>
  );
}

function Panel({ overview, at }: { overview: Reply<typeof getOverview> | null; at: number }) {
  const queues = use(QueuesContext);
  return (
    <>
      <Suspense>
        <Attention stuck={queues.stuck} />
      </Suspense>
      <QueueStrip queues={queues} now={at} />
      {overview ? <NumbersSection overview={overview} /> : <LoadFailure thing="os números" />}
      {overview && <p className="text-sm text-ink-2">Praça {overview.version}</p>}
    </>
  );
}
