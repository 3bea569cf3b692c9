import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const body = { reason: 'stolen_means', note: 'O cartão é de outra pessoa.' };
const end = { note: 'Conferido com o banco.' };

const mark = (sale: Placed, who: Person = market.admin) =>
  market.post(who, `/staff/orders/${sale.id}/analysis`, body);
const release = (sale: Placed, who: Person = market.admin) =>
  market.post(who, `/staff/orders/${sale.id}/analysis-release`, end);

async function marked(sale: Placed): Promise<Placed> {
  const answer = await mark(sale);
  expect(answer.status, answer.text).toBe(201);
  return sale;
}

/** State of the order and of its money, and its next timer event. */
async function standing({ id }: Placed): Promise<string> {
  const { rows } = await sql<{ told: string }>`
    select o.state || ', ' || s.state || ', ' || coalesce(o.due_event, 'stands') as told
    from orders o join settlements s on s.order_id = o.id where o.id = ${id}`.execute(market.sales.db);
  return rows[0]!.told;
}

const analysisOf = async ({ id }: Placed) =>
  (await market.sales.request('GET', `/staff/orders/${id}`, { token: market.support.token })).data.analysis;

test('money, timer and unrevealed codes are stopped during an analysis and continue with their remaining time', async () => {
  const { sales, pass } = market;
  const sale = await marked(await sales.delivered({ codes: sales.codes(1) }));
  expect(await standing(sale)).toBe('delivered, blocked, stands');
  expect((await sales.tryAct(sale, sale.buyer, 'reveal')).body.code).toBe('payment_in_analysis');
  for (const side of [sale.buyer, sale.seller]) {
    const { deal } = await sales.view(sale, side);
    expect(deal).toMatchObject({ waits: { for: 'analysis' }, stoppedBy: 'analysis', dueAt: null });
    expect(JSON.stringify(deal), 'the sides do not read what the team suspects').not.toContain(body.note);
  }
  await pass(20 * hour);
  expect((await release(sale)).status).toBe(200);
  expect(await standing(sale)).toBe('delivered, in_escrow, confirm_by_time');
  const { deal, now } = await sales.view(sale, sale.buyer);
  expect(Date.parse(deal.dueAt) - Date.parse(now)).toBeGreaterThan(7 * day - hour);
  expect(await analysisOf(sale)).toMatchObject({
    made: { ...body, outcome: 'released', endNote: end.note },
    holdMs: 24 * hour,
    because: expect.any(String),
  });
});

test('a sale completed meanwhile is not released before the analysis ends by itself after 24 hours', async () => {
  const sale = await market.sales.delivered();
  await market.sales.act(sale, sale.buyer, 'confirmation');
  await market.pass(7 * day - hour);
  await marked(sale);
  await market.pass(23 * hour);
  expect(await standing(sale)).toBe('completed, blocked, stands');
  await market.pass(2 * hour);
  expect(await standing(sale)).toBe('completed, released, stands');
  expect((await release(sale)).body.code).toBe('already_decided');
});

