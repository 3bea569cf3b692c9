import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAgedSales } from '#test/accounts/ages.ts';
import type { AgedSales } from '#test/accounts/ages.ts';

let sales: AgedSales;
beforeAll(async () => void (sales = await openAgedSales()));
afterAll(() => sales.close());

test('a person without a proven birth buys up to the limits of the rules, and learns how to raise them (F58)', async () => {
  const buyer = await sales.user();
  const refused = await sales.order(buyer, await sales.shelf(50_001));
  expect([refused.status, refused.body.code, refused.body.meta.needs]).toEqual([
    409,
    'limit_reached',
    'birth',
  ]);
  expect(refused.body.detail).toMatch(/até R\$\s500,00 por compra\. Confirme a sua data de nascimento/);
  const shelf = await sales.shelf(40_000);
  await sales.place(buyer, shelf, 1);
  await sales.place(buyer, shelf, 1);
  const third = await sales.order(buyer, shelf);
  expect(third.body.detail).toMatch(/até R\$\s1\.000,00 por mês/);
  await sales.prove(buyer.id, '1990-01-31');
  await sales.place(buyer, await sales.shelf(50_001), 1);
});

test('a minor without a guardian buys little, and a child nothing', async () => {
  const minor = await sales.aged(16);
  await sales.place(minor, await sales.shelf(5_000));
  const more = await sales.order(minor, await sales.shelf(5_001));
  expect([more.body.code, more.body.meta.needs]).toEqual(['limit_reached', 'guardian']);
  expect(more.body.detail).toContain('Com a autorização de um responsável');
  const child = await sales.aged(11);
  const refused = await sales.order(child, await sales.shelf(1_000));
  expect([refused.status, refused.body.code]).toEqual([403, 'adults_only']);
});

test('twenty orders of one minor at once stay within the month, however the amount is split', async () => {
  const minor = await sales.aged(16);
  await sales.setRules({ maxUnpaidOrders: 50 });
  const shelf = await sales.shelf(1_500);
  const tries = await Promise.all(Array.from({ length: 20 }, () => sales.order(minor, shelf)));
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(6);
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

test('two accounts of one child share what their guardian allows', async () => {
  const guardian = await sales.adult();
  const bornOn = await sales.birthOf(15);
  const accounts = await Promise.all([1, 2].map(() => sales.user({ level: 'N1' })));
  for (const each of accounts) {
    await sales.ask(each, guardian.username, bornOn);
    const id = await sales.requestTo(guardian, each);
    expect((await sales.give(guardian, id, { bornOn, monthlyLimitCents: 20_000 })).status).toBe(200);
  }
  const shelf = await sales.shelf(3_000);
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, index) => sales.order(accounts[index % 2]!, shelf)),
  );
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(6);
});

test('accounts and what chance decides are for proven adults, whatever the listing says of itself (T145)', async () => {
  const admin = await sales.user({ role: 'admin' });
  const random = await sales.category();
  const inside = await sales.category({ parentId: random });
  const changed = await sales.request('PATCH', `/staff/categories/${random}`, {
    token: admin.token,
    body: { randomContent: true },
  });
  expect(changed.data.randomContent).toBe(true);
  const accounts = await sales.category({ kind: 'account' });
  const { minor } = await sales.guarded(50_000, await sales.adult(), 17);
  const unproven = await sales.user();
  const grown = await sales.adult();
  for (const categoryId of [inside, accounts]) {
    const listing = await sales.publishedListing({
      categoryId,
      priceCents: 1_000,
      stock: 50,
      seller: await sales.adult(),
      title: 'Livro usado, nada de sorteio',
    });
    for (const buyer of [minor, unproven]) {
      const refused = await sales.order(buyer, listing);
      expect([refused.status, refused.body.code]).toEqual([403, 'adults_only']);
    }
    const tries = await Promise.all(Array.from({ length: 20 }, () => sales.order(minor, listing)));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403]));
    await sales.place(grown, listing);
  }
});

