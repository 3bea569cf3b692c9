import { methodNames, providerName } from '#domain/state-names.ts';
import { Link } from 'react-router';
import type { StaffPaymentDetail } from '#contract/payments/staff-payments.ts';
import { getStaffPayment } from '#contract/payments/staff-payments.ts';
import { api } from '#web/api/api.ts';
import { declineTexts, planText } from '#web/payments/payment-texts.ts';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useDetail } from '#web/api/use-detail.ts';
import { DetailSheet, Facts } from '#web/staff/shell/detail-sheet.tsx';
import { HistoryList } from '#web/staff/shell/history-list.tsx';
import type { SheetNavigation } from '#web/staff/shell/use-sheet.ts';
import { ChargebackBanner } from './chargeback-banner.tsx';
import { durationLabel, stateLabel } from './payment-labels.ts';
import { ReconcileButton } from './reconcile-button.tsx';

/** Details of a payment: every attempt, the provider's events, and decisions about it. */
export function PaymentSheet({ id, sheet }: { id: number; sheet: SheetNavigation }) {
  const detail = useDetail(() => api(getStaffPayment, { params: { id } }));
  const payment = detail.value;
  return (
    <DetailSheet title={payment ? `Pagamento ${id}` : 'Pagamento'} navigation={sheet} detail={detail}>
      {payment && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <StatusBadge tone={stateLabel(payment).tone}>{stateLabel(payment).label}</StatusBadge>
            <ReconcileButton payment={payment} onReconciled={detail.reload} />
          </div>
          <ChargebackBanner payment={payment} />
          <PaymentFacts payment={payment} />
          <Attempts payment={payment} />
          <ProviderEvents payment={payment} />
          <HistoryList entries={payment.history} subject="payment" id={id} />
        </>
      )}
    </DetailSheet>
  );
}

function PaymentFacts({ payment }: { payment: StaffPaymentDetail }) {
  const { order, method, amountCents, receivedCents, provider, createdAt, confirmedAt, expiresAt } = payment;
  return (
    <Facts
      facts={[
        [
          'Pedido',
          <Link key="order" to={`/dashboard/pedidos/${order.id}`} className="text-brand hover:underline">
            {order.code}
          </Link>,
        ],
        ['Meio', methodNames[method]],
        ['Valor', formatCents(amountCents)],
        ['Recebido', formatCents(receivedCents)],
        ...(payment.cardPlan && payment.cardPlan.count > 1
          ? ([
              ['Parcelas no cartão', planText(payment.cardPlan)],
              ['Juros do cartão', formatCents(payment.cardPlan.interestCents)],
              ['Total no cartão', formatCents(payment.cardPlan.totalCents)],
            ] as const)
          : []),
        ['Provedor', providerName(provider)],
        ['Criado', formatDateTime(createdAt)],
        confirmedAt
          ? [
              'Aprovado',
              `${formatDateTime(confirmedAt)}, ${durationLabel(Date.parse(confirmedAt) - Date.parse(createdAt))} depois`,
            ]
          : ['Vence', formatDateTime(expiresAt)],
        ['Nosso código', longCode(payment.reference)],
        ...(payment.endToEndId ? [['Id do movimento', longCode(payment.endToEndId)] as const] : []),
      ]}
    />
  );
}

const longCode = (code: string) => <span className="text-xs break-all">{code}</span>;

function Attempts({ payment: { id, attempts } }: { payment: StaffPaymentDetail }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Tentativas deste pedido</h3>
      <ol className="flex flex-col divide-y divide-border">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex items-start justify-between gap-3 py-2 text-sm">
            <span className="min-w-0">
              <strong className="font-semibold">
                {methodNames[attempt.method]} · {formatCents(attempt.amountCents)}
              </strong>
              {attempt.id === id && <span className="text-ink-3"> (este)</span>}
              <span className="block text-xs text-ink-3">{formatDateTime(attempt.createdAt)}</span>
              {attempt.declinedReason && (
                <span className="block text-xs text-ink-2">{declineTexts[attempt.declinedReason]}</span>
              )}
            </span>
            <StatusBadge tone={stateLabel(attempt).tone} size="sm">
              {stateLabel(attempt).label}
            </StatusBadge>
          </li>
        ))}
      </ol>
    </section>
  );
}

const eventKinds: Record<string, string> = { charge: 'Cobrança', refund: 'Reembolso', payout: 'Saque' };

/** Shows only that and when the provider sent an event: its content is always fetched from the provider again. */
function ProviderEvents({ payment: { events } }: { payment: StaffPaymentDetail }) {
  if (events.length === 0)
    return <p className="text-sm text-ink-2">O provedor não mandou nenhum aviso sobre este pagamento.</p>;
  return (
    <details className="rounded-lg border border-border px-4">
      <summary className="flex min-h-11 items-center text-ui font-semibold">
        {formatCount(events.length, 'aviso do provedor', 'avisos do provedor')}
      </summary>
      <ol className="flex flex-col divide-y divide-border pb-2">
        {events.map((event) => (
          <li key={event.eventId} className="flex flex-col gap-0.5 py-2 text-sm">
            <span className="flex flex-wrap justify-between gap-x-4">
              {eventKinds[event.kind] ?? 'Outro aviso'}
              <time dateTime={event.at} className="text-xs text-ink-3">
                {formatDateTime(event.at)}
              </time>
            </span>
            <span className="text-xs break-all text-ink-3">{event.eventId}</span>
            {!event.processedAt && (
              <span className="text-xs text-on-warning-soft">
                {event.attempts === 0
                  ? 'Ainda não foi lido.'
                  : `Não foi lido em ${formatCount(event.attempts, 'tentativa', 'tentativas')}.`}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
