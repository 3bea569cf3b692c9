import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { listComplaints } from '#contract/complaints/staff-complaints.ts';
import { api } from '#web/api/api.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/complaints-page';
import { QueueFoot } from './queue/queue-foot.tsx';
import { loadQueue } from './queue/queue-page.ts';
import { QueueTabs, tabOf } from './queue/queue-tabs.tsx';
import { useClaims } from './queue/use-claim.ts';
import { countText, useQueueCount } from './queue/use-queues.ts';
import { ComplaintsTable } from './complaints/complaints-table.tsx';

export const ErrorBoundary = () => <PageError title="Reclamações" thing="as reclamações" />;

const tabs = [
  { slug: 'mediacao', label: 'Em mediação', empty: 'Nenhuma reclamação esperando decisão.' },
  { slug: 'recursos', label: 'Recursos', empty: 'Nenhum recurso esperando decisão.' },
  { slug: 'negociacao', label: 'Em negociação', empty: 'Ninguém está negociando agora.' },
  { slug: 'encerradas', label: 'Encerradas', empty: 'Nenhuma reclamação encerrada ainda.' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = tabOf(tabs, searchParams.get('aba'));
  const page = await loadQueue(searchParams, (position) =>
    api(listComplaints, { query: { tab, ...position } }),
  );
  return { tab, page };
}

export function meta() {
  return [{ title: `Reclamações · Painel · ${brandName}` }];
}

/** `/dashboard/reclamacoes`: the queue of complaints, the most urgent first. The tab is in the address. */
export default function ComplaintsPage({ loaderData: { tab, page } }: Route.ComponentProps) {
  const { items, counts } = page;
  const { claims } = useClaims('complaints');
  const waiting = counts.mediacao + counts.recursos;
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Reclamações"
        text={countText(useQueueCount('complaints'), 'caso esperando decisão', 'casos esperando decisão')}
      />
      <QueueTabs aria-label="Etapa das reclamações" tabs={tabs} current={tab} counts={counts} />
      <ComplaintsTable
        rows={items}
        claims={claims}
        appeals={tab === 'recursos'}
        empty={
          <EmptyState
            title={waiting === 0 && tab === 'mediacao' ? 'Fila vazia. Bom trabalho.' : 'Nada por aqui agora.'}
            text={tabs.find(({ slug }) => slug === tab)?.empty}
            seed={`reclamacoes-${tab}`}
          />
        }
      />
      <QueueFoot page={page} count={counts[tab]} noun={['reclamação', 'reclamações']} />
    </div>
  );
}
