import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import { personalData } from '#server/accounts/privacy/export/personal-data.ts';
import { deleteOld } from '#server/accounts/privacy/retention.ts';
import { openCase } from '#test/staff/cases.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
const categories = {} as Record<DeliveryDataAsk, number>;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  for (const deliveryData of ['none', 'optional', 'required'] as const)
    categories[deliveryData] = await sales.category({
      deliveryData,
      deliveryDataHint: `Peça ${deliveryData}`,
    });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const words = 'Rua das Palmeiras, 40, apto 12. Deixar com a Dona Inês.';

async function buy(deliveryData?: unknown, asks: DeliveryDataAsk = 'optional', options: object = {}) {
  const categoryId = categories[asks];
  const listing = await sales.publishedListing({ stock: 3, categoryId, ...options });
  const buyer = await sales.user();
  const { id: listingId, priceCents: expectedTotalCents } = listing;
  const body = { listingId, quantity: 1, expectedTotalCents, method: 'pix', deliveryData };
  const answer = await sales.request('POST', '/orders', { token: buyer.token, key: true, body });
  return { answer, listing, buyer };
}

/** A sale with or without the buyer's delivery data. */
async function placed(text?: string, paid = false): Promise<Placed> {
  const { answer, listing, buyer } = await buy(text);
  expect(answer.status, answer.text).toBe(201);
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${answer.data.id}`.execute(sales.db);
  const { reference } = rows[0]!;
  if (paid) await sales.bank.payCharge(reference);
  return { ...answer.data, buyer, seller: listing.seller, listingId: listing.id, reference };
}

const refused = async (...how: Parameters<typeof buy>) => (await buy(...how)).answer;
const seen = async (sale: Placed, who?: Person) => (await sales.view(sale, who)).deal?.deliveryData;
const write = (sale: Placed, text: unknown, who = sale.buyer) =>
  sales.request('PUT', `/orders/${sale.hash}/delivery-data`, { token: who.token, body: { text } });
const openings = async (sale: Placed) =>
  (
    await sql<{ kind: string; data: object }>`select kind, data from events where subject_kind = 'order'
      and subject_id = ${sale.id} and kind like 'order.delivery_data%' order by id`.execute(sales.db)
  ).rows;

test('the start of the delivery opens the buyer’s data to the seller and is recorded once (P09)', async () => {
  const sale = await placed(`  ${words} `, true);
  expect(await seen(sale, sale.buyer)).toEqual({ given: true, text: words, openedAt: null, writable: true });
  const closed = { given: true, text: null, openedAt: null, writable: false };
  expect(await seen(sale, sale.seller)).toEqual(closed);
  expect(await openings(sale)).toEqual([]);
  await sales.act(sale, sale.seller, 'delivery-start');
  const opened = await seen(sale, sale.seller);
  expect(opened).toMatchObject({ text: words, writable: false });
  expect(opened.openedAt).not.toBeNull();
  expect((await sales.tryAct(sale, sale.seller, 'delivery-start')).status).toBe(409);
  const facts = await openings(sale);
  expect(facts.map(({ kind }) => kind)).toEqual(['order.delivery_data_opened']);
  expect(JSON.stringify(facts)).not.toContain('Palmeiras');
});

test('no other person can read it, neither with the link nor as plain text in the database', async () => {
  const sale = await placed(words, true);
  const stranger = await sales.user();
  for (const who of [undefined, stranger])
    expect(JSON.stringify(await sales.view(sale, who))).not.toContain('Palmeiras');
  expect((await write(sale, 'Outra rua', stranger)).status).toBe(404);
  expect((await write(sale, 'Outra rua', sale.seller)).status).toBe(404);
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from order_delivery_data where order_id = ${sale.id}`.execute(sales.db);
  expect(rows[0]!.sealed.toString('latin1')).not.toContain('Palmeiras');
  for (const table of ['notifications', 'mails', 'events', 'idempotency_keys'])
    expect(
      (await sql`select from ${sql.table(table)} t where t::text like '%Palmeiras%'`.execute(sales.db)).rows,
      table,
    ).toEqual([]);
});

test('staff read it by a recorded access, and not for their own orders', async () => {
  const sale = await placed(words, true);
  const read = (who: Person) =>
    sales.request('POST', `/staff/orders/${sale.hash}/delivery-data/openings`, { token: who.token });
  expect(await seen(sale, admin)).toMatchObject({ given: true, text: null });
  expect((await read(sale.seller)).status).toBe(403);
  expect((await read(admin)).body.code).toBe('no_case');
  await openCase(sales, sale, admin);
  expect((await read(admin)).data).toMatchObject({ text: words });
  expect((await openings(sale)).map(({ kind }) => kind)).toEqual(['order.delivery_data_read']);
  const bare = await placed(undefined, true);
  const path = `/staff/orders/${bare.hash}/delivery-data/openings`;
  expect((await sales.request('POST', path, { token: admin.token })).status).toBe(404);
});

