import { listHeldMessages } from '#contract/orders/conversations.ts';
import { listHeldQuestions } from '#contract/community/questions.ts';
import { listReports } from '#contract/community/reports.ts';
import { api } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { orNull, loadTab } from '#web/api/load.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/moderation-page';
import { HeldList } from './moderation/held-list.tsx';
import { heldMessage, heldQuestion } from './moderation/held-kinds.ts';
import { ReportDecision } from './moderation/report-decision.tsx';
import { ReportsTable } from './moderation/reports-table.tsx';
import { QueueFoot } from './queue/queue-foot.tsx';
import { loadQueue } from './queue/queue-page.ts';
import { QueueTabs, tabOf } from './queue/queue-tabs.tsx';
import { useDecision } from './queue/use-decision.ts';

export const ErrorBoundary = () => <PageError title="Denúncias" thing="as denúncias" />;

const tabs = [
  { slug: 'denuncias', label: 'Denúncias', empty: 'Nenhuma denúncia esperando decisão.' },
  { slug: 'perguntas', label: 'Perguntas retidas', empty: 'O filtro não reteve nenhuma pergunta.' },
  { slug: 'mensagens', label: 'Mensagens retidas', empty: 'O filtro não reteve nenhuma mensagem.' },
  { slug: 'decididas', label: 'Decididas', empty: 'Nenhuma denúncia decidida ainda.' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = tabOf(tabs, searchParams.get('aba'));
  const state = tab === 'decididas' ? 'upheld,dismissed' : 'open';
  const ofReports = tab === 'denuncias' || tab === 'decididas';
  const [reports, questions, messages] = await Promise.all([
    ofReports
      ? loadQueue(searchParams, (position) => api(listReports, { query: { state, ...position } }))
      : orNull(api(listReports, { query: { state } })),
    loadTab(tab === 'perguntas', api(listHeldQuestions)),
    loadTab(tab === 'mensagens', api(listHeldMessages)),
  ]);
  return { tab, reports, questions: questions?.items, messages: messages?.items };
}

export function meta() {
  return [{ title: `Denúncias · Painel · ${brandName}` }];
}

/** `/dashboard/denuncias`: reports and content held by the filter. Tab and open decision are in the address. */
export default function ModerationPage({ loaderData }: Route.ComponentProps) {
  const { tab, reports, questions, messages } = loaderData;
  const { id, decision, ask, close } = useDecision<'procede' | 'nao-procede'>();
  const chosen = reports?.items.find((report) => report.state === 'open' && String(report.id) === id);
  const { open, decided } = reports?.counts ?? {};
  const waiting = [open, questions?.length, messages?.length];
  const empty = (
    <EmptyState
      title={tab === 'decididas' ? 'Nada por aqui agora.' : 'Fila vazia. Bom trabalho.'}
      text={tabs.find(({ slug }) => slug === tab)?.empty}
      seed={`denuncias-${tab}`}
    />
  );
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Denúncias"
        text={
          waiting.includes(undefined)
            ? undefined
            : formatCount(
                waiting.reduce<number>((sum, count) => sum + (count ?? 0), 0),
                'item esperando decisão',
                'itens esperando decisão',
              )
        }
      />
      <QueueTabs
        aria-label="O que espera decisão"
        tabs={tabs}
        current={tab}
        counts={{
          denuncias: open,
          perguntas: questions?.length,
          mensagens: messages?.length,
          decididas: decided,
        }}
      />
      {reports && (tab === 'denuncias' || tab === 'decididas') && (
        <>
          <ReportsTable rows={reports.items} decided={tab === 'decididas'} onDecide={ask} empty={empty} />
          <QueueFoot
            page={reports}
            count={tab === 'decididas' ? reports.counts.decided : reports.counts.open}
            noun={['denúncia', 'denúncias']}
          />
        </>
      )}
      {questions && tab === 'perguntas' && (
        <HeldList caption="Perguntas retidas" rows={questions.map(heldQuestion)} empty={empty} />
      )}
      {messages && tab === 'mensagens' && (
        <HeldList caption="Mensagens retidas" rows={messages.map(heldMessage)} empty={empty} />
      )}
      {chosen && decision && (
        <ReportDecision key={chosen.id} report={chosen} decision={decision} onClose={close} />
      )}
    </div>
  );
}