test('PostgreSQL refuses an order that a defect would place for a minor, or of a seller without a proof', async () => {
  const minor = await sales.aged(14);
  const categoryId = await sales.category({ kind: 'account' });
  const seller = await sales.adult();
  const listing = await sales.publishedListing({ categoryId, priceCents: 1_000, stock: 9, seller });
  const cheap = await sales.shelf(9_000);
  const model = await sales.place(await sales.adult(), cheap);
  const insert = (buyerId: number, listingId: number, sellerId: number) =>
    sql`insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
        unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
        max_commission_cents, guarantee_bps, delivery_type, promised_hours, due_at, due_event)
      select md5(random()::text), ${buyerId}, ${sellerId}, ${listingId}, listing_version_id, rule_version_id, 1,
        unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
        max_commission_cents, guarantee_bps, delivery_type, promised_hours, due_at, due_event
      from orders where id = ${model.id}`.execute(sales.db);
  await expect(insert(minor.id, listing.id, seller.id)).rejects.toThrow(/not of age by a proof/);
  await expect(insert(minor.id, cheap.id, seller.id)).rejects.toThrow(/beyond the limit/);
  await expect(insert((await sales.adult()).id, cheap.id, minor.id)).rejects.toThrow(
    /seller .* is not of age/,
  );
});

test('late money brings no order back that the month of a minor has no room for (P07)', async () => {
  const minor = await sales.aged(16);
  const shelf = await sales.shelf(5_000);
  const first = await sales.place(minor, shelf);
  await sales.moveClock(31 * 60_000);
  await sales.drain();
  for (const next of [await sales.place(minor, shelf), await sales.place(minor, shelf)])
    await sales.bank.payCharge(next.reference);
  await sales.bank.payCharge(first.reference);
  await sales.drain();
  expect(await sales.stateOf(first)).toBe('expired');
  expect((await sales.refunds(first)).map(({ state }) => state)).toEqual(['completed']);
});

test('who sells has a proven birth of eighteen years, and the draft stays (L02)', async () => {
  const unproven = await sales.user();
  const submit = async (seller: typeof unproven) => {
    const { id } = await sales.draft({ seller });
    return sales.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  };
  const refused = await submit(unproven);
  expect([refused.status, refused.body.code, refused.body.meta]).toEqual([
    422,
    'verification_required',
    { needs: 'birth' },
  ]);
  const minor = await sales.aged(17);
  const young = await submit(minor);
  expect([young.status, young.body.code]).toEqual([403, 'adults_only']);
  const foretold = [(await sales.see(unproven)).mayOffer, (await sales.see(minor)).mayOffer];
  expect(foretold, 'so that the form says it before anything is typed').toEqual([false, false]);
  await sales.prove(unproven.id, '1990-01-31');
  expect((await sales.see(unproven)).mayOffer).toBe(true);
  expect((await submit(unproven)).status).toBe(200);
});

test('only proven adults ask public questions', async () => {
  const { id } = await sales.shelf(1_000);
  const ask = (who: { token: string }) =>
    sales.request('POST', `/listings/${id}/questions`, {
      token: who.token,
      key: true,
      body: { text: 'Ainda tem em estoque para hoje?' },
    });
  const refused = await ask(await sales.aged(17));
  expect([refused.status, refused.body.code]).toEqual([403, 'adults_only']);
  expect(refused.body.detail).toContain('escreva pelo pedido');
  expect((await ask(await sales.user())).status).toBe(403);
  expect((await ask(await sales.adult())).status).toBe(201);
});

test('accounts from before the rules have thirty days to prove their age; a proven minor has none', async () => {
  const [seller, buyer, minor] = [await sales.user(), await sales.user(), await sales.aged(16)];
  await sales.setAges({ graceDays: 30 });
  const begin = (days: number) =>
    sql`update users set created_at = (select minors_protected_since from installation) - ${days} * interval '1 day'
      where id in (${seller.id}, ${buyer.id}, ${minor.id})`.execute(sales.db);
  await begin(1);
  const listing = await sales.publishedListing({ seller, priceCents: 60_000, stock: 9 });
  await sales.place(buyer, listing);
  expect((await sales.see(seller)).mayOffer).toBe(true);
  expect((await sales.order(minor, listing)).body.code).toBe('limit_reached');
  await sales.moveClock(31 * 86_400_000);
  const stopped = await sales.order(await sales.adult(), listing);
  expect([stopped.status, stopped.body.code]).toEqual([409, 'listing_unavailable']);
  expect(stopped.body.detail).not.toMatch(/idade|anos/);
  await sales.setAges({});
});

test('a market that switches the rules off asks for no age', async () => {
  await sales.setAges({ enforced: false });
  const minor = await sales.aged(16);
  await sales.place(minor, await sales.publishedListing({ priceCents: 60_000, stock: 2 }));
  await sales.setAges({});
});
