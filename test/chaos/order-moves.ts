import { randomUUID } from 'node:crypto';
import type { Random } from '#demo/random.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { note } from './move.ts';
import type { Move, Step } from './move.ts';
import { chooseDelivery, parcelSteps } from './parcel-moves.ts';
import { withdrawalMoves } from './withdrawal-moves.ts';
import type { SeenRecord, World } from './world.ts';

const methods: readonly PaymentMethod[] = [
  ...Array<PaymentMethod>(7).fill('pix'),
  'card',
  'boleto',
  'balance',
  'manual',
];

const buy: Move = {
  name: 'buy',
  weight: 6,
  async make(world, random) {
    const good = random.pick(world.goods);
    const buyer = random.pick(random.chance(0.9) ? world.buyers : world.sellers);
    const quantity = random.chance(0.8) ? 1 : random.int(1, 3);
    const method = random.pick(methods);
    const slip = random.chance(0.04) ? 1 : 0;
    const travels = good.kind === 'parcel' || good.kind === 'pickup';
    const chosen = travels ? await chooseDelivery(world, random, good, buyer, quantity) : null;
    if (chosen === undefined) return undefined;
    const purchase = {
      listingId: good.id,
      quantity,
      expectedTotalCents: good.priceCents * quantity + (chosen?.freightCents ?? 0) + slip,
      method,
      ...(chosen && { delivery: chosen.delivery }),
      // Sometimes omitted, and then refused.
      ...(good.kind === 'sent' && random.chance(0.95) && { deliveryData: note }),
    };
    const said = await (random.chance(0.1) ? world.twice : world.post)(buyer, '/orders', purchase);
    if (said.code === 'ok')
      world.orders.push({ ...said.data, method, buyer, seller: good.seller, kind: good.kind });
    return said;
  },
};

type Side = 'buyer' | 'seller';

const outcomes = ['approved', 'approved', 'insufficient_funds', 'review'];
const pay: Step = [
  'payments',
  (random) => {
    const method = random.pick(['card', 'card', 'card', 'pix', 'boleto', 'balance']);
    const token = `tok-${random.pick(outcomes)}-visa-4242-${randomUUID().replaceAll('-', '')}`;
    return method === 'card' ? { method, token, installments: random.int(1, 3) } : { method };
  },
];
const giveBack: Step = [
  'refunds',
  (random, { totalCents }) => ({ amountCents: random.int(1, Math.ceil(totalCents * 1.1)), note }),
];
const complain: Step = [
  'complaints',
  (random) => ({
    // For the reason `recovered` staff may be called at once (R05).
    reason: random.pick([
      'not_received',
      'invalid_code',
      'recovered',
      'recovered',
      'recovered',
      'late',
      'other',
    ]),
    wish: 'full',
    words: note,
  }),
];
const regret: Step = [
  'regret',
  (random) => ({ destination: random.pick(['original', 'original', 'balance']) }),
];
const deliver: Step = [
  'delivery',
  async (...given) => ({ note, ...(await proofOf('delivery-files', ...given)) }),
];
const wishToCancel: Step = ['cancellation-request', () => ({ note })];
const answerWish: Step = [
  'cancellation-request/answer',
  async (random, ...given) =>
    random.chance(0.4)
      ? { decision: 'accept', note }
      : { decision: 'refuse', note, ...(await proofOf('cancellation-files', random, ...given)) },
];

