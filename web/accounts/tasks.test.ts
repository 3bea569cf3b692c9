import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/orders.ts';
import { byDeadline, listingTasks, orderDeadlines, orderTasks, ratingTasks } from './tasks.ts';

const now = '2026-03-10T12:00:00.000Z';
const row: OrderRow = {
  id: 1,
  hash: 'a'.repeat(24),
  code: '8F3K',
  state: 'paid',
  title: 'Headset sem fio',
  cover: null,
  otherParty: 'ana',
  totalCents: 10_000,
  netCents: 9_010,
  quantity: 1,
  deliveryType: 'manual',
  method: 'pix',
  dueAt: '2026-03-11T12:00:00.000Z',
  promisedAt: '2026-03-10T18:00:00.000Z',
  releaseAt: null,
  createdAt: now,
  unread: 0,
};

test('a paid order by hand is the seller’s turn, not the buyer’s', () => {
  expect(orderTasks([row], 'seller', now)).toMatchObject([{ verb: 'Entregar', title: 'Headset sem fio' }]);
  expect(orderTasks([row], 'buyer', now)).toEqual([]);
});

test('an unpaid order is the buyer’s turn, a finished one is nobody’s', () => {
  expect(orderTasks([{ ...row, state: 'awaiting_payment' }], 'buyer', now)).toMatchObject([
    { verb: 'Pagar' },
  ]);
  expect(orderTasks([{ ...row, state: 'expired' }], 'buyer', now)).toEqual([]);
});

test('only listings with a wanted change are tasks, and what runs out first comes first', () => {
  const listings = listingTasks([
    { id: 7, state: 'changes_requested', title: '' },
    { id: 8, state: 'published', title: 'Outro' },
  ]);
  expect(listings).toMatchObject([{ path: '/anunciar?id=7', title: 'Anúncio sem título' }]);
  const [order] = orderTasks([row], 'seller', now);
  expect(byDeadline([...listings, order!]).map(({ verb }) => verb)).toEqual(['Entregar', 'Corrigir']);
});

test('an order that ended waits for a word, by its side', () => {
  const pending = { hash: 'b'.repeat(24), title: 'Vitrola', otherParty: 'ana', closesAt: now };
  expect(ratingTasks([{ ...pending, viewerIs: 'buyer' }])).toMatchObject([
    {
      verb: 'Avaliar',
      path: `/pedido/${pending.hash}#avaliacao`,
      sentence: 'Conte como foi comprar de @ana.',
      deadline: now,
    },
  ]);
  expect(ratingTasks([{ ...pending, viewerIs: 'seller' }])[0]!.sentence).toBe(
    'Conte como foi vender para @ana.',
  );
});

test('what others have to do is a deadline to know, never a task', () => {
  expect(orderDeadlines([row], 'buyer', now)).toMatchObject([
    { sentence: expect.stringContaining('@ana tem até'), deadline: row.promisedAt },
  ]);
  expect(orderDeadlines([row], 'seller', now)).toEqual([]);
  expect(orderDeadlines([{ ...row, state: 'completed' }], 'buyer', now)).toEqual([]);
});
