import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { nextState } from '#domain/machine.ts';
import { isMoveOf, orderMachine } from '#domain/orders/orders.ts';
import type { OrderActor, OrderEvent, OrderState } from '#domain/orders/orders.ts';
import { hour, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/**
 * Every event that a person can ask for, in every state a sale can be brought to, by every kind of person: what
 * `domain/orders/orders.ts` allows works, everything else is refused and changes nothing.
 */
let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const price = { priceCents: 10_000 };
const note = 'Escrito com mais de dez letras.';

const brought: Partial<Record<OrderState, () => Promise<Placed>>> = {
  awaiting_payment: () => sales.placed(price),
  paid: () => sales.paid(price),
  in_delivery: inDelivery,
  delivered: () => sales.delivered(price),
  completed: () => after(sales.delivered(price), 'buyer', 'confirmation'),
  refunded: () => after(sales.delivered(price), 'seller', 'refunds', { amountCents: 10_000, note }),
  cancelled: () => after(sales.paid(price), 'buyer', 'withdrawal-of-purchase'),
  expired: async () => {
    const sale = await sales.placed(price);
    await sales.moveClock(hour);
    await sales.drain();
    return sale;
  },
};

async function inDelivery(): Promise<Placed> {
  return after(sales.paid(price), 'seller', 'delivery-start');
}

async function after(sale: Promise<Placed>, who: 'buyer' | 'seller', verb: string, body?: object) {
  const placed = await sale;
  const answer = await sales.tryAct(placed, placed[who], verb, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return placed;
}

interface Call {
  path: (sale: Placed) => string;
  body?: object;
}

const onOrder = (verb: string, body?: object): Call => ({
  path: ({ hash }) => `/orders/${hash}/${verb}`,
  body,
});
const forced = (event: string): Call => ({
  path: ({ hash }) => `/staff/orders/${hash}/forced-moves`,
  body: { event, reason: note },
});

/** The call that asks for each event; the other events are the clock's, the bank's and complaints' to cause. */
const calls: Partial<Record<OrderEvent, Call>> = {
  abandon: onOrder('abandonment'),
  start_delivery: onOrder('delivery-start'),
  withdraw_purchase: onOrder('withdrawal-of-purchase'),
  cancel_sale: onOrder('cancellation', { reason: 'no_stock' }),
  deliver: onOrder('delivery', { note }),
  confirm: onOrder('confirmation'),
  regret: onOrder('regret', { destination: 'original' }),
  force_cancellation: forced('force_cancellation'),
  force_delivery: forced('force_delivery'),
  force_conclusion: forced('force_conclusion'),
  force_refund: forced('force_refund'),
};

/** What is asked for and judged by a person does not move the order yet. */
const judged: readonly OrderEvent[] = ['regret'];

type Who = 'buyer' | 'seller' | 'stranger' | 'admin';
const actorOf: Record<Who, OrderActor | null> = {
  buyer: 'buyer',
  seller: 'seller',
  stranger: null,
  admin: 'staff',
};

describe.each(Object.keys(brought) as OrderState[])('an order that is %s', (state) => {
  test.each(Object.keys(calls) as OrderEvent[])(
    'reacts to %s as in the transition table (§4.2)',
    async (event) => {
      const { path, body } = calls[event]!;
      const isForced = event.startsWith('force_');
      // A refused caller changes nothing, so all of them try the same order; the permitted caller is the last.
      let sale = await brought[state]!();
      const may = (who: Who) => {
        const actor = actorOf[who];
        return (
          actor !== null &&
          (actor === 'staff') === isForced &&
          isMoveOf(event, 'manual', state) &&
          'to' in nextState(orderMachine, event, state, actor)
        );
      };
      const people: Who[] = ['stranger', 'admin', 'buyer', 'seller'];
      for (const who of people.toSorted((one, other) => Number(may(one)) - Number(may(other)))) {
        const token = (
          who === 'stranger'
            ? await sales.user()
            : who === 'admin'
              ? await sales.user({ role: 'admin' })
              : sale[who]
        ).token;
        const answer = await sales.request('POST', path(sale), { token, key: true, body });
        if (may(who)) {
          expect([who, answer.status < 300], answer.text).toEqual([who, true]);
          const to = judged.includes(event) ? state : orderMachine[event].to;
          expect(await sales.stateOf(sale)).toBe(to);
          sale = await brought[state]!();
        } else {
          expect([who, [403, 404, 409].includes(answer.status)], answer.text).toEqual([who, true]);
          expect(await sales.stateOf(sale)).toBe(state);
        }
      }
    },
  );
});