/** A unique PDF. */
export const somePdf = () =>
  Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n${randomUUID()}\n%%EOF\n`);

/** A file that the seller uploads first; mostly none when the delivery proof is a text. */
async function proofOf(
  door: 'delivery-files' | 'cancellation-files',
  random: Random,
  { hash, kind, seller }: SeenRecord,
  world: World,
): Promise<{ fileIds?: number[] }> {
  if (random.chance(door === 'delivery-files' && kind !== 'sent' ? 0.95 : 0.1)) return {};
  const file = await world.call(seller, 'POST', `/orders/${hash}/${door}`, somePdf());
  world.count(door, file);
  return file.code === 'ok' ? { fileIds: [file.data.id] } : {};
}

const cancel: Step = ['cancellation', () => ({ reason: 'no_stock' })];

/** Actions that make sense in a state; a repeated name is chosen more often. */
const sensible: Partial<Record<OrderState, Partial<Record<Side, readonly Step[]>>>> = {
  awaiting_payment: { buyer: [pay, pay, ['abandonment'], ['payment-check']] },
  paid: {
    buyer: [['withdrawal-of-purchase']],
    seller: [
      ['delivery-start'],
      ['delivery-start'],
      ['delivery-start'],
      ['delivery-start'],
      cancel,
      giveBack,
    ],
  },
  in_delivery: {
    buyer: [wishToCancel, wishToCancel, complain],
    seller: [deliver, deliver, deliver, answerWish, answerWish, giveBack],
  },
  delivered: {
    buyer: [['confirmation'], ['confirmation'], ['confirmation'], ['reveal'], regret, complain],
    seller: [giveBack],
  },
  completed: { buyer: [regret, complain, complain], seller: [giveBack] },
};

const receive: Step = ['confirmation'];

/** What fits a parcel or a pickup only; `undefined` where it is like any order. */
function travelSteps({ kind }: SeenRecord, state: OrderState, side: Side): readonly Step[] | undefined {
  if (kind !== 'parcel' && kind !== 'pickup') return undefined;
  if (state === 'paid' && side === 'seller') return [...parcelSteps, ...parcelSteps, cancel];
  if (state === 'in_delivery' && side === 'buyer') return [receive, complain, wishToCancel];
  return undefined;
}

const everyStep: Record<Side, readonly Step[]> = {
  buyer: [
    pay,
    ['abandonment'],
    ['payment-check'],
    ['withdrawal-of-purchase'],
    wishToCancel,
    ['confirmation'],
    ['reveal'],
    regret,
    complain,
  ],
  seller: [['delivery-start'], deliver, ...parcelSteps, cancel, giveBack, answerWish],
};

/** Repeating these is harmless, so they have no idempotency key. */
const unkeyed = new Set(['reveal', 'payment-check', 'label', 'handover']);

/** One action of one side, mostly one that makes sense, else any; sometimes by a stranger. */
const step: Move = {
  name: 'step',
  weight: 14,
  async make(world, random) {
    const order = world.someOrder(random);
    if (!order) return undefined;
    const side = random.pick(['buyer', 'seller'] as const);
    const state = await world.stateOf(order);
    const fitting = random.chance(0.85)
      ? (travelSteps(order, state, side) ?? sensible[state]?.[side])
      : undefined;
    const [verb, body] = random.pick(fitting ?? everyStep[side]);
    const who = random.chance(0.04) ? random.pick(world.buyers) : order[side];
    const path = `/orders/${order.hash}/${verb}`;
    const isKeyed = !unkeyed.has(verb);
    const said = await (isKeyed && random.chance(0.08) ? world.twice : world.post)(
      who,
      path,
      await body?.(random, order, world),
    );
    if (verb === 'complaints' && said.code === 'ok') world.cases.push({ id: said.data.id, order });
    world.count(verb, said);
    return undefined;
  },
};

const write: Move = {
  name: 'message',
  weight: 2,
  async make(world, random) {
    const order = world.someOrder(random);
    if (!order) return undefined;
    const words = ['Oi, quando chega?', 'Enviei hoje.', 'Me chama no zap 11 98765-4321', 'Chegou, obrigada!'];
    return world.call(
      order[random.pick(['buyer', 'seller'] as const)],
      'PUT',
      `/orders/${order.hash}/messages/${randomUUID()}`,
      { text: random.pick(words), fileIds: [], insist: random.chance(0.3) },
    );
  },
};

const look: Move = {
  name: 'look',
  weight: 2,
  async make(world, random) {
    const order = world.someOrder(random);
    return order && world.get(order.buyer, `/orders/${order.hash}`);
  },
};

/** P09: the delivery data, corrected at any time; refused once the seller started. */
const writeDeliveryData: Move = {
  name: 'delivery data',
  weight: 1,
  async make(world, random) {
    const order = world.someOrder(random);
    const who = order && (random.chance(0.9) ? order.buyer : order.seller);
    return who && world.call(who, 'PUT', `/orders/${order.hash}/delivery-data`, { text: note });
  },
};

const rate: Move = {
  name: 'rating',
  weight: 1,
  async make(world, random) {
    const order = world.orders.findLast(() => random.chance(0.02));
    if (!order) return undefined;
    const stars = random.int(1, 5);
    const [who, grades] = random.pick([
      [order.buyer, { stars, description: stars, punctuality: stars, service: stars }],
      [order.seller, { stars }],
    ] as const);
    return world.call(who, 'PUT', `/orders/${order.hash}/rating`, { ...grades, text: note });
  },
};

/** The destination of a refund, chosen while it is pending. */
const chooseDestination: Move = {
  name: 'destination of a refund',
  weight: 1,
  async make(world, random) {
    const { data } = await world.get(world.admin, '/staff/refunds');
    const refund = data.items.length > 0 && random.pick<{ id: number; order: { hash: string } }>(data.items);
    const order = refund && world.orders.find(({ hash }) => hash === refund.order.hash);
    const destination = random.pick(['original', 'balance']);
    return order
      ? world.call(order.buyer, 'PUT', `/refunds/${refund.id}/destination`, { destination })
      : undefined;
  },
};

/** All actions of buyers and sellers. */
export const orderMoves: readonly Move[] = [
  buy,
  step,
  write,
  look,
  writeDeliveryData,
  rate,
  chooseDestination,
  ...withdrawalMoves,
];
