import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { forgedReveals } from '#server/orders/delivery/reveals.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

async function list(person: Person, path: string): Promise<string[]> {
  const answer = await sales.request('GET', path, { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.items.map(({ hash }: { hash: string }) => hash);
}

/** `2026-03-12` in São Paulo. */
const dayIn = (instant: string) => new Date(Date.parse(instant) - 3 * hour).toISOString().slice(0, 10);

describe('purchases and sales', () => {
  test('are in tabs with counts and visible to their owner only', async () => {
    const seller = await sales.user();
    const buyer = await sales.user();
    const listing = await sales.publishedListing({ seller, stock: 5 });
    const waiting = await sales.place(buyer, listing);
    const paid = await sales.place(buyer, listing);
    await sales.bank.payCharge(paid.reference);
    const left = await sales.place(buyer, listing);
    await sales.act(left, buyer, 'abandonment');

    expect(await list(buyer, '/purchases?tab=andamento')).toEqual([paid.hash, waiting.hash]);
    expect(await list(seller, '/sales?tab=entregar')).toEqual([paid.hash]);
    expect(await list(seller, '/sales?tab=aguardando')).toEqual([waiting.hash]);
    expect(await list(seller, '/sales?tab=problema')).toEqual([left.hash]);
    expect(await list(seller, '/sales?tab=abertas')).toEqual([paid.hash, waiting.hash]);
    expect(await list(seller, '/purchases')).toEqual([]);
    const { data } = await sales.request('GET', '/order-counts', { token: buyer.token });
    expect(data).toEqual({
      purchases: { andamento: 2, confirmar: 0, concluidas: 0, problema: 1, abertas: 2 },
      sales: { entregar: 0, postar: 0, aguardando: 0, concluidas: 0, problema: 0, abertas: 0 },
      now: expect.any(String),
    });
  });

  test('without a chosen tab are those of the first tab that has orders, or of the first one', async () => {
    const buyer = await sales.user();
    const first = async () => {
      const { data } = await sales.request('GET', '/purchases?tab=primeira&page=1', { token: buyer.token });
      return [data.tab, data.items.map(({ hash }: { hash: string }) => hash)];
    };
    expect(await first()).toEqual(['andamento', []]);
    const left = await sales.place(buyer, await sales.publishedListing({ stock: 5 }));
    await sales.act(left, buyer, 'abandonment');
    expect(await first()).toEqual(['problema', [left.hash]]);
    const open = await sales.place(buyer, await sales.publishedListing({ stock: 5 }));
    expect(await first()).toEqual(['andamento', [open.hash]]);
  });

  test('are filtered and counted by the days of São Paulo on which they were placed', async () => {
    const seller = await sales.user();
    const buyer = await sales.user();
    const listing = await sales.publishedListing({ seller, stock: 5, title: 'Chaleira do período' });
    const now = Date.parse((await sales.request('GET', '/order-counts', { token: seller.token })).data.now);
    // Midnight in São Paulo is three in the morning in UTC.
    await sales.moveClock(day - ((now - 3 * hour) % day) - minute);
    const late = await sales.place(buyer, listing);
    await sales.moveClock(2 * minute);
    const early = await sales.place(buyer, listing);
    const next = await sales.place(buyer, listing);
    const today = dayIn((await sales.view(early)).createdAt);
    const yesterday = dayIn((await sales.view(late)).createdAt);
    expect(Date.parse(today) - Date.parse(yesterday)).toBe(day);

    expect(await list(seller, `/sales?to=${yesterday}`)).toEqual([late.hash]);
    expect(await list(seller, `/sales?from=${today}&to=${today}`)).toEqual([next.hash, early.hash]);
    expect(await list(seller, '/sales?from=2099-01-01')).toEqual([]);
    expect(await list(seller, `/sales?from=${today}&to=${yesterday}`)).toEqual([]);
    expect(await list(buyer, `/purchases?q=chaleira&from=${today}`)).toEqual([next.hash, early.hash]);
    const { data } = await sales.request('GET', `/order-counts?from=${today}`, { token: seller.token });
    expect([data.sales.aguardando, data.purchases.andamento]).toEqual([2, 0]);
  });

  test('state for closed orders what closed them and where the money went', async () => {
    const buyer = await sales.user();
    const listing = await sales.publishedListing({ stock: 3 });
    const ending = async (path: '/purchases' | '/sales', who: Person) =>
      (await sales.request('GET', path, { token: who.token })).data.items[0].ending;

    const left = await sales.place(buyer, listing);
    expect(await ending('/purchases', buyer)).toBeNull();
    await sales.act(left, buyer, 'abandonment');
    expect(await ending('/purchases', buyer)).toEqual({ event: 'abandon', money: 'none' });

    const paid = await sales.place(buyer, listing);
    await sales.bank.payCharge(paid.reference);
    expect(await ending('/purchases', buyer)).toBeNull();
    await sales.act(paid, paid.seller, 'cancellation', { reason: 'no_stock' });
    await expect.poll(() => ending('/purchases', buyer)).toEqual({ event: 'cancel_sale', money: 'back' });
    expect(await ending('/sales', paid.seller)).toEqual({ event: 'cancel_sale', money: 'back' });
  });

  test('state whether their listing can be bought today, and which proof a manual delivery requires', async () => {
    const categoryId = await sales.category({ deliveryProof: 'video' });
    const sale = await sales.placed({ categoryId, stock: 2 });
    const row = async () =>
      (await sales.request('GET', '/purchases', { token: sale.buyer.token })).data.items[0];
    const { slug, onSale, deliveryProof } = await row();
    expect([onSale, deliveryProof]).toEqual([true, 'video']);
    const page = await sales.request('GET', `/public/listings/${slug}`);
    expect(page.data.id).toBe(sale.listingId);
    await sales.request('PUT', `/listings/${sale.listingId}/pause`, {
      token: sale.seller.token,
      body: { paused: true },
    });
    expect((await row()).onSale).toBe(false);
  });

  test('are found by title, other party and code, and never by the code of another person’s order', async () => {
    const seller = await sales.user({ username: 'lojadocafe' });
    const listing = await sales.publishedListing({ seller, title: 'Cafeteira à 100% de pressão', stock: 2 });
    const buyer = await sales.user();
    const sale = await sales.place(buyer, listing);
    const other = await sales.placed();
    const { code } = await sales.view(sale, buyer);
    const find = (q: string) => list(buyer, `/purchases?q=${encodeURIComponent(q)}`);
    for (const q of ['CAFETEIRA A 100', '@lojadocafe', 'LOJADO', code, code.toLowerCase(), '100%'])
      expect(await find(q), q).toEqual([sale.hash]);
    const { code: theirs } = await sales.view(other, other.buyer);
    for (const q of [theirs, 'chaleira', '100_', "'; drop table orders; --"])
      expect(await find(q), q).toEqual([]);
    expect(await list(buyer, '/purchases?q=cafeteira&tab=concluidas')).toEqual([]);
  });

  test.each([
    ['tab=tudo', 'tab'],
    [`q=${'x'.repeat(81)}`, 'q'],
    ['page=0', 'page'],
    ['page=10000', 'page'],
    ['from=2026-02-30', 'from'],
    ['to=ontem', 'to'],
  ])('refuse %s with 400', async (query, field) => {
    const { token } = await sales.user();
    for (const path of ['/sales', '/purchases']) {
      const answer = await sales.request('GET', `${path}?${query}`, { token });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    }
  });

  test('are not counted for dates that do not exist', async () => {
    const { token } = await sales.user();
    expect((await sales.request('GET', '/order-counts?from=2026-13-01', { token })).status).toBe(400);
  });
});

test('who opened which codes, when and on what device is shown to both sides and no stranger (N05)', async () => {
  const [code] = sales.codes(1);
  const sale = await sales.paid({ codes: [code!] });
  expect((await sales.view(sale, sale.buyer)).deal.reveals).toEqual([]);
  const shown = await sales.request('POST', `/orders/${sale.hash}/reveal`, {
    token: sale.buyer.token,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36' },
  });
  expect(shown.status, shown.text).toBe(200);
  const contentHash = createHash('sha256').update(code!).digest('hex');
  expect(shown.data.codes).toEqual([{ code, contentHash }]);
  const record = [
    { at: shown.data.revealedAt, by: sale.buyer.username, device: 'Chrome no Windows', contentHash },
  ];
  expect((await sales.view(sale, sale.buyer)).deal.reveals).toEqual(record);
  // A second reveal adds no record.
  await sales.act(sale, sale.buyer, 'reveal');
  expect((await sales.view(sale, sale.seller)).deal.reveals).toEqual(record);
  expect((await sales.view(sale)).deal).toBeNull();
});

test('a changed record of opened codes does not match its signature (N05)', async () => {
  const sale = await sales.paid({ codes: sales.codes(2) });
  await sales.act(sale, sale.buyer, 'reveal');
  expect(await forgedReveals(sales.ctx)).toEqual([]);
  const owner = connect(sales.database.ownerUrl, { max: 1, applicationName: 'test' });
  const change = (statement: string) => sql.raw(statement).execute(owner);
  await expect(
    sql`insert into reveals (order_id, unit_id, viewer_id, ip, user_agent, content_hash)
      select order_id, -unit_id, viewer_id, ip, user_agent, content_hash from reveals
      where order_id = ${sale.id}`.execute(sales.db),
    'none is written without a signature',
  ).rejects.toThrow('reveals_signed');
  await change('alter table reveals disable trigger user');
  await sql`update reveals set user_agent = 'Outro' where (order_id, unit_id) in (select order_id, min(unit_id)
    from reveals where order_id = ${sale.id} group by order_id)`.execute(owner);
  await change('alter table reveals enable trigger user');
  await owner.destroy();
  expect(await forgedReveals(sales.ctx)).toMatchObject([{ id: 'I13', subject: 'order', subjectId: sale.id }]);
});
