import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyIncidents, watchForSilence } from '#server/incidents/jobs.ts';
import { shiftTicketClocks } from '#server/tickets/clock-shifts.ts';
import { runDueOrders } from '#server/orders/jobs.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute } from '#test/orders/sales.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/** N14: an outage of ours moves the deadlines that ran meanwhile by exactly what they had in common with it. */

let stage: Stage;
let admin: Person;
beforeAll(async () => {
  stage = await openStage();
  admin = stage.admin;
});
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const words = 'As páginas de pedidos não abriram.';
const reason = 'O provedor de hospedagem caiu por completo.';

const at = async (shiftMs = 0) => new Date((await marketNow(stage.db)).getTime() + shiftMs).toISOString();
const declare = async (times: { startsAt?: string; endsAt?: string } = {}, by = admin) =>
  stage.post(by, '/staff/incidents', { startsAt: await at(-1), words, reason, ...times });
const end = (id: number, by = admin) => stage.post(by, `/staff/incidents/${id}/end`);

/** Ends it, moves the deadlines, and lets a minute pass, after which deadlines end again. */
async function finish(id: number): Promise<void> {
  const ended = await end(id);
  expect(ended.status, ended.text).toBe(200);
  await apply();
}

async function apply(): Promise<void> {
  await shiftTicketClocks.run(stage.ctx);
  await applyIncidents.run(stage.ctx);
  await stage.moveClock(2 * minute);
  await applyIncidents.run(stage.ctx);
  const { rows } = await sql`select from incidents where applied_at is null`.execute(stage.db);
  expect(rows).toHaveLength(0);
}

async function duesOf(ids: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; due: Date }>`
    select id, due_at as due from orders where id = any (${ids}::bigint[])`.execute(stage.db);
  return new Map(rows.map(({ id, due }) => [id, due.getTime()]));
}

test('an incident of five hours moves three hundred deadlines by exactly five hours, once, also after a kill', async () => {
  const first = await stage.paid();
  const { rows } = await sql<{ id: number }>`
    insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
      unit_price_cents, total_cents, commission_cents, guarantee_cents, delivery_type, promised_hours, due_at, due_event,
      commission_bps, min_commission_cents, max_commission_cents, guarantee_bps, warranty_days, delivery_proof,
      delivery_data)
    select md5(n::text) || md5(n::text), buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
      unit_price_cents, total_cents, commission_cents, guarantee_cents, delivery_type, promised_hours,
      market_now() + n * interval '1 minute', 'expire', commission_bps, min_commission_cents, max_commission_cents,
      guarantee_bps, warranty_days, delivery_proof, delivery_data
    from orders, generate_series(1, 299) n where id = ${first.id} returning id`.execute(stage.db);
  const ids = [first.id, ...rows.map(({ id }) => id)];
  const before = await duesOf(ids);
  const declared = await declare();
  expect(declared.status, declared.text).toBe(200);
  const { id, startsAt } = declared.data;
  await stage.moveClock(5 * hour - (Date.parse(await at()) - Date.parse(startsAt)));
  expect(await runDueOrders.run(stage.ctx), 'while it lasts no deadline ends').toBe(0);
  const ended = await end(id);
  const lengthMs = Date.parse(ended.data.endsAt) - Date.parse(startsAt);
  expect(Math.abs(lengthMs - 5 * hour)).toBeLessThan(10_000);

  // A run that was killed after some batches has moved some of them.
  await sql`select shift_deadlines(${id}, 100, false)`.execute(stage.db);
  const halfway = await duesOf(ids);
  expect(ids.filter((one) => halfway.get(one) === before.get(one)).length).toBeGreaterThan(180);
  expect(await runDueOrders.run(stage.ctx), 'deadlines stand still until all are moved').toBe(0);

  await Promise.all(Array.from({ length: 5 }, () => applyIncidents.run(stage.ctx)));
  await apply();
  const after = await duesOf(ids);
  for (const one of ids)
    expect(Math.abs(after.get(one)! - before.get(one)! - lengthMs)).toBeLessThanOrEqual(1);
  await applyIncidents.run(stage.ctx);
  await sql`select shift_deadlines(${id}, 5000, true)`.execute(stage.db);
  expect(await duesOf(ids), 'run twice moves nothing').toEqual(after);
  await sql`delete from incidents`.execute(stage.db).then(
    () => expect.fail('an incident was deleted'),
    () => undefined,
  );
  await stage.moveClock(2 * day);
  await stage.drain();
});

