import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import { day, hour, minute } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const codes = (count: number) => Array.from({ length: count }, () => randomBytes(8).toString('hex'));
const inDays = async (days: number) => {
  const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(market.sales.db);
  return new Date(rows[0]!.now.getTime() + days * day - minute).toISOString();
};

test('an accepted partial refund is made at once and the rest belongs to the seller (R03, P23)', async () => {
  const dispute = await market.answered();
  const id = await market.proposed(dispute, dispute.seller, { kind: 'partial', percent: 40 });
  expect((await market.seen(dispute)).proposals).toMatchObject([
    { refundCents: 4_000, percent: 40, state: 'open' },
  ]);
  expect(await market.notices(dispute.buyer)).toContain('Nova proposta de acordo');
  const answer = await market.answerProposal(dispute, dispute.buyer, id);
  expect(answer.data).toMatchObject({ state: 'closed' });
  expect(await market.told(dispute)).toEqual({ told: 'closed, completed, pending_release', back: 4_000 });
  expect(await market.seen(dispute)).toMatchObject({
    ending: 'agreed',
    result: 'partial',
    refundCents: 4_000,
  });
});

test('twenty acceptances at once refund once', async () => {
  const dispute = await market.answered();
  const id = await market.proposed(dispute, dispute.seller, { kind: 'full' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => market.answerProposal(dispute, dispute.buyer, id)),
  );
  expect(answers.filter(({ status }) => status === 201 || status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'wrong_state')).toHaveLength(19);
  expect(await market.told(dispute)).toEqual({
    told: 'closed, refunded, reversed',
    back: dispute.totalCents,
  });
});

test('only the other side answers a proposal, and a newer one replaces it', async () => {
  const dispute = await market.answered();
  const first = await market.proposed(dispute, dispute.buyer, { kind: 'full' });
  expect((await market.answerProposal(dispute, dispute.buyer, first)).body.code).toBe('forbidden');
  const second = await market.proposed(dispute, dispute.buyer, { kind: 'partial', percent: 50 });
  expect((await market.answerProposal(dispute, dispute.seller, first)).body).toMatchObject({
    code: 'wrong_state',
    meta: { proposal: 'replaced', allowed: ['accept', 'refuse', 'propose', 'add_file'] },
  });
  await market.answerProposal(dispute, dispute.seller, second, 'refuse');
  expect(await market.notices(dispute.buyer)).toContain('Proposta recusada');
  expect(await market.stateOf(dispute)).toBe('negotiating');
});

test('a proposal without an answer ends after 48 hours and changes nothing (R03)', async () => {
  const dispute = await market.answered();
  const id = await market.proposed(dispute, dispute.seller, { kind: 'partial', percent: 10 });
  await market.pass(48 * hour);
  expect((await market.seen(dispute)).proposals).toMatchObject([{ state: 'expired' }]);
  expect((await market.answerProposal(dispute, dispute.buyer, id)).status).toBe(409);
  expect(await market.stateOf(dispute)).toBe('negotiating');
});

test('a proposal ends with the date it promises, and never becomes an agreement that is already broken (R03)', async () => {
  const dispute = await market.answered();
  const { now } = await market.sales.view(dispute);
  const promiseBy = new Date(Date.parse(now) + 20 * hour).toISOString();
  const id = await market.proposed(dispute, dispute.seller, { kind: 'fix', promiseBy });
  expect((await market.seen(dispute)).proposals[0]).toMatchObject({ state: 'open', dueAt: promiseBy });
  // Its time is over before any sweep has said so.
  await market.sales.moveClock(20 * hour + 1_000);
  expect((await market.answerProposal(dispute, dispute.buyer, id)).body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    meta: { proposal: 'expired' },
  });
  await market.pass(0);
  expect((await market.seen(dispute)).proposals[0].state).toBe('expired');
  expect(await market.told(dispute)).toEqual({ told: 'negotiating, in_complaint, blocked', back: 0 });
});

test('a proposal may be answered until the last minute of its 48 hours, and not after', async () => {
  const [inTime, late] = [await market.answered(), await market.answered()];
  const ids = [];
  for (const dispute of [inTime, late])
    ids.push(await market.proposed(dispute, dispute.seller, { kind: 'partial', percent: 33 }));
  await market.sales.moveClock(48 * hour - 60_000);
  expect((await market.answerProposal(inTime, inTime.buyer, ids[0]!)).status).toBe(200);
  await market.sales.moveClock(61_000);
  for (const answer of ['accept', 'refuse'])
    expect((await market.answerProposal(late, late.buyer, ids[1]!, answer)).status).toBe(409);
  expect((await market.told(late)).back).toBe(0);
});

