import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { returnsOf, wrong } from '#test/shipping/returns.ts';

let sales: Sales;
let market: ReturnType<typeof returnsOf>;
beforeAll(async () => {
  sales = await openSales();
  market = returnsOf(sales);
});
afterAll(() => sales.close());

const own = { carrier: 'correios', trackingCode: null };

async function regretted(): Promise<Placed> {
  const sale = await market.delivered();
  await market.regret(sale);
  return sale;
}

async function regrettedByTable(): Promise<Placed> {
  const sale = await market.receivedByTable();
  await market.regret(sale);
  return sale;
}

test('each side does its own part of a return only', async () => {
  const sale = await regretted();
  for (const [who, verb, body] of [
    [sale.seller, 'return/posting', own],
    [sale.seller, 'return/cancellation', undefined],
    [sale.seller, 'return/handover', undefined],
    [sale.buyer, 'return/receipt', undefined],
    [sale.buyer, 'return/contest', { words: wrong, fileIds: [] }],
  ] as const) {
    const { status, body: refusal } = await market.tryDo(sale, who, verb, body);
    expect([verb, status, refusal.code]).toEqual([verb, 409, 'wrong_state']);
    expect(refusal.meta).toMatchObject({ state: 'to_post' });
  }
  expect((await market.tryDo(sale, sale.seller, 'return/label')).status).toBe(404);
});

test('an order without a return, and another person’s, have none', async () => {
  const sale = await market.delivered();
  for (const verb of ['posting', 'cancellation', 'handover', 'receipt', 'contest', 'label', 'label-pdf']) {
    const body = verb === 'posting' ? own : verb === 'contest' ? { words: wrong, fileIds: [] } : undefined;
    expect((await market.tryDo(sale, sale.buyer, `return/${verb}`, body)).status).toBe(404);
  }
  const back = await regretted();
  expect((await market.tryDo(back, await sales.user(), 'return/cancellation')).status).toBe(404);
});

test('a thing is regretted once', async () => {
  const sale = await regretted();
  await market.act(sale, sale.buyer, 'return/cancellation');
  const { status, body } = await market.tryDo(sale, sale.buyer, 'regret', { destination: 'original' });
  expect([status, body.code]).toEqual([409, 'already_requested']);
});

test('a return with a label of the site is not posted in another way, and one in hands not by mail', async () => {
  const sale = await regretted();
  await market.act(sale, sale.buyer, 'return/label');
  const posted = await market.tryDo(sale, sale.buyer, 'return/posting', own);
  expect([posted.status, posted.body.detail]).toEqual([409, expect.stringContaining('etiqueta do site')]);
  const pickup = await market.parcels.pickupPaid({ priceCents: 10_000 });
  const { code } = (await sales.view(pickup, pickup.buyer)).deal.pickup;
  await market.act(pickup, pickup.seller, 'handover', { code });
  await market.regret(pickup);
  const mailed = await market.tryDo(pickup, pickup.buyer, 'return/posting', own);
  expect([mailed.status, mailed.body.detail]).toEqual([409, expect.stringContaining('em mãos')]);
  expect((await market.tryDo(pickup, pickup.buyer, 'return/label')).status).toBe(409);
});

test('a label is printed once it was made, until it is posted', async () => {
  const sale = await regretted();
  const early = await market.tryDo(sale, sale.buyer, 'return/label-pdf');
  expect([early.status, early.body.meta.allowed]).toEqual([409, ['make_label', 'post']]);
  await market.act(sale, sale.buyer, 'return/label');
  market.carrier.isAway = true;
  expect((await market.tryDo(sale, sale.buyer, 'return/label-pdf')).status).toBe(503);
  market.carrier.isAway = false;
  await market.reportBack(sale, 'posted');
  expect((await market.tryDo(sale, sale.buyer, 'return/label-pdf')).status).toBe(409);
});

test('the code of a return has its check digit and belongs to one parcel, there or back (S09)', async () => {
  const first = await regrettedByTable();
  const post = (sale: Placed, trackingCode: string) =>
    market.tryDo(sale, sale.buyer, 'return/posting', { carrier: 'correios', trackingCode });
  expect((await post(first, 'AA123456780BR')).body.errors).toEqual({
    trackingCode: expect.stringContaining('números do código está errado'),
  });
  expect((await post(first, 'AA123456785BR')).status).toBe(200);
  const second = await regrettedByTable();
  expect((await post(second, 'aa 123456785 br')).body.errors).toEqual({
    trackingCode: expect.stringContaining('já foi usado'),
  });
  const there = await market.parcels.paid({ priceCents: 10_000 }, { byTable: true });
  const refusal = await market.tryDo(there, there.seller, 'posting', {
    carrier: 'correios',
    trackingCode: 'AA123456785BR',
  });
  expect(refusal.body.errors).toEqual({ trackingCode: expect.stringContaining('já foi usado') });
});

test('staff decide about a return only once it is contested', async () => {
  const sale = await regretted();
  const { rows } = await sql<{ id: number }>`select id from refunds where order_id = ${sale.id}`.execute(
    sales.db,
  );
  const admin = await sales.user({ role: 'admin' });
  const { status, body } = await sales.request('POST', `/staff/refunds/${rows[0]!.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: 'Aprovado depois de ver o pedido.' },
  });
  expect([status, body.detail]).toEqual([409, expect.stringContaining('espera a devolução')]);
});

test('a contest needs words and a photo of what was posted', async () => {
  const sale = await regrettedByTable();
  await market.act(sale, sale.buyer, 'return/posting', own);
  const short = await market.tryDo(sale, sale.seller, 'return/contest', { words: 'Ruim.', fileIds: [] });
  expect(Object.keys(short.body.errors)).toEqual(['words']);
  const bare = await market.tryDo(sale, sale.seller, 'return/contest', { words: wrong, fileIds: [] });
  expect(Object.keys(bare.body.errors)).toEqual(['fileIds']);
  const foreign = await market.tryDo(sale, sale.seller, 'return/contest', {
    words: wrong,
    fileIds: [999_999],
  });
  expect(Object.keys(foreign.body.errors)).toEqual(['fileIds']);
  expect((await market.read(sale, sale.seller)).state).toBe('posted');
});

test('files of a contest come from the seller of a return that travels or has arrived', async () => {
  const sale = await regrettedByTable();
  const send = (token: string) =>
    sales.request('POST', `/orders/${sale.hash}/return-files?name=foto.pdf`, {
      token,
      body: Buffer.from('%PDF-1.4\n%%EOF'),
      headers: { 'content-type': 'application/pdf' },
    });
  expect((await send(sale.seller.token)).status).toBe(409);
  await market.act(sale, sale.buyer, 'return/posting', own);
  expect((await send(sale.buyer.token)).status).toBe(409);
  expect((await send(sale.seller.token)).status).toBe(201);
});

test('PostgreSQL refuses a return whose refund says something else, and a state that the table does not know', async () => {
  const sale = await regretted();
  const move = (state: string) =>
    sql`update returns set state = ${state}, due_at = null, due_event = null, closed_at = market_now()
      where order_id = ${sale.id}`.execute(sales.db);
  await expect(move('cancelled')).rejects.toThrow(/return_refund|the refund goes on/);
  await expect(move('contested')).rejects.toThrow();
  await sales.moveClock(9 * day);
  await sales.drain();
  await expect(
    sql`update returns set state = 'to_post' where order_id = ${sale.id}`.execute(sales.db),
  ).rejects.toThrow();
});
