import type { Order } from '#contract/orders/orders.ts';
import { durationText } from '#domain/text/durations.ts';
import type { Deal } from './order-facts.ts';
import { isExpired, methodLabels } from '#web/payments/payment-texts.ts';
import type { Payment } from '#web/payments/payment-texts.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';

type Settlement = NonNullable<Deal['settlement']>;

/** When the seller's money is released and by which rule; null once the money went elsewhere. */
function releaseRule({ state, releaseAt, holdMs, holdCategory }: Settlement): [string, string] | null {
  const rule = `${durationText(holdMs)} depois da entrega${holdCategory ? `, pela categoria «${holdCategory}»` : ''}`;
  if (releaseAt)
    return ['Liberação do valor', `${formatDateTime(releaseAt)}${holdCategory ? ` (${rule})` : ''}`];
  return state === 'in_escrow' || state === 'blocked'
    ? ['Liberação do valor', `${rule}, se a venda se conclui`]
    : null;
}

/** Codes are confirmed from the moment they are opened; unopened codes, from their delivery. */
function confirmationRule({ deliveryType, terms }: Deal): string {
  const span = durationText(terms.confirmMs);
  return deliveryType === 'automatic'
    ? `Até ${span} depois de abrir os códigos e no máximo ${durationText(terms.codeConfirmLimitMs)} depois da entrega; depois disso, é automática`
    : `Até ${span} depois da entrega; depois disso, é automática`;
}

/** The charge's own expiry; once it has expired or was declined, the time left for another charge. */
function paymentRule(now: string, { dueAt }: Deal, payment: Payment): string {
  const { method, state, expiresAt } = payment;
  if (dueAt && (state === 'declined' || isExpired(payment, now))) return `Até ${formatDateTime(dueAt)}`;
  return `${methodLabels[method].title} até ${formatDateTime(expiresAt)}`;
}

/** A distance buyer may withdraw without a reason (CDC art. 49). */
function regretRule({ viewerIs, now }: Order, until: string): string {
  if (now > until) return `O prazo terminou em ${formatDateTime(until)}`;
  return viewerIs === 'buyer'
    ? `Até ${formatDateTime(until)}, desista sem dar motivo e o valor volta`
    : `Até ${formatDateTime(until)}, quem comprou pode desistir sem dar motivo`;
}

/** Until when the parcel is posted, then until when it arrives (S07); null before the payment. */
function shipmentRule({ state }: Order, { postedAt, promisedAt }: NonNullable<Deal['shipment']>) {
  if (promisedAt === null || (state !== 'paid' && state !== 'in_delivery')) return null;
  return postedAt === null
    ? ['Postagem', `Até ${formatDateTime(promisedAt)}`]
    : ['Chegada', `Prometida até ${formatDateTime(promisedAt)}`];
}

/** The rules of this order, with its own dates (N08, N12). */
export function OrderRules({ order, deal }: { order: Order; deal: Deal }) {
  const rules = [
    order.state === 'awaiting_payment' &&
      deal.payment && ['Pagamento', paymentRule(order.now, deal, deal.payment)],
    deal.promisedAt &&
      deal.deliveryType === 'manual' && ['Entrega', `Prometida até ${formatDateTime(deal.promisedAt)}`],
    deal.shipment && shipmentRule(order, deal.shipment),
    deal.pickup?.until && order.state === 'paid' && ['Retirada', `Até ${formatDateTime(deal.pickup.until)}`],
    // A complaint pauses this deadline, and after the complaint it no longer applies.
    order.state !== 'in_complaint' && order.state !== 'completed' && ['Confirmação', confirmationRule(deal)],
    deal.regretUntil && ['Arrependimento', regretRule(order, deal.regretUntil)],
    deal.complaintUntil && [
      'Garantia',
      `Reclamação até ${formatDateTime(deal.complaintUntil)}, se algo não for como o combinado`,
    ],
    deal.settlement && releaseRule(deal.settlement),
  ].filter((rule): rule is [string, string] => Array.isArray(rule));
  return (
    <Card>
      <h2 className="text-h2">Prazos</h2>
      <dl className="mt-3 flex flex-col gap-3 text-sm">
        {rules.map(([label, text]) => (
          <div key={label}>
            <dt className="font-semibold text-ink">{label}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
