import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

/** What a refusal says is still possible, against what the next call is taken for: neither more nor less. */
let market: Complaints;
let colleague: Person;
beforeAll(async () => {
  market = await openComplaints();
  colleague = await market.sales.user({ role: 'admin' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await market.sales.checkBooks();
});
afterAll(() => market.sales.close());

interface Refund extends Placed {
  refundId: number;
}

const note = 'Conferido com quem comprou.';
const decide = (who: Person, { refundId }: Refund, decision: string) =>
  market.post(who, `/staff/refunds/${refundId}/decision`, { decision, note });
const endToEndOf = ({ refundId }: Refund) => `E0000000020261125${String(refundId).padStart(15, '0')}`;
const byHand = (who: Person, of: Refund) =>
  market.post(who, `/staff/refunds/${of.refundId}/hand-payment`, { endToEndId: endToEndOf(of) });
const claim = (who: Person, { refundId }: Refund) =>
  market.sales.request('PUT', `/staff/holds/refunds/${refundId}`, { token: who.token, body: {} });

/** A step to a scene that must succeed. */
async function then(refund: Promise<Refund>, ...steps: ((of: Refund) => Promise<Answer>)[]): Promise<Refund> {
  const done = await refund;
  for (const step of steps) {
    const answer = await step(done);
    expect(answer.status, answer.text).toBeLessThan(300);
  }
  return done;
}

const refundOf = async (sale: Placed): Promise<Refund> => ({
  ...sale,
  refundId: (await market.sales.view(sale, sale.buyer)).deal.refunds.at(-1).id,
});

/** A regret of codes that were seen, which a person judges. */
async function asked(priceCents = 10_000): Promise<Refund> {
  const { sales } = market;
  const sale = await sales.delivered({ codes: sales.codes(1), priceCents });
  await sales.act(sale, sale.buyer, 'reveal');
  const regret = await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' });
  expect(regret.status, regret.text).toBe(201);
  return refundOf(sale);
}

/** A sale that its seller cancelled. */
async function owed(priceCents: number): Promise<Refund> {
  const sale = await market.sales.paid({ priceCents });
  await market.sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  return refundOf(sale);
}

async function answered(state: 'processing' | 'failed'): Promise<Refund> {
  vi.spyOn(market.sales.bank, 'refund').mockResolvedValue({
    state,
    providerId: 'x',
    reason: 'NAO_REALIZADO',
  });
  return owed(10_000);
}

/** The bank refused it three times. */
async function manual(): Promise<Refund> {
  const refund = await answered('failed');
  for (let times = 0; times < 2; times++) {
    await market.sales.moveClock(hour);
    await market.sales.drain();
  }
  return refund;
}

const complain = (of: Refund) =>
  market.sales.tryAct(of, of.buyer, 'complaints', { reason: 'not_as_described', wish: 'full', words });
const analyse = (of: Refund) =>
  market.post(market.admin, `/staff/orders/${of.id}/analysis`, { reason: 'stolen_means', note });
const contested = async (refund: Promise<Refund>) => {
  const done = await refund;
  await market.sales.bank.contestCharge(done.reference, { to: 'open' });
  await market.sales.drain();
  return done;
};

const scenes: Record<string, () => Promise<Refund>> = {
  requested: () => asked(),
  'requested, claimed by a colleague': () => then(asked(), (of) => claim(colleague, of)),
  'requested, with an open complaint': () => then(asked(), complain),
  'requested, during an analysis of its payment': () => then(asked(), analyse),
  'requested, during a contestation': () => contested(asked()),
  'requested, above the limit': () => asked(500_100),
  'requested, first approved by the person': () =>
    then(asked(500_100), (of) => decide(market.admin, of, 'approve')),
  'in review': () => owed(100_100),
  'in review, claimed by the person': () => then(owed(100_100), (of) => claim(market.admin, of)),
  'in review, claimed by a colleague': () => then(owed(100_100), (of) => claim(colleague, of)),
  'in review, during a contestation': () => contested(owed(100_100)),
  'in review, first approved by the person': () =>
    then(owed(500_100), (of) => decide(market.admin, of, 'approve')),
  'in review, first approved by a colleague': () =>
    then(owed(500_100), (of) => decide(colleague, of, 'approve')),
  'at the bank': () => answered('processing'),
  'refused by the bank': () => answered('failed'),
  manual: manual,
  'manual, claimed by a colleague': () => then(manual(), (of) => claim(colleague, of)),
  'manual, during a contestation': () => contested(manual()),
  'sent by the person': () => then(manual(), (of) => byHand(market.admin, of)),
  'sent by a colleague': () => then(manual(), (of) => byHand(colleague, of)),
  'sent by a colleague, confirmed': () =>
    then(
      manual(),
      (of) => byHand(colleague, of),
      (of) => byHand(market.admin, of),
    ),
  completed: () => owed(10_000),
  refused: () => then(asked(), (of) => decide(colleague, of, 'reject')),
};

const calls: Record<string, (who: Person, of: Refund) => Promise<Answer>> = {
  approve: (who, of) => decide(who, of, 'approve'),
  reject: (who, of) => decide(who, of, 'reject'),
  pay_by_hand: byHand,
};

/** What a call answers in a scene. One that was refused changed nothing, so that the next may come there, too. */
function trier(scene: string): (call: (of: Refund) => Promise<Answer>) => Promise<Answer> {
  let there: Refund | null = null;
  return async (call) => {
    there ??= await scenes[scene]!();
    const answer = await call(there);
    if (answer.status < 400) there = null;
    return answer;
  };
}

test.each(Object.keys(scenes))('a refusal lists exactly the actions allowed to staff: %s', async (scene) => {
  const { admin } = market;
  const attempt = trier(scene);
  const first = await attempt((of) => byHand(admin, of));
  // What is for a hand is refused when it is decided.
  const refusal =
    first.body.code === 'wrong_state' ? first : await attempt((of) => decide(admin, of, 'reject'));
  expect(refusal.status, refusal.text).toBe(409);
  const possible: string[] = refusal.body.meta.allowed;
  for (const [event, send] of Object.entries(calls)) {
    const { status, text } = await attempt((of) => send(admin, of));
    if (possible.includes(event)) expect(status, `${event} is named: ${text}`).toBeLessThan(300);
    else expect(status, `${event} is not named`).toBeGreaterThanOrEqual(400);
  }
});

const choose = (of: Refund, destination: string) =>
  market.sales.request('PUT', `/refunds/${of.refundId}/destination`, {
    token: of.buyer.token,
    body: { destination },
  });

test.each(Object.keys(scenes))(
  'a refusal lists exactly the destinations allowed to its buyer: %s',
  async (scene) => {
    const attempt = trier(scene);
    const answers: Record<string, Answer> = {};
    for (const to of ['original', 'balance']) answers[to] = await attempt((of) => choose(of, to));
    const taken = Object.keys(answers).filter((to) => answers[to]!.status < 300);
    for (const { status, body } of Object.values(answers))
      if (status >= 300) expect(body).toMatchObject({ code: 'wrong_state', meta: { allowed: taken } });
  },
);