test('a refund that the bank refused cannot be paid manually during the analysis', async () => {
  const { sales } = market;
  const sale = await sales.delivered({ priceCents: 10_000 });
  const refuses = vi.spyOn(sales.bank, 'refund').mockResolvedValue({ state: 'failed', providerId: 'x' });
  await sales.tryAct(sale, sale.seller, 'refunds', { amountCents: 1_000, note: 'Chegou com um arranhão.' });
  for (let tries = 0; tries < 3; tries++) await sales.drain();
  refuses.mockRestore();
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from refunds where order_id = ${sale.id}`.execute(sales.db);
  expect(rows).toMatchObject([{ state: 'manual' }]);
  const path = `/staff/refunds/${rows[0]!.id}/hand-payment`;
  const byHand = () => market.post(market.admin, path, { endToEndId: `E${'1'.repeat(31)}` });
  await marked(sale);
  expect((await byHand()).body).toMatchObject({ status: 409, code: 'payment_in_analysis' });
  await release(sale);
  expect((await byHand()).data).toMatchObject({ state: 'manual' });
});

test('no refund is sent during the analysis', async () => {
  const sale = await marked(await market.sales.paid());
  await market.sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  await market.sales.drain();
  expect(await market.sales.refunds(sale)).toMatchObject([{ state: 'approved' }]);
  await release(sale);
  await market.sales.drain();
  expect(await market.sales.refunds(sale)).toMatchObject([{ state: 'completed' }]);
});

test('a forced move refunds everything, after completion too, and with two people above the limit', async () => {
  const other = await market.sales.user({ role: 'admin' });
  const move = (sale: Placed, event: string) =>
    market.post(market.admin, `/staff/orders/${sale.hash}/forced-moves`, {
      event,
      reason: 'O cartão era roubado.',
    });
  const delivered = await marked(await market.sales.delivered());
  expect((await move(delivered, 'force_refund')).data.state).toBe('refunded');
  expect(await analysisOf(delivered)).toMatchObject({ made: { outcome: 'refunded' } });
  const large = await market.sales.delivered({ priceCents: 60_000 });
  await market.sales.act(large, large.buyer, 'confirmation');
  expect((await move(large, 'refund_analysed')).body.code).toBe('wrong_state');
  await marked(large);
  const { waitingId, state } = (await move(large, 'refund_analysed')).data;
  expect(state).toBe('completed');
  const approve = (who: Person) => market.post(who, `/staff/forced-moves/${waitingId}/approval`);
  expect((await approve(market.admin)).body.code).toBe('second_person_needed');
  expect((await approve(other)).data.state).toBe('refunded');
  expect(await market.sales.refunds(large)).toMatchObject([{ amount_cents: 60_000 }]);
  expect(await standing(large)).toBe('refunded, reversed, stands');
});

test('a complaint, a contestation and an analysis each block the money until the last of them is over', async () => {
  const dispute = await market.complain(await marked(await market.sales.delivered()));
  await market.sales.bank.contestCharge(dispute.reference, { to: 'open' });
  await market.sales.drain();
  await market.act(dispute, dispute.buyer, 'withdrawal');
  expect(await standing(dispute)).toBe('delivered, blocked, stands');
  await market.sales.bank.contestCharge(dispute.reference, { to: 'kept' });
  await market.sales.drain();
  expect(await standing(dispute)).toBe('delivered, blocked, stands');
  await release(dispute);
  expect(await standing(dispute)).toBe('delivered, in_escrow, confirm_by_time');
});

test('an order is analysed once, while we hold its money, and with a note', async () => {
  const sale = await marked(await market.sales.paid());
  expect((await mark(sale)).body.code).toBe('already_requested');
  await release(sale);
  expect((await mark(sale)).body.code).toBe('already_requested');
  const unpaid = await market.sales.placed();
  expect((await mark(unpaid)).body.code).toBe('wrong_state');
  const { errors } = (
    await market.post(market.admin, `/staff/orders/${sale.id}/analysis`, { reason: 'x', note: '' })
  ).body;
  expect(Object.keys(errors)).toEqual(['reason', 'note']);
  expect((await mark({ ...sale, id: 2_000_000_000 })).status).toBe(404);
});

test('of twenty concurrent starts and ends one each succeeds', async () => {
  const sale = await market.sales.delivered();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? mark(sale) : release(sale))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  await release(sale);
  expect(await standing(sale)).toBe('delivered, in_escrow, confirm_by_time');
});

test('PostgreSQL refuses analyses by a party, early endings and analyses without blocked money', async () => {
  const sale = await market.sales.delivered();
  const insert = (by: number) =>
    sql`insert into analyses (order_id, reason, note, marked_by, until)
      values (${sale.id}, 'other', 'Sem parar o dinheiro.', ${by}, market_now() + interval '1 day')`.execute(
      market.sales.db,
    );
  await expect(insert(sale.seller.id)).rejects.toMatchObject({ constraint: 'analysis_by_party' });
  await expect(insert(market.admin.id)).rejects.toMatchObject({ constraint: 'stop_money' });
  await marked(sale);
  await expect(
    sql`update analyses set ended_at = market_now(), outcome = 'lapsed' where order_id = ${sale.id}`.execute(
      market.sales.db,
    ),
  ).rejects.toMatchObject({ constraint: 'analysis_early' });
  await expect(
    sql`update settlements set state = 'in_escrow' where order_id = ${sale.id}`.execute(market.sales.db),
  ).rejects.toMatchObject({ constraint: 'block_money' });
});
