import type { OrderRow } from '#contract/orders/orders.ts';
import type { Side, Step, StepButton } from '#web/orders/step.ts';

/** The one button of an order in a list (design §2.2). */
export interface OrderAction {
  label: string;
  to: string;
  /** True when the order needs this action, so that it may be the screen's primary button. */
  required: boolean;
}

const labels: Record<NonNullable<StepButton>, string> = {
  pay: 'Pagar agora',
  reveal: 'Ver códigos',
  confirm: 'Confirmar recebimento',
  start_delivery: 'Iniciar entrega',
  deliver: 'Marcar como entregue',
  make_label: 'Gerar etiqueta',
  print_label: 'Imprimir etiqueta',
  post: 'Informar postagem',
  receive: 'Recebi o pacote',
  see_code: 'Ver código',
  hand_over: 'Digitar código',
  answer: 'Responder',
  give_back: 'Devolver produto',
  check_return: 'Conferir devolução',
  rate: 'Avaliar compra',
  see_similar: 'Ver pedido',
  see_balance: 'Ver saldo',
};

/** Buttons of orders that are over: skipping them has no consequence. */
const optionalButtons: readonly StepButton[] = ['rate', 'see_similar', 'see_balance'];

export const buyAgainLabel = 'Comprar de novo';

/** Most buttons lead to the order's own page; an order that ended well offers to buy again. */
export function actionOf(row: OrderRow, side: Side, { button }: Step): OrderAction {
  const page = `/pedido/${row.hash}`;
  if (button === null) return { label: 'Ver pedido', to: page, required: false };
  if (button === 'see_balance') return { label: labels[button], to: '/conta/transacoes', required: false };
  if (button === 'rate') return { label: labels[button], to: `${page}#avaliacao`, required: false };
  if (button === 'see_similar' && successfulEndings.includes(row.state) && mayBuyAgain(row, side))
    return { label: buyAgainLabel, to: listingPath(row), required: false };
  return { label: labels[button], to: page, required: !optionalButtons.includes(button) };
}

/** States in which the order ended without a cancellation or a refund. */
const successfulEndings: readonly OrderRow['state'][] = ['completed', 'expired'];

/** True when the buyer can buy the same listing today. */
export function mayBuyAgain({ onSale }: OrderRow, side: Side): boolean {
  return side === 'buyer' && onSale;
}

export const listingPath = ({ slug }: OrderRow) => `/anuncio/${slug}`;
