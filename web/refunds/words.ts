import type { Order } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { brandName } from '#web/ui/theme/brand.ts';

export type OrderRefund = NonNullable<Order['deal']>['refunds'][number];

/** How money goes back the way it came; what was paid with the balance comes back to it. */
const originalHints: Record<Exclude<PaymentMethod, 'balance'>, string> = {
  pix: 'Por Pix, em geral no mesmo dia',
  card: 'Estorno no cartão; quando aparece na fatura depende do banco dele',
  boleto: 'Pelo banco; se ele não aceitar, a equipe envia um Pix',
  manual: 'A equipe envia um Pix para você',
};

/** Where a refund of an order paid like this may go, as the buyer chooses it. */
export function destinationChoices({ method, returnsOnly }: { method: PaymentMethod; returnsOnly: boolean }) {
  const balance = {
    value: 'balance',
    label: `No meu saldo da ${brandName}`,
    hint: 'Na hora, para comprar ou sacar',
  } as const;
  if (method === 'balance') return [balance];
  const hint = returnsOnly ? onlyHint(method) : originalHints[method];
  const original = { value: 'original', label: 'Pelo mesmo meio do pagamento', hint } as const;
  return returnsOnly ? [original] : [original, balance];
}

/** Why the balance is no choice. */
const onlyHint = (method: PaymentMethod) =>
  method === 'card'
    ? 'Estorno no cartão. O saldo não é opção enquanto a compra pode ser contestada no banco dele'
    : 'Para a conta que pagou, que não é sua';

/** Where it goes or went, after «cai até …» and «devolvido …». */
export const destinationWords: Record<OrderRefund['destination'], string> = {
  original: 'pelo mesmo meio do pagamento',
  balance: 'no saldo da praça',
};

export const refundReasonWords: Record<OrderRefund['reason'], string> = {
  order_cancelled: 'Pedido cancelado',
  late_payment: 'Pagamento fora do prazo',
  duplicate_payment: 'Pagamento repetido',
  wrong_amount: 'Valor diferente do pedido',
  third_party_payer: 'Pago por outra pessoa',
  regret: 'Desistência da compra',
  seller_offer: 'Oferecido por quem vende',
  complaint: 'Reclamação',
  staff: 'Decisão da equipe',
  charged_back: 'Devolvido pelo banco de quem pagou',
};
