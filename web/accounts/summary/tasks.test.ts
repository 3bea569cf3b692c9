import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/orders/orders.ts';
import type { OwnQuestion } from '#contract/community/questions.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { byDeadline, listingTasks, orderDeadlines, orderTasks, questionTasks, ratingTasks } from './tasks.ts';

const now = '2026-03-10T12:00:00.000Z';
const row: OrderRow = {
  id: 1,
  hash: 'a'.repeat(24),
  code: '8F3K',
  state: 'paid',
  title: 'Headset sem fio',
  cover: null,
  slug: 'anuncio-1',
  onSale: true,
  otherParty: 'ana',
  totalCents: 10_000,
  netCents: 9_010,
  quantity: 1,
  deliveryType: 'manual',
  shipment: null,
  cancelReason: null,
  deliveryProof: 'text',
  method: 'pix',
  dueAt: '2026-03-11T12:00:00.000Z',
  promisedAt: '2026-03-10T18:00:00.000Z',
  releaseAt: null,
  createdAt: now,
  closedAt: null,
  revealed: false,
  waits: null,
  rateable: false,
  refund: null,
  ending: null,
  unread: 0,
};

test('a paid order with manual delivery is a task of the seller, not of the buyer', () => {
  expect(orderTasks([row], 'seller', now)).toMatchObject([{ verb: 'Entregar', title: 'Headset sem fio' }]);
  expect(orderTasks([row], 'buyer', now)).toEqual([]);
});

test('an unpaid order is a task of the buyer, a finished one is no task', () => {
  expect(orderTasks([{ ...row, state: 'awaiting_payment' }], 'buyer', now)).toMatchObject([
    { verb: 'Pagar' },
  ]);
  expect(orderTasks([{ ...row, state: 'expired' }], 'buyer', now)).toEqual([]);
});

test('only listings with requested changes are tasks, and the earliest deadline comes first', () => {
  const listings = listingTasks([
    { id: 7, state: 'changes_requested', title: '' },
    { id: 8, state: 'published', title: 'Outro' },
  ]);
  expect(listings).toMatchObject([{ path: '/anunciar?id=7', title: 'Anúncio sem título' }]);
  const [order] = orderTasks([row], 'seller', now);
  expect(byDeadline([...listings, order!]).map(({ verb }) => verb)).toEqual(['Entregar', 'Corrigir']);
});

test('a finished order asks for a rating, worded for buyer or seller', () => {
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

const question = (id: number) =>
  ({ id, state: 'pending', text: 'Tem nota?', person: 'ana', listing: { title: 'Vitrola' } }) as OwnQuestion;

test('the oldest questions are answered among the tasks, the others on their own page', () => {
  expect(questionTasks([], 0)).toEqual([]);
  const answered = { ...question(9), state: 'answered' } as OwnQuestion;
  expect(questionTasks([question(1), answered], 1)).toMatchObject([
    {
      verb: 'Responder',
      title: 'Vitrola',
      sentence: '@ana pergunta: «Tem nota?»',
      deadline: null,
      inline: { do: 'answer', id: 1 },
    },
  ]);
  const many = questionTasks([1, 2, 3, 4, 5].map(question), 25);
  expect(many.map(({ key }) => key)).toEqual(['pergunta-1', 'pergunta-2', 'pergunta-3', 'perguntas']);
  expect(many[3]).toMatchObject({
    path: '/conta/perguntas',
    sentence: 'Mais 22 perguntas esperam sua resposta.',
  });
});

test('a delivery that needs only a note is marked among the tasks', () => {
  const inlineOf = (change: Partial<OrderRow>) =>
    orderTasks([{ ...row, ...change }], 'seller', now)[0]?.inline;
  const delivery = { do: 'deliver', id: 1, hash: row.hash, buyer: 'ana' };
  expect(inlineOf({ state: 'in_delivery' })).toEqual(delivery);
  expect(inlineOf({ state: 'in_delivery', deliveryProof: 'video' })).toBeUndefined();
  expect(inlineOf({ state: 'paid' })).toBeUndefined();
});

test('pending actions of others are deadlines, never tasks', () => {
  expect(orderDeadlines([row], 'buyer', now)).toMatchObject([
    { sentence: expect.stringContaining('@ana tem até'), deadline: row.promisedAt },
  ]);
  expect(orderDeadlines([row], 'seller', now)).toEqual([]);
  expect(orderDeadlines([{ ...row, state: 'completed' }], 'buyer', now)).toEqual([]);
});

test.each([
  ['cancellation', 'in_delivery', 'seller', '@ana pediu cancelamento. Responda até 15:00.'],
  ['answer', 'in_complaint', 'seller', 'Há uma reclamação. Envie sua versão até 15:00.'],
  [
    'request',
    'in_complaint',
    'buyer',
    `A equipe ${brandName} perguntou sobre a reclamação. Responda até 15:00.`,
  ],
  ['check', 'in_complaint', 'buyer', 'Confira até 15:00 o que @ana entregou.'],
] as const)(
  'an answer deadline that would decide it makes «%s» a task of the person asked',
  (wait, state, side, sentence) => {
    const until = '2026-03-10T18:00:00.000Z';
    const asked: OrderRow = { ...row, state, dueAt: null, waits: { for: wait, until } };
    expect(orderTasks([asked], side, now)).toMatchObject([{ verb: 'Responder', sentence, deadline: until }]);
    expect(orderDeadlines([asked], side, now)).toEqual([]);
  },
);

test('a step of the other party or of staff is no task', () => {
  const until = '2026-03-10T18:00:00.000Z';
  const waiting: OrderRow = { ...row, state: 'in_complaint', waits: { for: 'answer', until } };
  expect(orderTasks([waiting], 'buyer', now)).toEqual([]);
  expect(orderDeadlines([waiting], 'buyer', now)).toMatchObject([{ deadline: until }]);
  const examined: OrderRow = { ...waiting, waits: { for: 'team', until } };
  expect(orderTasks([examined], 'seller', now)).toEqual([]);
  expect(orderDeadlines([examined], 'seller', now)).toMatchObject([{ deadline: until }]);
});

test('the buyer is asked to open the codes before confirming', () => {
  const codes: OrderRow = { ...row, state: 'delivered', deliveryType: 'automatic' };
  expect(orderTasks([codes], 'buyer', now)).toMatchObject([{ verb: 'Ver códigos' }]);
  expect(orderTasks([{ ...codes, revealed: true }], 'buyer', now)).toMatchObject([{ verb: 'Confirmar' }]);
});
