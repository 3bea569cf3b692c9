import type { Order } from '#contract/orders/orders.ts';
import type { DeclineReason, PaymentMethod } from '#domain/payments/payments.ts';
import { paidPaymentStates } from '#domain/payments/paid-states.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';

export type Payment = NonNullable<NonNullable<Order['deal']>['payment']>;

/** Whether the charge itself has expired, although its order may still accept another one. */
export function isExpired({ state, expiresAt }: Payment, now: string): boolean {
  return (state === 'created' || state === 'pending') && expiresAt <= now;
}

/** Why the card was declined and what to do about it. */
export const declineTexts: Record<DeclineReason, string> = {
  insufficient_funds: 'O cartão não tem limite para este valor. Tente outro cartão ou mais parcelas.',
  wrong_card_data: 'Algum dado do cartão não confere. Digite tudo de novo.',
  call_issuer: 'O banco pede que você autorize esta compra. Ligue para ele e tente de novo.',
  card_disabled: 'Este cartão está bloqueado ou ainda não foi ativado. Tente outro.',
  high_risk: 'O pagamento não passou na análise de segurança. Tente Pix ou outro cartão.',
  too_many_tries: 'Este cartão foi tentado vezes demais. Use outro ou pague com Pix.',
  duplicate: 'Já existe um pagamento igual a este. Espere alguns minutos antes de repetir.',
  installments: 'Este cartão não aceita esse número de parcelas. Escolha outro.',
  document: 'Faltam dados seus para esta forma de pagamento. Confirme-os ou escolha outra forma.',
  not_processed: 'O pagamento não chegou ao banco. Nada foi cobrado: tente de novo.',
  other: 'O pagamento não foi aceito. Tente de novo ou escolha outra forma.',
};

export const methodLabels: Record<PaymentMethod, { title: string; pay: string }> = {
  pix: { title: 'Pix', pay: 'Pagar com Pix' },
  card: { title: 'Cartão de crédito', pay: 'Pagar com cartão' },
  boleto: { title: 'Boleto', pay: 'Pagar com boleto' },
  balance: { title: 'Saldo', pay: 'Pagar com saldo' },
  manual: { title: 'Pix com comprovante', pay: 'Pagar com comprovante' },
};

const brands: Record<string, string> = { visa: 'Visa', master: 'Mastercard', elo: 'Elo', amex: 'Amex' };

/** «Visa final 4242» */
export function cardLabel({ brand, last4 }: NonNullable<Payment['card']>): string {
  const name = (brand && brands[brand]) ?? 'Cartão';
  return last4 ? `${name} final ${last4}` : name;
}

type Plan = NonNullable<Payment['card']>['plan'];

/** «3× de R$ 42,35», with «sem juros» where there are none. */
export function planText({ count, eachCents, interestCents }: Plan): string {
  return `${count}× de ${formatCents(eachCents)}${interestCents === 0 ? ' sem juros' : ''}`;
}

/** The plan of a card that was charged in installments; null for every other payment. */
export function paidPlan(payment: Payment | null): Plan | null {
  const plan = payment?.card?.plan;
  return plan && plan.count > 1 && paidPaymentStates.includes(payment.state) ? plan : null;
}

/** What happens to the interest when money goes back (§4.8); empty where none was paid. */
export function interestNote(payment: Payment | null): string {
  const cents = paidPlan(payment)?.interestCents ?? 0;
  return cents === 0
    ? ''
    : `Os juros das parcelas, ${formatCents(cents)}, não passam pela ${brandName} e não entram na devolução: quem os acerta é o banco do cartão.`;
}

/** When the bank confirms a paid boleto, by the rule in force in business days (N08): «Em até 1 dia útil». */
export function clearingLabel(days: number): string {
  return days === 0 ? 'No mesmo dia' : `Em até ${formatCount(days, 'dia útil', 'dias úteis')}`;
}
