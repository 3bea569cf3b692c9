import { randomUUID } from 'node:crypto';
import type { Random } from '#db/seed/random.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Said } from './caller.ts';
import type { Sighted, World } from './world.ts';

/** Something an actor may do now; `undefined` when there is nothing to do it to. */
export interface Move {
  name: string;
  /** How often it is chosen beside the others. */
  weight: number;
  make(world: World, random: Random): Promise<Said | undefined>;
}

export const note = 'Escrito por acaso, com mais de trinta letras, para o que quer que seja.';

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
    const wish = {
      listingId: good.id,
      quantity,
      expectedTotalCents: good.priceCents * quantity + slip,
      method,
    };
    const said = await (random.chance(0.1) ? world.twice : world.post)(buyer, '/orders', wish);
    if (said.code === 'ok') world.orders.push({ ...said.data, method, buyer, seller: good.seller });
    return said;
  },
};

type Step = readonly [verb: string, body?: (random: Random, order: Sighted) => object];
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
    reason: random.pick(['not_received', 'invalid_code', 'recovered', 'incomplete', 'late', 'other']),
    wish: 'full',
    words: note,
  }),
];
const regret: Step = [
  'regret',
  (random) => ({ destination: random.pick(['original', 'original', 'balance']) }),
];
const deliver: Step = ['delivery', () => ({ note })];
const wishToCancel: Step = ['cancellation-request', () => ({ note })];
const answerWish: Step = [
  'cancellation-request/answer',
  (random) => ({ decision: random.pick(['accept', 'refuse']), note }),
];
const cancel: Step = ['cancellation', () => ({ reason: 'no_stock' })];

/** What makes sense in a state, the likelier the more often it is named. */
const sensible: Partial<Record<string, Partial<Record<Side, readonly Step[]>>>> = {
  awaiting_payment: { buyer: [pay, pay, ['abandonment'], ['payment-check']] },
  paid: {
    buyer: [['withdrawal-of-purchase']],
    seller: [['delivery-start'], ['delivery-start'], ['delivery-start'], cancel, giveBack],
  },
  in_delivery: {
    buyer: [wishToCancel, complain],
    seller: [deliver, deliver, deliver, answerWish, giveBack],
  },
  delivered: {
    buyer: [['confirmation'], ['confirmation'], ['confirmation'], ['reveal'], regret, complain],
    seller: [giveBack],
  },
  completed: { buyer: [regret, complain, complain], seller: [giveBack] },
};

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
  seller: [['delivery-start'], deliver, cancel, giveBack, answerWish],
};

/** One step of one side, most times one that makes sense, else whatever there is; now and then a stranger's. */
const step: Move = {
  name: 'step',
  weight: 14,
  async make(world, random) {
    const order = world.someOrder(random);
    if (!order) return undefined;
    const side = random.pick(['buyer', 'seller'] as const);
    const fitting = random.chance(0.75) ? sensible[await world.stateOf(order)]?.[side] : undefined;
    const [verb, body] = random.pick(fitting ?? everyStep[side]);
    const who = random.chance(0.04) ? random.pick(world.buyers) : order[side];
    const path = `/orders/${order.hash}/${verb}`;
    const isKeyed = verb !== 'reveal' && verb !== 'payment-check';
    const said = await (isKeyed && random.chance(0.08) ? world.twice : world.post)(
      who,
      path,
      body?.(random, order),
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

const askWithdrawal: Move = {
  name: 'withdrawal',
  weight: 3,
  async make(world, random) {
    const who = random.pick(random.chance(0.85) ? world.sellers : world.buyers);
    const { data } = await world.get(who, '/balances');
    const free = data.availableCents + data.purchaseCreditCents;
    const amountCents = random.chance(0.15) ? free + 1 : random.int(1_000, Math.max(1_000, free));
    return random.chance(0.15)
      ? world.twice(who, '/withdrawals', { amountCents })
      : world.post(who, '/withdrawals', { amountCents });
  },
};

const takeWithdrawalBack: Move = {
  name: 'withdrawal taken back',
  weight: 1,
  async make(world, random) {
    const who = random.pick(world.sellers);
    const { data } = await world.get(who, '/withdrawals');
    const newest = data.items[0];
    return newest && world.post(who, `/withdrawals/${newest.id}/cancellation`);
  },
};

/** Everything buyers and sellers do. */
export const orderMoves: readonly Move[] = [buy, step, write, look, askWithdrawal, takeWithdrawalBack];
