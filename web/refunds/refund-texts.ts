import type { Order } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { brandName } from '#web/ui/theme/brand.ts';

export type OrderRefund = NonNullable<Order['deal']>['refunds'][number];

/** Description of a refund by the payment's own method; a balance payment returns to the balance. */
const originalHints: Record<Exclude<PaymentMethod, 'balance'>, string> = {
  pix: 'Por Pix, em geral no mesmo dia',
  card: 'Estorno no cartão; quando aparece na fatura depende do banco dele',
  boleto: 'Pelo banco; se ele não aceitar, a equipe envia um Pix',
  manual: 'A equipe envia um Pix para você',
};

/** Destinations that the buyer can choose for a refund of an order paid with this method. */
export function destinationChoices({ method, returnsOnly }: { method: PaymentMethod; returnsOnly: boolean }) {
  const balance = {
    value: 'balance',
    label: `No meu saldo da ${brandName}`,
    hint: 'Na hora, para comprar ou sacar',
  } as const;
  if (method === 'balance') return [balance];
  const hint = returnsOnly ? originalOnlyHint(method) : originalHints[method];
  const original = { value: 'original', label: 'Pelo mesmo meio do pagamento', hint } as const;
  return returnsOnly ? [original] : [original, balance];
}

/** Why the balance is not offered. */
const originalOnlyHint = (method: PaymentMethod) =>
  method === 'card'
    ? 'Estorno no cartão. O saldo não é opção enquanto a compra pode ser contestada no banco dele'
    : 'Para a conta que pagou, que não é sua';

/** Destination, completing «cai até …» and «devolvido …». */
export const destinationTexts: Record<OrderRefund['destination'], string> = {
  original: 'pelo mesmo meio do pagamento',
  balance: 'no saldo',
};

export const refundReasonLabels: Record<OrderRefund['reason'], string> = {
  order_cancelled: 'Pedido cancelado',
  late_payment: 'Pagamento fora do prazo',
  duplicate_payment: 'Pagamento repetido',
  wrong_amount: 'Valor diferente do pedido',
  third_party_payer: 'Pago por outra pessoa',
  regret: 'Desistência da compra',
  seller_offer: 'Oferecido por quem vende',
  fund: 'Pago pelo fundo de garantia',
  complaint: 'Reclamação',
  staff: 'Decisão da equipe',
  charged_back: 'Devolvido pelo banco de quem pagou',
};
