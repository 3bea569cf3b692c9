import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { StaffRefund } from '#contract/refunds/refunds.ts';
import { listStaffRefunds } from '#contract/refunds/refunds.ts';
import { api } from '#web/api/api.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/refunds-page';
import { QueueFoot } from './queue/queue-foot.tsx';
import { loadQueue } from './queue/queue-page.ts';
import { QueueTabs, tabOf } from './queue/queue-tabs.tsx';
import { useClaims } from './queue/use-claim.ts';
import { countText, useQueueCount } from './queue/use-queues.ts';
import { useDecision } from './queue/use-decision.ts';
import { RefundDecision } from './refunds/decision-dialog.tsx';
import type { Decision } from './refunds/decision-dialog.tsx';
import { ManualPaymentDialog } from './refunds/manual-payment-dialog.tsx';
import { RefundsTable } from './refunds/refunds-table.tsx';

export const ErrorBoundary = () => <PageError title="Reembolsos" thing="os reembolsos" />;

const tabs = [
  { slug: 'pendentes', label: 'Pendentes', empty: 'Nenhum reembolso esperando decisão.' },
  { slug: 'manuais', label: 'Pix manual', empty: 'Nenhum Pix manual para enviar.' },
  { slug: 'a-caminho', label: 'A caminho', empty: 'Nenhum reembolso a caminho do banco.' },
  { slug: 'devolvidos', label: 'Devolvidos', empty: 'Nenhum reembolso pago ainda.' },
  { slug: 'recusados', label: 'Recusados', empty: 'Nenhum reembolso recusado.' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = tabOf(tabs, searchParams.get('aba'));
  const page = await loadQueue(searchParams, (position) =>
    api(listStaffRefunds, { query: { tab, ...position } }),
  );
  return { tab, page };
}

export function meta() {
  return [{ title: `Reembolsos · Painel · ${brandName}` }];
}

/** `/dashboard/reembolsos`: the queue of refunds. Tab and open decision are in the address. */
export default function StaffRefundsPage({ loaderData }: Route.ComponentProps) {
  const { tab, page } = loaderData;
  const { items, counts } = page;
  const { id: decidingId, decision: deciding, ask, close } = useDecision<Decision>();
  const { claims } = useClaims('refunds');
  const chosen = items.find(({ id }) => String(id) === decidingId);
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Reembolsos"
        text={countText(
          useQueueCount('refunds'),
          'reembolso esperando a equipe',
          'reembolsos esperando a equipe',
        )}
      />
      <QueueTabs aria-label="Situação dos reembolsos" tabs={tabs} current={tab} counts={counts} />
      <RefundsTable
        rows={items}
        tab={tab}
        claims={claims}
        onDecide={ask}
        empty={
          <EmptyState
            title={tab === 'pendentes' ? 'Fila vazia. Bom trabalho.' : 'Nada por aqui agora.'}
            text={tabs.find(({ slug }) => slug === tab)?.empty}
            seed={`reembolsos-${tab}`}
          />
        }
      />
      <QueueFoot page={page} count={counts[tab]} noun={['reembolso', 'reembolsos']} />
      {chosen && <Dialogs refund={chosen} deciding={deciding} onClose={close} />}
    </div>
  );
}

function Dialogs({
  refund,
  deciding,
  onClose,
}: {
  refund: StaffRefund;
  deciding: Decision | null;
  onClose: () => void;
}) {
  if (deciding === 'pix') return <ManualPaymentDialog key={refund.id} refund={refund} onClose={onClose} />;
  if (deciding === 'aprovar' || deciding === 'recusar')
    return <RefundDecision key={refund.id} refund={refund} decision={deciding} onClose={onClose} />;
  return null;
}
