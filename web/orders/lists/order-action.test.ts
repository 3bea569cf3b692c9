import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/orders/orders.ts';
import { actionOf } from './order-action.ts';
import type { Step, StepButton } from '#web/orders/step.ts';

const row = (state: OrderRow['state'], onSale = true) =>
  ({ hash: 'h', slug: 'chaleira-1', state, onSale }) as unknown as OrderRow;
const step = (button: StepButton) => ({ button }) as Step;

test.each([
  ['completed', 'see_similar', true, 'Comprar de novo', '/anuncio/chaleira-1'],
  ['expired', 'see_similar', true, 'Comprar de novo', '/anuncio/chaleira-1'],
  ['completed', 'see_similar', false, 'Ver pedido', '/pedido/h'],
  ['refunded', 'see_similar', true, 'Ver pedido', '/pedido/h'],
  ['completed', 'rate', true, 'Avaliar compra', '/pedido/h#avaliacao'],
  ['delivered', 'confirm', true, 'Confirmar recebimento', '/pedido/h'],
  ['payment_in_review', null, true, 'Ver pedido', '/pedido/h'],
] as const)(
  'a purchase in state %s with the step button %s shows one button',
  (state, button, onSale, label, to) => {
    expect(actionOf(row(state, onSale), 'buyer', step(button))).toMatchObject({ label, to });
  },
);

test('a sale never offers to buy again', () => {
  expect(actionOf(row('completed'), 'seller', step('see_balance')).to).toBe('/conta/transacoes');
  expect(actionOf(row('expired'), 'seller', step('see_similar')).label).toBe('Ver pedido');
});

test('only an action the order needs may be the screen’s primary button', () => {
  expect(actionOf(row('paid'), 'seller', step('start_delivery')).required).toBe(true);
  expect(actionOf(row('completed'), 'buyer', step('rate')).required).toBe(false);
});
