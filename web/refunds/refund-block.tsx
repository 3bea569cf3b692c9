import { Link, useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { chooseDestination } from '#contract/refunds/refunds.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { refundLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Timeline } from '#web/ui/data/timeline.tsx';
import type { TimelineStep } from '#web/ui/data/timeline.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { interestNote } from '#web/payments/payment-texts.ts';
import type { OrderRefund } from './refund-texts.ts';
import { destinationTexts, refundReasonLabels } from './refund-texts.ts';

/** Every refund of the order with its steps, date and protocol number. */
export function RefundBlock({ order, deal }: { order: Order; deal: Deal }) {
  if (deal.refunds.length === 0) return null;
  return (
    <Card className="flex flex-col gap-6">
      <h2 className="text-h2">Reembolso</h2>
      {deal.chargebackCents > 0 && <ChargebackBanner order={order} cents={deal.chargebackCents} />}
      {interestNote(deal.payment) && <p className="text-sm text-ink-2">{interestNote(deal.payment)}</p>}
      {deal.refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} buying={order.viewerIs === 'buyer'} />
      ))}
    </Card>
  );
}

/** A chargeback after a refund, explained to each side (ADR 71). */
function ChargebackBanner({ order, cents }: { order: Order; cents: number }) {
  const amount = formatCents(cents);
  if (order.viewerIs === 'buyer')
    return (
      <Banner tone="warning" title={`Seu banco pagou de novo ${amount} que já tínhamos reembolsado`}>
        Esse valor é um débito seu: sai do seu saldo e de tudo o que entrar nele. Veja quanto falta em{' '}
        <Link to="/conta/transacoes?conta=contestacao" className="font-semibold underline">
          Débito de contestação
        </Link>
        . Se o banco desfizer a devolução, o débito acaba.
      </Banner>
    );
  return (
    <Banner title={`O banco de quem comprou pagou de novo ${amount} já reembolsados`}>
      Quem deve esse valor é quem comprou. Nada disso sai do seu saldo.
    </Banner>
  );
}

function Refund({ refund, buying }: { refund: OrderRefund; buying: boolean }) {
  const { label, tone } = refund.overtaken ? supersededBadge : refundLabels[refund.state];
  return (
    <section
      aria-label={`Reembolso de ${formatCents(refund.amountCents)}`}
      className="flex flex-col gap-3 border-border not-first-of-type:border-t not-first-of-type:pt-6"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
        <strong className="font-semibold tabular-nums">{formatCents(refund.amountCents)}</strong>
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
      </p>
      <p className="text-sm text-ink-2">
        <DotSeparated
          of={[
            refundReasonLabels[refund.reason],
            refund.protocol && (
              <>
                protocolo <strong className="font-semibold text-ink">{refund.protocol}</strong>
              </>
            ),
          ]}
        />
      </p>
      {refund.note && (
        <p className="rounded-lg bg-surface-2 p-4 text-body whitespace-pre-line">{refund.note}</p>
      )}
      <Timeline steps={stepsOf(refund)} />
      {buying && mayBecomeBalance(refund) && <ConvertToBalance refund={refund} />}
    </section>
  );
}

/** State of a regret whose money was returned by another refund. */
const supersededBadge = { label: 'Encerrado', tone: 'neutral' } as const;

const mayBecomeBalance = ({ destination, returnsOnly, state }: OrderRefund) =>
  destination === 'original' && !returnsOnly && convertibleStates.includes(state);
const convertibleStates: readonly OrderRefund['state'][] = ['in_review', 'failed', 'manual'];
const reviewStates: readonly OrderRefund['state'][] = ['requested', 'in_review'];

/** The steps from the request to the money's arrival. */
function stepsOf(refund: OrderRefund): TimelineStep[] {
  const { state, createdAt, completedAt, expectedBy, destination } = refund;
  const requested: TimelineStep = { id: 'asked', title: 'Reembolso pedido', state: 'done', at: createdAt };
  if (refund.overtaken)
    return [requested, { id: 'overtaken', title: 'Encerrado com o pedido', state: 'done' }];
  if (state === 'rejected')
    return [requested, { id: 'rejected', title: 'Recusada pela equipe', state: 'failed' }];
  if (state === 'awaiting_return')
    return [requested, { id: 'return', title: 'Esperando a devolução', state: 'current' }];
  const inReview = reviewStates.includes(state);
  const by = expectedBy && `Até ${formatDateTime(expectedBy)}`;
  const where = destinationTexts[destination];
  return [
    requested,
    ...(inReview
      ? [{ id: 'review', title: 'Em conferência pela equipe', state: 'current' as const, note: by }]
      : []),
    {
      id: 'way',
      title: state === 'manual' ? 'A equipe está enviando o Pix' : 'A caminho',
      state: inReview ? 'upcoming' : state === 'completed' ? 'done' : 'current',
      note: inReview || state === 'completed' ? undefined : (by ?? undefined),
    },
    {
      id: 'paid',
      title: state === 'completed' ? `Pago ${where}` : `Cai ${where}`,
      state: state === 'completed' ? 'done' : 'upcoming',
      at: completedAt,
    },
  ];
}

/** §4.8: only the buyer can turn a pending refund into balance. */
function ConvertToBalance({ refund }: { refund: OrderRefund }) {
  const { revalidate } = useRevalidator();
  const { pending, problem, run } = useAction();

  const choose = () =>
    run(async () => {
      await api(chooseDestination, { params: { id: refund.id }, body: { destination: 'balance' } });
      await revalidate();
      aviso.sucesso('Escolha salva', 'O valor entra no seu saldo.');
    });

  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <ProblemBanner problem={problem} />
      <Button
        variant="secondary"
        loading={pending}
        disabledReason={refund.sentByHand ? 'A equipe já enviou o Pix e está conferindo.' : undefined}
        onClick={() => void choose()}
      >
        Receber no meu saldo
      </Button>
    </div>
  );
}
