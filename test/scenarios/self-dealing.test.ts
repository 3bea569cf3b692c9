import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import { hour } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { addressInCuritiba } from '#test/listings/listings-on-sale.ts';
import { parcelsOf } from '#test/shipping/parcels.ts';
import { onOneDevice, watchingRisk } from '#test/risk/watching.ts';
import { holdLinkedSales } from '#server/orders/payment/linked-hold.ts';
import { inTransaction } from '#server/database/transaction.ts';

let market: Complaints;
let sales: Sales;
beforeAll(async () => void ({ sales } = market = await openComplaints()));
beforeEach(() =>
  watchingRisk(sales, { weights: { shared_device: 50, shared_key: 50, shared_document: 50 } }),
);
afterEach(() => sales.checkBooks());
afterAll(() => market.sales.close());

const standing = async ({ id }: Placed) =>
  (
    await sql<{ text: string }>`
      select o.state || ', ' || s.state as text from orders o join settlements s on s.order_id = o.id
      where o.id = ${id}`.execute(sales.db)
  ).rows[0]!.text;

const staffView = async ({ id }: Placed) =>
  (await sales.request('GET', `/staff/orders/${id}`, { token: market.support.token })).data;

/** What the seller cannot use now, and what the sales that are held are worth to them. */
async function blocked({ id }: Person): Promise<{ blockedCents: number; exposureCents: number }> {
  const { rows } = await sql<{ blockedCents: number; exposureCents: number }>`
    select coalesce(sum(s.net_cents) filter (where s.state = 'blocked'), 0)::int as "blockedCents",
      coalesce(sum(s.net_cents) filter (where a.order_id is not null), 0)::int as "exposureCents"
    from settlements s left join analyses a on a.order_id = s.order_id and a.ended_at is null
    where s.seller_id = ${id}`.execute(sales.db);
  return rows[0]!;
}

test('a device that both sides have after the payment holds this sale alone, for a day (F55, N02)', async () => {
  const sale = await sales.paid();
  const { seller, buyer } = sale;
  const stranger = await sales.paid({ seller });
  expect(await standing(sale)).toBe('paid, in_escrow');
  await onOneDevice(sales, [seller, buyer]);
  await sales.drain();
  expect(await standing(sale)).toBe('paid, blocked');
  expect(await standing(stranger)).toBe('paid, in_escrow');
  const { blockedCents, exposureCents } = await blocked(seller);
  expect(blockedCents).toBe(exposureCents);
  expect(await staffView(sale)).toMatchObject({
    risk: { action: 'hold', reasons: ['shared_device'] },
    analysis: { made: { reason: 'risk', by: null, endedAt: null } },
  });
  for (const side of [buyer, seller]) {
    const seen = await sales.view(sale, side);
    expect(seen.deal).toMatchObject({ stoppedBy: 'analysis' });
    expect(JSON.stringify(seen)).not.toMatch(/shared_device|aparelho em comum/);
  }
  await market.pass(24 * hour);
  expect(await standing(sale)).toBe('paid, in_escrow');
  // What was examined once is not held again, by another device either.
  await onOneDevice(sales, [buyer, seller]);
  await sales.drain();
  expect(await standing(sale)).toBe('paid, in_escrow');
});

test('a link that appears when the money waits for its release holds it, and leaves the scores (F55, T109)', async () => {
  const sale = await sales.delivered();
  await sales.act(sale, sale.buyer, 'confirmation');
  expect(await standing(sale)).toBe('completed, pending_release');
  await onOneDevice(sales, [sale.seller, sale.buyer]);
  await sales.drain();
  expect(await standing(sale)).toBe('completed, blocked');
  expect((await staffView(sale)).relation).toMatchObject({ excluded: true });
});

test('released money is not taken back for a link (N02)', async () => {
  const sale = await sales.delivered();
  await sales.act(sale, sale.buyer, 'confirmation');
  await market.pass(8 * 24 * hour);
  expect(await standing(sale)).toBe('completed, released');
  await onOneDevice(sales, [sale.seller, sale.buyer]);
  await sales.drain();
  expect(await standing(sale)).toBe('completed, released');
  expect((await staffView(sale)).relation).toMatchObject({ excluded: true });
});

test('a link below the score, and rules that are off, hold nothing (F55)', async () => {
  await watchingRisk(sales, { weights: { shared_device: 20 }, holdFrom: 50 });
  const sale = await sales.paid();
  await onOneDevice(sales, [sale.seller, sale.buyer]);
  await sales.drain();
  expect(await standing(sale)).toBe('paid, in_escrow');
});

test('twenty workers at once hold a linked sale once (F55)', async () => {
  const sale = await sales.paid();
  await onOneDevice(sales, [sale.seller, sale.buyer]);
  const held = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inTransaction(sales.ctx.db, (tx) =>
        holdLinkedSales(sales.ctx, tx, [index % 2 ? sale.seller.id : sale.buyer.id]),
      ),
    ),
  );
  expect(held.reduce((sum, each) => sum + each, 0)).toBe(1);
  await sales.drain();
  expect(await standing(sale)).toBe('paid, blocked');
  const { blockedCents, exposureCents } = await blocked(sale.seller);
  expect(blockedCents).toBe(exposureCents);
});

test('an admin lets a linked sale go on, and none of its sides does (F55, §4.15)', async () => {
  const sale = await sales.paid();
  await onOneDevice(sales, [sale.seller, sale.buyer]);
  await sales.drain();
  const release = (who: Person) =>
    market.post(who, `/staff/orders/${sale.id}/analysis-release`, { note: 'São irmãos, conferido.' });
  for (const who of [sale.buyer, sale.seller, market.support]) expect((await release(who)).status).toBe(403);
  expect((await release(market.admin)).status).toBe(200);
  expect(await standing(sale)).toBe('paid, in_escrow');
});

test('a parcel that is sent to the address it leaves from waits for staff; one to another door does not (F55)', async () => {
  await watchingRisk(sales, { weights: { shared_address: 50 } });
  const { parcels } = parcelsOf(sales);
  const home = await parcels.paid({}, { to: addressInCuritiba });
  expect(await standing(home)).toBe('paid, blocked');
  expect(await staffView(home)).toMatchObject({ risk: { action: 'hold', reasons: ['shared_address'] } });
  expect(await standing(await parcels.paid())).toBe('paid, in_escrow');
});
