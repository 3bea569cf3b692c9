import type { OrderRow } from '#contract/orders/orders.ts';
import type { Side, Step, StepButton } from '#web/orders/step.ts';

/** The one button of an order in a list (design §2.2). */
export interface OrderAction {
  label: string;
  to: string;
  /** The order waits for it: it may be the primary button of the screen. */
  acting: boolean;
}

const words: Record<NonNullable<StepButton>, string> = {
  pay: 'Pagar agora',
  reveal: 'Ver códigos',
  confirm: 'Confirmar recebimento',
  start_delivery: 'Iniciar entrega',
  deliver: 'Marcar como entregue',
  answer: 'Responder',
  rate: 'Avaliar compra',
  see_similar: 'Ver pedido',
  see_balance: 'Ver saldo',
};

/** Buttons of deals that are over: nothing is lost by leaving them. */
const calm: readonly StepButton[] = ['rate', 'see_similar', 'see_balance'];

export const buyAgain = 'Comprar de novo';

/** Most buttons lead to the order's own page, where they are pressed; what ended well is bought again. */
export function actionOf(row: OrderRow, side: Side, { button }: Step): OrderAction {
  const page = `/pedido/${row.hash}`;
  if (button === null) return { label: 'Ver pedido', to: page, acting: false };
  if (button === 'see_balance') return { label: words[button], to: '/conta/transacoes', acting: false };
  if (button === 'rate') return { label: words[button], to: `${page}#avaliacao`, acting: false };
  if (button === 'see_similar' && endsWell.includes(row.state) && mayBuyAgain(row, side))
    return { label: buyAgain, to: listingOf(row), acting: false };
  return { label: words[button], to: page, acting: !calm.includes(button) };
}

/** Nobody cancelled it and no money had to go back. */
const endsWell: readonly OrderRow['state'][] = ['completed', 'expired'];

/** Its buyer finds the same on sale today. */
export function mayBuyAgain({ onSale }: OrderRow, side: Side): boolean {
  return side === 'buyer' && onSale;
}

export const listingOf = ({ slug }: OrderRow) => `/anuncio/${slug}`;