test('when it is accepted and withdrawn twenty times at once, the complaint ends one way and odd centavos stay exact', async () => {
  const dispute = await market.answered({ priceCents: 10_001 });
  const id = await market.proposed(dispute, dispute.seller, { kind: 'partial', percent: 33 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? market.answerProposal(dispute, dispute.buyer, id)
        : market.call(dispute, dispute.buyer, 'withdrawal'),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const accepted = (await market.seen(dispute)).ending === 'agreed';
  expect(await market.told(dispute)).toEqual(
    accepted
      ? { told: 'closed, completed, pending_release', back: 3_300 }
      : { told: 'closed, delivered, in_escrow', back: 0 },
  );
});

test('“keep” concludes the sale for the seller', async () => {
  const dispute = await market.answered();
  const id = await market.proposed(dispute, dispute.buyer, { kind: 'keep' });
  await market.answerProposal(dispute, dispute.seller, id);
  expect(await market.told(dispute)).toEqual({ told: 'closed, completed, pending_release', back: 0 });
});

test('a partial refund needs its amount and a repair its date', async () => {
  const dispute = await market.answered();
  const errors = async (body: object) =>
    (await market.call(dispute, dispute.seller, 'proposals', body)).body.errors;
  expect(await errors({ kind: 'partial' })).toMatchObject({ percent: expect.any(String) });
  expect(await errors({ kind: 'partial', percent: 100 })).toMatchObject({ percent: 'Escolha até 99 %.' });
  expect(await errors({ kind: 'fix' })).toMatchObject({ promiseBy: expect.any(String) });
  expect(await errors({ kind: 'fix', promiseBy: await inDays(11) })).toMatchObject({
    promiseBy: 'Escolha uma data nos próximos 10 dias.',
  });
});

test('codes are replaced at once from stock, and the new unit gets a new inspection time (R03)', async () => {
  const dispute = await market.answered({ codes: codes(3) });
  const first = await market.sales.request('POST', `/orders/${dispute.hash}/reveal`, {
    token: dispute.buyer.token,
  });
  const id = await market.proposed(dispute, dispute.seller, { kind: 'replacement' });
  const answer = await market.answerProposal(dispute, dispute.buyer, id);
  expect(answer.data, answer.text).toMatchObject({ state: 'closed' });
  expect(await market.told(dispute)).toEqual({ told: 'closed, delivered, in_escrow', back: 0 });
  const { rows } =
    await sql`select state, count(*)::int as count from stock_units where listing_id = ${dispute.listingId}
    group by state order by state`.execute(market.sales.db);
  expect(rows).toEqual([
    { state: 'available', count: 1 },
    { state: 'delivered', count: 1 },
    { state: 'invalidated', count: 1 },
  ]);
  const second = await market.sales.request('POST', `/orders/${dispute.hash}/reveal`, {
    token: dispute.buyer.token,
  });
  expect(second.data.codes).toHaveLength(1);
  expect(second.data.codes[0].code).not.toBe(first.data.codes[0].code);
  const { deal, now } = await market.sales.view(dispute, dispute.buyer);
  expect((Date.parse(deal.dueAt) - Date.parse(now)) / hour).toBeCloseTo(72, 0);
});

test('without another unit a replacement is refused and the negotiation continues', async () => {
  const dispute = await market.answered({ codes: codes(1) });
  const id = await market.proposed(dispute, dispute.seller, { kind: 'replacement' });
  expect((await market.answerProposal(dispute, dispute.buyer, id)).body.code).toBe('out_of_stock');
  expect(await market.seen(dispute)).toMatchObject({ state: 'negotiating', proposals: [{ state: 'open' }] });
});

test('an agreed repair in time ends the complaint, by confirmation or without an answer (R03)', async () => {
  for (const end of ['word', 'silence'] as const) {
    const dispute = await market.answered();
    const id = await market.proposed(dispute, dispute.seller, { kind: 'fix', promiseBy: await inDays(3) });
    await market.answerProposal(dispute, dispute.buyer, id);
    expect((await market.call(dispute, dispute.buyer, 'mediation')).body.detail).toContain('acordo');
    expect((await market.call(dispute, dispute.buyer, 'proposals', { kind: 'full' })).status).toBe(409);
    await market.act(dispute, dispute.seller, 'fulfilment', { words });
    if (end === 'word') await market.act(dispute, dispute.buyer, 'confirmation');
    else await market.pass(48 * hour);
    expect((await market.told(dispute)).told).toBe('closed, completed, pending_release');
  }
});

test('a delivery under an agreement can be disputed before staff', async () => {
  const dispute = await market.answered();
  const id = await market.proposed(dispute, dispute.seller, {
    kind: 'replacement',
    promiseBy: await inDays(2),
  });
  await market.answerProposal(dispute, dispute.buyer, id);
  await market.act(dispute, dispute.seller, 'fulfilment', { words });
  await market.act(dispute, dispute.buyer, 'mediation');
  expect(await market.stateOf(dispute)).toBe('in_mediation');
});

test('after the end of the case the seller has nothing left to deliver', async () => {
  for (const end of ['confirmation', 'withdrawal'] as const) {
    const dispute = await market.answered();
    const id = await market.proposed(dispute, dispute.seller, { kind: 'fix', promiseBy: await inDays(3) });
    await market.answerProposal(dispute, dispute.buyer, id);
    await market.act(dispute, dispute.buyer, end);
    const late = await market.call(dispute, dispute.seller, 'fulfilment', { words });
    expect(late.body).toMatchObject({ code: 'wrong_state', meta: { state: 'closed', allowed: [] } });
  }
});

test('a missed date refunds everything (R03)', async () => {
  const dispute = await market.answered();
  const id = await market.proposed(dispute, dispute.seller, { kind: 'fix', promiseBy: await inDays(2) });
  await market.answerProposal(dispute, dispute.buyer, id);
  await market.pass(2 * day);
  expect(await market.seen(dispute)).toMatchObject({ state: 'decided', result: 'full' });
  expect((await market.call(dispute, dispute.seller, 'fulfilment', { words })).status).toBe(409);
  await market.act(dispute, dispute.seller, 'acceptance');
  expect(await market.told(dispute)).toEqual({
    told: 'closed, refunded, reversed',
    back: dispute.totalCents,
  });
});
