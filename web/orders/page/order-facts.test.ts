import { expect, test } from 'vitest';
import type { Order, OrderRow } from '#contract/orders/orders.ts';
import { countdownLabel, endingOf, stepOfRow } from './order-facts.ts';
import type { Deal } from './order-facts.ts';

const closedAt = '2026-03-12T17:52:00Z';
const row = { state: 'cancelled', closedAt, otherParty: 'ana', waits: null, refund: null } as OrderRow;
const timeline = [
  { event: 'pay', state: 'paid' },
  { event: 'cancel_sale', state: 'cancelled' },
];

const said = (money: 'none' | 'back' | 'coming') =>
  stepOfRow({ ...row, ending: { event: 'cancel_sale', money } }, 'buyer', closedAt).sentence;
const order = (events: typeof timeline) => ({ state: 'cancelled', timeline: events }) as Order;
const deal = (...states: string[]) => ({ refunds: states.map((state) => ({ state })) }) as Deal;

test('a row without a completed sale says the same about the money as its order’s page', () => {
  const begin = 'Encerrado em 12 mar 2026. Venda cancelada por quem vende.';
  expect(said('none')).toBe(`${begin} Nada foi cobrado.`);
  expect(said('back')).toBe(`${begin} O valor foi devolvido.`);
  expect(said('coming')).toBe(`${begin} O valor volta inteiro.`);
});

test('the page of an order explains its end from its history and its refunds', () => {
  const money = (events: typeof timeline, ...states: string[]) =>
    endingOf(order(events), deal(...states))?.money;
  expect(money(timeline)).toBe('coming');
  expect(money(timeline.slice(1))).toBe('none');
  expect(money(timeline, 'processing')).toBe('coming');
  expect(money(timeline, 'processing', 'completed')).toBe('coming');
  expect(money(timeline, 'completed', 'completed')).toBe('back');
});

test('the countdown of an overdue order leads to its cancellation, and that of its complaint does not', () => {
  const now = '2026-03-12T18:00:00Z';
  const late = {
    ...row,
    state: 'in_delivery',
    promisedAt: '2026-03-12T17:00:00Z',
    dueAt: '2026-03-13T17:00:00Z',
  } as OrderRow;
  const clock = (each: OrderRow) => countdownLabel(each, stepOfRow(each, 'buyer', now), now);
  expect(clock(late)).toBe('Cancelamento em');
  expect(clock({ ...late, promisedAt: late.dueAt })).toBe('Restam');
  const waits = { for: 'answer', until: '2026-03-13T10:00:00Z' } as const;
  expect(clock({ ...late, state: 'in_complaint', waits })).toBe('Restam');
});