test('a deadline that began during an incident moves by what is left of it, and one that began afterwards does not', async () => {
  const old = await stage.paid();
  const { data } = await declare();
  await stage.moveClock(2 * hour);
  const during = await stage.paid();
  const before = await duesOf([old.id, during.id]);
  const placedAt = Date.parse((await stage.view(during, during.buyer)).deal.payment.paidAt ?? (await at()));
  await stage.moveClock(3 * hour);
  await end(data.id);
  const later = await stage.paid();
  const untouched = await duesOf([later.id]);
  await apply();
  const after = await duesOf([old.id, during.id, later.id]);
  const { data: list } = await stage.request('GET', '/staff/incidents', { token: admin.token });
  const whole = Date.parse(list.items[0].endsAt) - Date.parse(list.items[0].startsAt);
  expect(Math.abs(after.get(old.id)! - before.get(old.id)! - whole)).toBeLessThanOrEqual(1);
  const part = after.get(during.id)! - before.get(during.id)!;
  expect(Math.abs(part - (Date.parse(list.items[0].endsAt) - placedAt))).toBeLessThan(10_000);
  expect(after.get(later.id)).toBe(untouched.get(later.id));
});

test('while an incident lasts a seller starts a delivery whose time is over, and a buyer pays an order whose time is over', async () => {
  const paid = await stage.paid();
  const placed = await stage.placed();
  const { data } = await declare();
  await stage.moveClock(4 * day);
  await stage.drain();
  expect((await stage.post(paid.seller, `/orders/${paid.hash}/delivery-start`)).status).toBe(200);
  await stage.bank.payCharge(placed.reference);
  await stage.drain();
  expect((await stage.view(placed, placed.buyer)).state).toBe('paid');
  await finish(data.id);
});

test('the day on which the fund pays a regret waits through an incident, and moves by its length (N03)', async () => {
  const sale = await stage.delivered();
  await stage.on(sale, sale.buyer, 'regret', { destination: 'original' });
  const fundAt = async () => {
    const { rows } = await sql<{ at: Date }>`
      select fund_at as at from refunds where order_id = ${sale.id} and reason = 'regret'`.execute(stage.db);
    return rows[0]!.at.getTime();
  };
  const before = await fundAt();
  const { data } = await declare();
  await stage.moveClock(15 * day + hour);
  await stage.drain();
  expect(await stage.lastRefund(sale), 'nothing ends while it lasts').toMatchObject({ state: 'requested' });
  const ended = await end(data.id);
  await apply();
  await stage.drain();
  const lengthMs = Date.parse(ended.data.endsAt) - Date.parse(data.startsAt);
  expect(Math.abs((await fundAt()) - before - lengthMs)).toBeLessThanOrEqual(1);
  expect(await stage.lastRefund(sale), 'the days that are left').toMatchObject({ state: 'requested' });
  await stage.pass(15 * day);
  expect(await stage.lastRefund(sale)).toMatchObject({ reason: 'fund', state: 'completed' });
});

