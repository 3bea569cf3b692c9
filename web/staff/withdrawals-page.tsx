import { useRevalidator } from 'react-router';
import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { listStaffWithdrawals } from '#contract/withdrawals/staff-withdrawals.ts';
import { api } from '#web/api/api.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/withdrawals-page';
import { QueueFoot } from './queue/queue-foot.tsx';
import { loadQueue } from './queue/queue-page.ts';
import { QueueTabs, tabOf } from './queue/queue-tabs.tsx';
import { useClaims } from './queue/use-claim.ts';
import { countText, useQueueCount } from './queue/use-queues.ts';
import { useDecision } from './queue/use-decision.ts';
import { useSheet } from './shell/use-sheet.ts';
import { DecisionDialogs } from './withdrawals/decision-dialogs.tsx';
import type { WithdrawalDecision } from './withdrawals/decision-dialogs.tsx';
import { WithdrawalSheet } from './withdrawals/withdrawal-sheet.tsx';
import { WithdrawalsTable } from './withdrawals/withdrawals-table.tsx';

export const ErrorBoundary = () => <PageError title="Saques" thing="os saques" />;

const tabs = [
  { slug: 'pendentes', label: 'Pendentes', empty: 'Nenhum saque esperando decisão.' },
  { slug: 'processando', label: 'Processando', empty: 'Nenhum saque a caminho do banco.' },
  { slug: 'pagos', label: 'Pagos', empty: 'Nenhum saque pago ainda.' },
  { slug: 'recusados', label: 'Recusados', empty: 'Nenhum saque recusado.' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = tabOf(tabs, searchParams.get('aba'));
  const page = await loadQueue(searchParams, (position) =>
    api(listStaffWithdrawals, { query: { tab, ...position } }),
  );
  return { tab, page };
}

export function meta() {
  return [{ title: `Saques · Painel · ${brandName}` }];
}

/** `/dashboard/saques`: the queue of withdrawals. The tab and the open decision are in the address. */
export default function StaffWithdrawalsPage({ loaderData }: Route.ComponentProps) {
  const { tab, page } = loaderData;
  const { items, counts } = page;
  const { id: openId, decision: deciding, ask, close } = useDecision<WithdrawalDecision>();
  const sheet = useSheet(items);
  const { revalidate } = useRevalidator();
  const { claims } = useClaims('withdrawals');
  const chosen = items.find(({ id }) => String(id) === openId);
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Saques"
        text={countText(useQueueCount('withdrawals'), 'saque pendente', 'saques pendentes')}
      />
      <QueueTabs aria-label="Situação dos saques" tabs={tabs} current={tab} counts={counts} />
      <WithdrawalsTable
        rows={items}
        pending={tab === 'pendentes'}
        claims={claims}
        onDecide={ask}
        empty={
          <EmptyState
            title={tab === 'pendentes' ? 'Fila vazia. Bom trabalho.' : 'Nada por aqui agora.'}
            text={tabs.find(({ slug }) => slug === tab)?.empty}
            seed={`saques-${tab}`}
          />
        }
      />
      <QueueFoot page={page} count={counts[tab]} noun={['saque', 'saques']} />
      {chosen && (deciding === 'aprovar' || deciding === 'recusar') && (
        <DecisionDialogs
          key={chosen.id}
          inAddress
          withdrawal={chosen}
          decision={deciding}
          onClose={close}
          onDone={revalidate}
        />
      )}
      {openId && !deciding && (
        <WithdrawalSheet key={openId} id={Number(openId)} sheet={sheet} claims={claims} />
      )}
    </div>
  );
}
