import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** Compares the moves that a refusal lists with the calls that succeed afterwards. */
let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** A setup call that must succeed. */
const act = async (of: Placed, who: Person, verb: string, body?: object) => {
  const answer = await sales.tryAct(of, who, verb, body);
  expect(answer.status, answer.text).toBeLessThan(300);
};
const note = 'Enviei pelo correio às 10 h.';
const then = async (sale: Promise<Placed>, more: (of: Placed) => Promise<unknown>) => {
  const done = await sale;
  await more(done);
  return done;
};
const started = (options = {}) => then(sales.paid(options), (of) => act(of, of.seller, 'delivery-start'));
const concluded = () => then(sales.delivered(), (of) => act(of, of.buyer, 'confirmation'));
const complaint = {
  reason: 'not_as_described',
  wish: 'full',
  words: 'Veio outro produto, de outra cor e menor do que o anúncio diz.',
};

const scenes: Record<string, () => Promise<Placed>> = {
  'awaiting payment': () => sales.placed(),
  paid: () => sales.paid(),
  'in delivery': () => started(),
  // The sweep cancels it a day after the promise.
  'in delivery and late': () => then(started({ promisedHours: 1 }), () => sales.moveClock(2 * hour)),
  'in delivery, asked to cancel': () =>
    then(started(), (of) => act(of, of.buyer, 'cancellation-request', { note: 'Não preciso mais dele.' })),
  delivered: () => sales.delivered(),
  completed: () => concluded(),
  'completed a year ago': () => then(concluded(), () => sales.moveClock(365 * day)),
  regretted: () => then(concluded(), (of) => act(of, of.buyer, 'regret', { destination: 'original' })),
  'in complaint': () => then(sales.delivered(), (of) => act(of, of.buyer, 'complaints', complaint)),
  cancelled: () => then(sales.paid(), (of) => act(of, of.buyer, 'withdrawal-of-purchase')),
};

const calls: Record<string, (sale: Placed) => [verb: string, body?: object]> = {
  abandon: () => ['abandonment'],
  start_delivery: () => ['delivery-start'],
  withdraw_purchase: () => ['withdrawal-of-purchase'],
  cancel_sale: () => ['cancellation', { reason: 'no_stock' }],
  deliver: () => ['delivery', { note }],
  cancel_agreed: () => ['cancellation-request/answer', { decision: 'accept', note: '' }],
  confirm: () => ['confirmation'],
  complain_late: () => ['complaints', { ...complaint, reason: 'late' }],
  complain: () => ['complaints', complaint],
  complain_concluded: () => ['complaints', complaint],
  regret: () => ['regret', { destination: 'original' }],
  refund_sale: ({ totalCents }) => ['refunds', { amountCents: totalCents, note: 'Devolvo tudo.' }],
};
/** One call covers several events of the state table. */
const callOf = (event: string, sale: Placed) => calls[event]!(sale)[0];

test.each(
  Object.keys(scenes).flatMap((scene) => (['buyer', 'seller'] as const).map((side) => ({ scene, side }))),
)(
  'a refusal lists exactly the moves that the state table allows: $scene, the $side',
  async ({ scene, side }) => {
    const sale = await scenes[scene]!();
    const send = (of: Placed, event: string) => sales.tryAct(of, of[side], ...calls[event]!(of));
    // One side never makes the other side's moves.
    const refusal = await send(sale, side === 'buyer' ? 'deliver' : 'confirm');
    expect(refusal.body.code, refusal.text).toBe('wrong_state');
    const possible: string[] = refusal.body.meta.allowed;
    const named = new Set(possible.map((event) => callOf(event, sale)));
    // Calls that change no state, or refund a part, have no event in the state table.
    for (const event of Object.keys(calls).filter(
      (one) => !named.has(callOf(one, sale)) && one !== 'refund_sale',
    ))
      expect((await send(sale, event)).status, `${event} is not named`).toBeGreaterThanOrEqual(400);
    for (const [place, event] of possible.entries()) {
      const fresh = place === 0 ? sale : await scenes[scene]!();
      const answer = await send(fresh, event);
      expect(answer.status, `${event} is named: ${answer.text}`).toBeLessThan(300);
    }
  },
);