test('complaint, answer, release of money and warranty wait through an incident', async () => {
  const dispute = await stage.complaints.opened();
  const delivered = await stage.delivered();
  await stage.act(delivered, delivered.buyer, 'confirmation');
  const released = async () =>
    (
      await sql<{
        at: Date;
      }>`select release_at as at from settlements where order_id = ${delivered.id}`.execute(stage.db)
    ).rows[0]!.at.getTime();
  const until = async () => Date.parse((await stage.view(delivered, delivered.buyer)).deal.complaintUntil);
  const answerBy = async () => Date.parse((await stage.complaints.seen(dispute, dispute.seller)).due.at);
  const before = [await released(), await until(), await answerBy()];
  const { data } = await declare();
  await stage.moveClock(3 * day);
  await stage.drain();
  expect((await stage.complaints.seen(dispute, dispute.seller)).state).toBe('open');
  await finish(data.id);
  const after = [await released(), await until(), await answerBy()];
  const moved = after.map((one, place) => one - before[place]!);
  expect(Math.max(...moved) - Math.min(...moved)).toBeLessThanOrEqual(1);
  expect(Math.abs(moved[0]! - 3 * day)).toBeLessThan(30_000);
  expect((await stage.complaints.call(dispute, dispute.seller, 'answer', { words: stageWords })).status).toBe(
    200,
  );
});
const stageWords = 'Enviei tudo como combinamos e posso mostrar.';

test('an order shows the incidents that it was open in, to both sides', async () => {
  const sale = await stage.paid();
  const { data } = await declare();
  for (const side of [sale.buyer, sale.seller])
    expect((await stage.view(sale, side)).deal.incidents[0]).toEqual({
      startsAt: data.startsAt,
      endsAt: null,
      words,
      applied: false,
    });
  await stage.moveClock(hour);
  await finish(data.id);
  const [shown] = (await stage.view(sale, sale.buyer)).deal.incidents;
  expect(shown).toMatchObject({ startsAt: data.startsAt, applied: true });
  const { data: list } = await stage.request('GET', '/public/incidents');
  expect(list.items[0]).toEqual(shown);
  const later = await stage.paid();
  expect((await stage.view(later, later.buyer)).deal.incidents).toEqual([]);
});

test('an incident is declared by an admin, within its bounds and apart from others', async () => {
  await stage.moveClock(3 * hour);
  const refusals = [
    [await declare({}, stage.support), 403, 'forbidden'],
    [await declare({ startsAt: await at(hour) }), 400, 'invalid_request'],
    [await declare({ startsAt: await at(-25 * hour) }), 400, 'invalid_request'],
    [await declare({ startsAt: await at(-2 * minute), endsAt: await at(hour) }), 400, 'invalid_request'],
    [await declare({ startsAt: await at(-minute), endsAt: await at(-2 * minute) }), 400, 'invalid_request'],
    [await declare({ startsAt: 'ontem' }), 400, 'invalid_request'],
    [await stage.post(admin, '/staff/incidents/999/end'), 404, 'not_found'],
  ] as const;
  for (const [answer, status, code] of refusals)
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => declare()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const open = answers.find(({ status }) => status === 200)!.data.id;
  expect((await declare({ startsAt: await at(-hour), endsAt: await at(-minute) })).status).toBe(200);
  expect((await end(open, stage.support)).body.code).toBe('forbidden');
  await finish(open);
  expect((await end(open)).body.code).toBe('wrong_state');
  await expect(
    sql`update incidents set ends_at = market_now() where id = ${open}`.execute(stage.db),
  ).rejects.toMatchObject({ code: '23514' });
});

test('the server declares its own silence, once, when all processes were gone longer than the settings allow', async () => {
  await watchForSilence.run(stage.ctx);
  const declaredNow = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from incidents where declared_by is null`.execute(
        stage.db,
      )
    ).rows[0]!.n;
  const asleep = (minutes: number) =>
    sql`update signs_of_life set seen_at = now() - ${minutes} * interval '1 minute'`.execute(stage.db);
  await stage.moveClock(30 * day);
  await asleep(14);
  await watchForSilence.run(stage.ctx);
  expect(await declaredNow()).toBe(0);
  await asleep(40);
  await Promise.all(Array.from({ length: 5 }, () => watchForSilence.run(stage.ctx)));
  expect(await declaredNow()).toBe(1);
  const { data } = await stage.request('GET', '/staff/incidents', { token: admin.token });
  const { startsAt, endsAt, declaredBy } = data.items[0];
  expect(declaredBy).toBeNull();
  expect(Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute)).toBe(40);
  await apply();
});
