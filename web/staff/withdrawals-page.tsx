import { Link, useSearchParams } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listStaffWithdrawals } from '#contract/withdrawals.ts';
import { api } from '#web/api.ts';
import { orStatus } from '#web/load.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/formats.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import type { Route } from './+types/withdrawals-page';
import { DecisionDialogs } from './withdrawals/decision-dialogs.tsx';
import { WithdrawalsTable } from './withdrawals/withdrawals-table.tsx';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

const tabs = [
  { slug: 'pendentes', label: 'Pendentes', empty: 'Nenhum saque esperando decisão.' },
  { slug: 'processando', label: 'Processando', empty: 'Nenhum saque a caminho do banco.' },
  { slug: 'pagos', label: 'Pagos', empty: 'Nenhum saque pago ainda.' },
  { slug: 'recusados', label: 'Recusados', empty: 'Nenhum saque recusado.' },
] as const;
type Tab = (typeof tabs)[number]['slug'];
export type StaffWithdrawal = Reply<typeof listStaffWithdrawals>['items'][number];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const tab = tabOf(new URL(request.url).searchParams.get('aba'));
  return { tab, ...(await orStatus(api(listStaffWithdrawals, { query: { tab } }))) };
}

export function meta() {
  return [{ title: 'Saques · Painel · Praça' }];
}

export function HydrateFallback() {
  return (
    <Loading name="os saques" className="page-gutter py-6 md:py-8">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-6 h-11 w-full max-w-lg" />
      <RowsSkeleton rows={6} />
    </Loading>
  );
}

/** `/dashboard/saques`: the right person is paid once. The tab and the open decision are in the address. */
export default function StaffWithdrawalsPage({ loaderData }: Route.ComponentProps) {
  const { tab, items, counts } = loaderData;
  const [query, setQuery] = useSearchParams();
  const deciding = query.get('decisao');
  const chosen = items.find(({ id }) => String(id) === query.get('id'));
  const ask = (id: number | null, decision?: 'aprovar' | 'recusar') =>
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('id');
        next.delete('decisao');
        if (id !== null && decision) {
          next.set('id', String(id));
          next.set('decisao', decision);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader title="Saques" text={formatCount(counts.pendentes, 'saque pendente', 'saques pendentes')} />
      <TabLinks
        aria-label="Situação dos saques"
        links={tabs.map(({ slug, label }) => ({
          label,
          count: counts[slug],
          link: (
            <Link
              to={slug === 'pendentes' ? '?' : `?aba=${slug}`}
              aria-current={slug === tab ? 'page' : undefined}
            />
          ),
        }))}
      />
      <WithdrawalsTable
        rows={items}
        pending={tab === 'pendentes'}
        onDecide={ask}
        empty={
          <EmptyState
            title={tab === 'pendentes' ? 'Fila vazia. Bom trabalho.' : 'Nada por aqui agora.'}
            text={tabs.find(({ slug }) => slug === tab)?.empty}
            seed={`saques-${tab}`}
          />
        }
      />
      {chosen && (deciding === 'aprovar' || deciding === 'recusar') && (
        <DecisionDialogs key={chosen.id} withdrawal={chosen} decision={deciding} onClose={() => ask(null)} />
      )}
    </div>
  );
}

function tabOf(slug: string | null): Tab {
  return tabs.find((tab) => tab.slug === slug)?.slug ?? 'pendentes';
}
