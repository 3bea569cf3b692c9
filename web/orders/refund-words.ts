import type { Order } from '#contract/orders.ts';

export type OrderRefund = NonNullable<Order['deal']>['refunds'][number];

/** Where a refund may go, as the buyer chooses it. */
export const destinationChoices = [
  {
    value: 'original',
    label: 'Pelo mesmo meio do pagamento',
    hint: 'Por Pix no mesmo dia, em até 2 dias úteis',
  },
  { value: 'balance', label: 'No meu saldo da praça', hint: 'Na hora, para comprar ou sacar' },
] as const;

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
};
