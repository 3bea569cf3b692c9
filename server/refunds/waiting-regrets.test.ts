import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultRefundRules } from '#domain/refunds/refunds.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const note = 'Chegou com um arranhão na tampa.';

/** R$ 100,00 of codes that were seen, regretted, and waiting for a person. */
async function regretted(destination: 'original' | 'balance' = 'original'): Promise<Placed> {
  const { sales } = market;
  const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
  await sales.act(sale, sale.buyer, 'reveal');
  const asked = await sales.tryAct(sale, sale.buyer, 'regret', { destination });
  expect(asked.data, asked.text).toMatchObject({ state: 'delivered' });
  return sale;
}

const give = (sale: Placed, amountCents: number) =>
  market.sales.tryAct(sale, sale.seller, 'refunds', { amountCents, note });

async function regretOf(sale: Placed): Promise<{ id: number; state: string; amount: number }> {
  const { rows } = await sql<{ id: number; state: string; amount: number }>`
    select id, state, amount_cents as amount from refunds
    where order_id = ${sale.id} and reason = 'regret'`.execute(market.sales.db);
  return rows[0]!;
}

const decide = async (who: Person, sale: Placed) =>
  market.post(who, `/staff/refunds/${(await regretOf(sale)).id}/decision`, { decision: 'approve', note });

/** The regret as it waits in the team's queue. */
async function queued({ hash }: Placed) {
  const { data } = await market.sales.request('GET', '/staff/refunds', { token: market.admin.token });
  return data.items.find(({ order }: { order: { hash: string } }) => order.hash === hash);
}

const backOf = async (sale: Placed) => (await market.sales.view(sale, sale.buyer)).deal.refundedCents;

test.each(['original', 'balance'] as const)(
  'a pending regret covers the remaining amount after a partial refund by the seller: destination %s',
  async (destination) => {
    const sale = await regretted(destination);
    const given = await give(sale, 3_001);
    expect(given.status, given.text).toBe(201);
    expect(await regretOf(sale)).toMatchObject({ state: 'requested', amount: 6_999 });
    expect((await decide(market.support, sale)).data).toMatchObject({ state: 'approved' });
    expect(await market.sales.stateOf(sale)).toBe('refunded');
    expect(await backOf(sale)).toBe(10_000);
  },
);

test('a pending regret ends when the seller refunds everything', async () => {
  const sale = await regretted();
  expect((await give(sale, 10_000)).data.state).toBe('refunded');
  expect(await regretOf(sale)).toMatchObject({ state: 'rejected' });
  expect((await market.sales.view(sale, sale.buyer)).deal.refunds[0]).toMatchObject({
    reason: 'regret',
    overtaken: true,
    note: 'O valor já voltou por outro caminho.',
  });
  expect((await decide(market.admin, sale)).body.code).toBe('already_decided');
  expect(await backOf(sale)).toBe(10_000);
});

test('a pending regret is postponed until the end of a complaint, and then covers the remaining amount', async () => {
  const [parted, whole] = [await regretted(), await regretted()];
  for (const sale of [parted, whole]) {
    const dispute = await market.complain(sale);
    expect((await decide(market.admin, sale)).body.code).toBe('wrong_state');
    expect(await queued(sale)).toMatchObject({
      decidable: false,
      notDecidableBecause: 'O pedido está em reclamação. A desistência espera o fim dela.',
    });
    await end(dispute, sale === whole ? { kind: 'full' } : { kind: 'partial', percent: 33 });
  }
  expect(await regretOf(parted)).toMatchObject({ state: 'requested', amount: 6_700 });
  expect(await queued(parted)).toMatchObject({ decidable: true, amountCents: 6_700 });
  expect((await decide(market.admin, parted)).data.state).toBe('approved');
  expect(await backOf(parted)).toBe(10_000);
  expect(await regretOf(whole)).toMatchObject({ state: 'rejected' });
  expect(await backOf(whole)).toBe(10_000);
});

async function end(dispute: Dispute, proposal: object): Promise<void> {
  await market.act(dispute, dispute.seller, 'answer', { words: note });
  const id = await market.proposed(dispute, dispute.seller, proposal);
  expect((await market.answerProposal(dispute, dispute.buyer, id)).status).toBe(200);
}

test('of twenty parallel grants and refunds by the seller, everything is refunded once', async () => {
  const sale = await regretted();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? decide(market.admin, sale) : give(sale, 10_000))),
  );
  expect(await market.sales.stateOf(sale)).toBe('refunded');
  expect(await backOf(sale)).toBe(10_000);
  await market.pass(hour);
});

test('an unrevealed code cannot be revealed while its regret is pending', async () => {
  const { sales } = market;
  await sales.setRules({ refunds: { ...defaultRefundRules, regretsAfterReveal: -1 } });
  const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
  await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' });
  expect(await regretOf(sale)).toMatchObject({ state: 'requested' });
  expect((await sales.tryAct(sale, sale.buyer, 'reveal')).body.code).toBe('regret_waiting');
  await sales.setRules({ refunds: defaultRefundRules });
});

test('revealed codes stay readable after the refund; unrevealed ones stay closed', async () => {
  const { sales } = market;
  const seen = await regretted();
  await decide(market.support, seen);
  expect(await sales.stateOf(seen)).toBe('refunded');
  const { deal } = await sales.view(seen, seen.buyer);
  expect(deal.actions).toContainEqual({ event: 'reveal', allowed: true });
  expect((await sales.tryAct(seen, seen.buyer, 'reveal')).data.codes).toHaveLength(1);
  const unseen = await sales.delivered({ codes: sales.codes(1) });
  await give(unseen, unseen.totalCents);
  expect((await sales.tryAct(unseen, unseen.buyer, 'reveal')).body.code).toBe('wrong_state');
});

test('a pending regret blocks money and timer until it is refused', async () => {
  const { sales } = market;
  const sale = await regretted();
  const standing = async () => {
    const { rows } = await sql<{ told: string }>`
      select o.state || ', ' || s.state || ', ' || coalesce(o.due_event, 'stands') as told
      from orders o join settlements s on s.order_id = o.id where o.id = ${sale.id}`.execute(sales.db);
    return rows[0]!.told;
  };
  expect(await standing()).toBe('delivered, blocked, stands');
  await sales.act(sale, sale.buyer, 'confirmation');
  await market.pass(9 * 24 * hour);
  expect(await standing()).toBe('completed, blocked, stands');
  expect((await sales.view(sale, sale.seller)).deal).toMatchObject({ stoppedBy: 'regret' });
  const { id } = await regretOf(sale);
  await market.post(market.support, `/staff/refunds/${id}/decision`, { decision: 'reject', note });
  await market.pass(hour);
  expect(await standing()).toBe('completed, released, stands');
});
