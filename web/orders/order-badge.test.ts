import { expect, test } from 'vitest';
import type { OrderPendingResponse } from '#contract/orders/parts.ts';
import { complaintStateLabels } from '#web/complaints/complaint-texts.ts';
import { orderBadge } from './order-badge.ts';

const nothing = { waits: null, refund: null };
const refund = { by: '2026-01-02T00:00:00.000Z' };

test('a cancellation request is its order’s badge until it is answered (design §1.7)', () => {
  const waits = { for: 'cancellation', until: '2026-01-02T00:00:00.000Z' } as const;
  expect(orderBadge('in_delivery', { ...nothing, waits }).label).toBe('Cancelamento solicitado');
  expect(orderBadge('in_delivery', nothing).label).toBe('Em entrega');
  expect(
    orderBadge('in_complaint', { ...nothing, waits: { for: 'team', until: '2026-01-02T00:00:00.000Z' } })
      .label,
  ).toBe('Em reclamação');
});

test('an order with a decided complaint shows the decision or the appeal', () => {
  expect(badge('appeal').label).toBe('Reclamação decidida');
  expect(badge('appeal').tone).toBe(complaintStateLabels.decided.tone);
  for (const wait of ['rejoinder', 'second_appeal', 'judgement'] as const)
    expect(badge(wait)).toEqual({ label: 'Reclamação em recurso', tone: complaintStateLabels.appealed.tone });
});

test('a regret is its order’s badge until the staff decide', () => {
  const waits = { for: 'regret', until: '2026-01-02T00:00:00.000Z' } as const;
  for (const state of ['delivered', 'completed'] as const)
    expect(orderBadge(state, { ...nothing, waits }).label).toBe('Desistência em análise');
});

test('an ended order shows its refund as pending until the money arrives', () => {
  for (const state of ['refunded', 'cancelled'] as const)
    expect(orderBadge(state, { ...nothing, refund }).label).toBe('Em reembolso');
  expect(orderBadge('refunded', nothing).label).toBe('Reembolsado');
  // A partial refund does not end the sale.
  expect(orderBadge('completed', { ...nothing, refund }).label).toBe('Concluído');
});

function badge(wait: OrderPendingResponse['for']) {
  return orderBadge('in_complaint', { ...nothing, waits: { for: wait, until: '2026-01-02T00:00:00.000Z' } });
}