test('the buyer corrects or adds it until the seller starts', async () => {
  const sale = await placed();
  expect(await seen(sale, sale.buyer)).toMatchObject({ given: false, text: null, writable: true });
  expect((await write(sale, 'ab')).body.errors).toHaveProperty('text');
  expect((await write(sale, 'x'.repeat(501))).body.errors).toHaveProperty('text');
  expect((await write(sale, words)).status).toBe(200);
  await sales.bank.payCharge(sale.reference);
  expect((await write(sale, 'Rua Nova, 1')).status).toBe(200);
  expect(await seen(sale, sale.buyer)).toMatchObject({ text: 'Rua Nova, 1' });
  await sales.act(sale, sale.seller, 'delivery-start');
  expect((await write(sale, words)).body.code).toBe('wrong_state');
  expect(await seen(sale, sale.seller)).toMatchObject({ text: 'Rua Nova, 1' });
});

test('with a concurrent correction and start, either the seller reads the correction or the buyer is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const sale = await placed(words, true);
    const [, wrote] = await Promise.all([
      sales.tryAct(sale, sale.seller, 'delivery-start'),
      write(sale, 'Rua Nova, 1'),
    ]);
    expect(await seen(sale, sale.seller)).toMatchObject({
      text: wrote.status === 200 ? 'Rua Nova, 1' : words,
    });
  }
});

test('a category requires it, allows it or does not ask; automatic delivery never asks', async () => {
  expect((await refused(undefined, 'required')).body.errors).toEqual({
    deliveryData: 'Escreva onde e como o vendedor deve entregar.',
  });
  const unasked = { deliveryData: 'Este anúncio não pede dados para a entrega.' };
  expect((await refused(words, 'none')).body.errors).toEqual(unasked);
  expect((await refused(words, 'required', { codes: sales.codes(3) })).body.errors).toEqual(unasked);
  expect((await refused('ab')).body.errors).toHaveProperty('deliveryData');
  expect((await refused('x'.repeat(501))).body.errors).toHaveProperty('deliveryData');
  expect((await refused(words, 'required')).status).toBe(201);
  expect((await refused(undefined, 'none')).status).toBe(201);
  const codes = await refused(undefined, 'required', { codes: sales.codes(3) });
  expect(codes.status, codes.text).toBe(201);
});

test('the listing tells the buyer whether it is required, with the category’s example', async () => {
  const asked = async (options: object) => {
    const { slug } = await sales.publishedListing({ stock: 1, ...options });
    return (await sales.request('GET', `/public/listings/${slug}`)).data.deliveryData;
  };
  expect(await asked({ categoryId: categories.required })).toEqual({
    asks: 'required',
    hint: 'Peça required',
  });
  expect(await asked({})).toEqual({ asks: 'optional', hint: '' });
  expect(await asked({ categoryId: categories.required, codes: sales.codes(1) })).toMatchObject({
    asks: 'none',
  });
});

test('the same idempotency key with other data is refused', async () => {
  const listing = await sales.publishedListing({ stock: 3 });
  const { token } = await sales.user();
  const body = { listingId: listing.id, quantity: 1, expectedTotalCents: listing.priceCents, method: 'pix' };
  const headers = { 'idempotency-key': 'delivery-data-twice' };
  const send = (deliveryData: string) =>
    sales.request('POST', '/orders', { token, headers, body: { ...body, deliveryData } });
  expect((await send(words)).status).toBe(201);
  expect((await send(words)).status).toBe(201);
  expect((await send('Rua Nova, 1')).status).toBeGreaterThanOrEqual(400);
});

test('it is in the data export of its buyer only', async () => {
  const sale = await placed(words, true);
  const { read } = personalData.order_delivery_data;
  const of = ({ id }: Person) => read!(sales.ctx, sales.db, id);
  expect(await of(sale.buyer)).toMatchObject([{ order_id: sale.id, text: words, opened_at: null }]);
  await sales.act(sale, sale.seller, 'delivery-start');
  expect(await of(sale.seller)).toEqual([]);
});

test('PostgreSQL refuses late changes and erases it five years after the end', async () => {
  const sale = await placed(words, true);
  const erase = sql`delete from order_delivery_data where order_id = ${sale.id}`;
  await expect(erase.execute(sales.db)).rejects.toMatchObject({ constraint: 'delivery_data_kept' });
  await sales.act(sale, sale.seller, 'delivery-start');
  await expect(
    sql`update order_delivery_data set opened_at = null where order_id = ${sale.id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'delivery_data_in_time' });
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  await sales.moveClock(5 * 366 * day);
  await deleteOld(sales.ctx);
  expect(await seen(sale, sale.buyer)).toMatchObject({ given: false });
});
