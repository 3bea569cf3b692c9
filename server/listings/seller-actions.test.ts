import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultListingRules } from '#domain/listings/rules.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const dayMs = 86_400_000;
/** Keeps sessions alive when the test moves the clock. */
async function stay({ id }: Person): Promise<void> {
  await sql`update sessions set expires_at = market_now() + interval '10 years',
    absolute_expires_at = market_now() + interval '10 years' where user_id = ${id}`.execute(market.ctx.db);
}

/** Eighteen letters without a digit, so that it does not look like a phone. */
const word = () =>
  randomBytes(9)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);

const own = async ({ token }: Person, id: number) =>
  (await market.request('GET', `/listings/${id}`, { token })).data;

async function titlesOf({ token }: Person): Promise<string[]> {
  await market.drain();
  const { data } = await market.request('GET', '/notifications', { token });
  return data.items.map((notice: { title: string }) => notice.title);
}

test('a copy is a draft with the same content, without codes and without the declaration (F07)', async () => {
  const { id, seller } = await market.publishedListing({
    codes: ['COPIA-1'],
    title: 'Chave que tem uma cópia',
  });
  const { token } = seller;
  const made = await market.request('POST', `/listings/${id}/copies`, { token, key: true });
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({
    state: 'draft',
    title: 'Chave que tem uma cópia',
    priceCents: 10_000,
    deliveryType: 'automatic',
    stock: 0,
    codesCount: 0,
    ownershipDeclared: false,
    revision: null,
  });
  expect(made.data.images).toEqual((await own(seller, id)).images);
  expect(made.data.id).not.toBe(id);
});

test('a copy requested twice with one idempotency key is created once', async () => {
  const { id, seller } = await market.publishedListing();
  const call = { token: seller.token, key: randomBytes(8).toString('hex') };
  const [one, two] = [
    await market.request('POST', `/listings/${id}/copies`, call),
    await market.request('POST', `/listings/${id}/copies`, call),
  ];
  expect(two.data.id).toBe(one.data.id);
});

test('the seller is warned once a week before the end, may renew then, and is notified at the end (L08)', async () => {
  const { id, seller } = await market.publishedListing();
  await stay(seller);
  const { token } = seller;
  const renew = () => market.request('POST', `/listings/${id}/renewal`, { token, key: true });
  expect((await renew()).body).toMatchObject({ status: 409, code: 'wrong_state' });
  await market.moveClock(83 * dayMs + 60_000);
  expect(await titlesOf(seller)).toContain('Seu anúncio está perto do fim');
  await market.drain();
  expect((await titlesOf(seller)).filter((title) => title.includes('perto do fim'))).toHaveLength(1);
  const renewed = await renew();
  expect(renewed.data).toMatchObject({ state: 'published', renewable: false });
  await market.moveClock(91 * dayMs);
  const notices = await titlesOf(seller);
  expect(notices).toContain('Anúncio encerrado');
  expect((await own(seller, id)).state).toBe('expired');
  const back = await renew();
  expect(back.data.state).toBe('published');
  expect(new Date(back.data.expiresAt).getTime() - Date.now()).toBeGreaterThan((174 + 89) * dayMs);
});

test('renewing an expired listing requires stock', async () => {
  const { id, seller } = await market.publishedListing({ stock: 2 });
  await sql`update listings set state = 'expired' where id = ${id}`.execute(market.ctx.db);
  const { token } = seller;
  await market.request('PATCH', `/listings/${id}`, { token, body: { stock: 0 } });
  const refused = await market.request('POST', `/listings/${id}/renewal`, { token, key: true });
  expect(refused.body).toMatchObject({
    code: 'wrong_state',
    detail: 'Reponha o estoque antes de renovar.',
    meta: { state: 'expired', allowed: ['remove'] },
  });
});

test('the sale that leaves five codes notifies the seller, and later sales do not (§4.4)', async () => {
  const codes = Array.from({ length: 7 }, (_, each) => `POUCOS-${each}`);
  const { id, seller } = await market.publishedListing({ codes });
  for (let sale = 0; sale < 3; sale++) {
    const { token } = await market.user();
    const body = { listingId: id, quantity: 1, method: 'pix', expectedTotalCents: 10_000 };
    expect((await market.request('POST', '/orders', { token, key: true, body })).status).toBe(201);
  }
  expect((await titlesOf(seller)).filter((title) => title === 'Códigos acabando')).toHaveLength(1);
});

test('ten thousand codes are stored within seconds, and none of them is sold twice', async () => {
  const { id, seller } = await market.draft({ codes: ['A-PRIMEIRA'] });
  const { token } = seller;
  const codes = Array.from({ length: 9_999 }, () => randomBytes(12).toString('hex'));
  const start = performance.now();
  const added = await market.request('POST', `/listings/${id}/codes`, { token, key: true, body: { codes } });
  expect(added.data).toEqual({ added: 9_999, stock: 10_000 });
  expect(performance.now() - start).toBeLessThan(10_000);
  const other = await market.draft({ codes: ['OUTRA-COISA'] });
  const again = await market.request('POST', `/listings/${other.id}/codes`, {
    token: other.seller.token,
    key: true,
    body: { codes: ['NOVA-DE-VERDADE', codes[500]!.toUpperCase()] },
  });
  expect(again.body).toMatchObject({ status: 409, code: 'duplicate_code' });
  expect(Object.keys(again.body.errors)).toEqual(['codes.1']);
  expect(again.text).not.toContain(seller.username);
  expect((await own(other.seller, other.id)).codesCount).toBe(1);
});

test('codes are listed by their last four characters, fifty per page', async () => {
  const codes = Array.from({ length: 120 }, (_, each) => `PAGINA-${String(each).padStart(4, '0')}`);
  const { id, seller } = await market.draft({ codes });
  const seen: number[] = [];
  for (let after: number | null = 0; after !== null;) {
    const query: string = after === 0 ? '' : `?after=${after}`;
    const { data } = await market.request('GET', `/listings/${id}/codes${query}`, { token: seller.token });
    expect(data.total).toBe(120);
    seen.push(...data.items.map((item: { id: number }) => item.id));
    after = data.next;
  }
  expect(new Set(seen).size).toBe(120);
});

test('an attribute that does not match its mask is refused with an explanation, and a matching one is shown formatted', async () => {
  const categoryId = await market.category({
    attributes: [
      { key: 'placa', label: 'Placa', type: 'mask', mask: '@@@#*##', required: true, filterable: false },
      { key: 'serie', label: 'Série', type: 'mask', mask: '##-**', required: false, filterable: false },
    ],
  });
  const { id, seller } = await market.draft({ categoryId, attributes: { placa: 'AB12345' } });
  const { token } = seller;
  const submit = () => market.request('POST', `/listings/${id}/submission`, { token, key: true });
  expect((await submit()).body.errors).toEqual({
    'attributes.placa': '«Placa» tem 3 letras e 3 números e 1 letra ou número.',
  });
  const attributes = { placa: 'abc1d23', serie: '12-AB' };
  await market.request('PATCH', `/listings/${id}`, { token, body: { attributes } });
  expect((await submit()).data.state).toBe('in_review');
  const listing = await market.publishedListing({
    categoryId,
    attributes: { placa: 'abc1d23', serie: '12ab' },
  });
  const page = await market.request('GET', `/public/listings/${listing.slug}`);
  expect(page.data.attributes).toEqual([
    { label: 'Placa', value: 'ABC1D23' },
    { label: 'Série', value: '12-AB' },
  ]);
});

test('a category shows sellers its rules, warranty and risk', async () => {
  const id = await market.category({ rulesText: 'Diga o servidor.', warrantyDays: 14, riskClass: 'risky' });
  const { data } = await market.request('GET', '/public/categories');
  expect(data.items.find((each: { id: number }) => each.id === id)).toMatchObject({
    rulesText: 'Diga o servidor.',
    warrantyDays: 14,
    risky: true,
  });
});

test('a plan can be raised at once and lowered after a week (§4.5)', async () => {
  const { id, seller } = await market.publishedListing({ plan: 'ouro' });
  await stay(seller);
  const choose = (plan: string) =>
    market.request('PATCH', `/listings/${id}`, { token: seller.token, body: { plan } });
  expect((await choose('diamante')).data.plan).toBe('diamante');
  expect((await choose('prata')).body).toMatchObject({ code: 'wrong_state', meta: { fields: ['plan'] } });
  await market.moveClock(7 * dayMs);
  expect((await choose('prata')).data.plan).toBe('prata');
});

test('a price above the level is refused on a listing on sale too', async () => {
  const seller = await market.user({ level: 'N1' });
  const { id } = await market.publishedListing({ seller, priceCents: 19_000 });
  const { token } = seller;
  const risen = await market.request('PATCH', `/listings/${id}`, { token, body: { priceCents: 20_001 } });
  expect(risen.body.code).toBe('limit_reached');
  const body = { priceCents: 40_000 };
  const staged = await market.request('POST', `/listings/${id}/revisions`, { token, key: true, body });
  expect(staged.body.code).toBe('limit_reached');
});

const trust = (staff: Person, id: number, trusted: boolean) =>
  market.request('PUT', `/staff/users/${id}/trust`, { token: staff.token, body: { trusted } });

test('with the setting, a listing of a trusted seller without signals is published at once, others are reviewed (L03)', async () => {
  const staff = await market.user({ role: 'support' });
  const trusted = await market.user();
  expect((await trust(staff, trusted.id, true)).data).toEqual({ id: trusted.id, trusted: true });
  const submit = async (seller: Person, options: { categoryId?: number; description?: string } = {}) => {
    const { id } = await market.draft({
      seller,
      description: `Descrição única ${word()}.`,
      title: `Peça ${word()}`,
      ...options,
    });
    const sent = await market.request('POST', `/listings/${id}/submission`, {
      token: seller.token,
      key: true,
    });
    return sent.data.state;
  };
  expect(await submit(trusted)).toBe('in_review');
  await market.setRules({
    listings: { ...defaultListingRules, autoPublish: 'trusted_sellers', sampledBps: 0 },
  });
  expect(await submit(trusted)).toBe('published');
  expect(await submit(await market.user())).toBe('in_review');
  expect(
    await submit(trusted, { description: 'Fale comigo pelo zap 11 98765-4321, que é mais rápido.' }),
  ).toBe('in_review');
  expect(await submit(trusted, { categoryId: await market.category({ riskClass: 'risky' }) })).toBe(
    'in_review',
  );
  expect(await titlesOf(trusted)).toContain('Anúncio no ar');
  await trust(staff, trusted.id, false);
  expect(await submit(trusted)).toBe('in_review');
  await market.setRules({
    listings: { ...defaultListingRules, autoPublish: 'trusted_sellers', sampledBps: 10_000 },
  });
  await trust(staff, trusted.id, true);
  expect(await submit(trusted)).toBe('in_review');
  await market.setRules({ listings: defaultListingRules });
});

test('staff cannot mark themselves as trusted, and users cannot mark anyone', async () => {
  const staff = await market.user({ role: 'admin' });
  expect((await trust(staff, staff.id, true)).body.code).toBe('own_decision');
  expect((await trust(await market.user(), staff.id, true)).body.code).toBe('forbidden');
  expect((await trust(staff, 987_654_321, true)).status).toBe(404);
});

test('a reviewer sees that a photo and a description were used before', async () => {
  const staff = await market.user({ role: 'admin' });
  const description = 'Uma descrição que se repete palavra por palavra em outro anúncio.';
  const first = await market.publishedListing({ title: 'O primeiro com esta foto', description });
  const { id, seller } = await market.draft({ title: 'Coisa inteiramente diferente', description });
  await sql`update images set look = '\\x0102030405060708' where owner_id = any(${[first.seller.id, seller.id]}::bigint[])`.execute(
    market.ctx.db,
  );
  await market.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  const { data } = await market.request('GET', `/staff/reviews/${id}`, { token: staff.token });
  const from = `«O primeiro com esta foto», de @${first.seller.username}.`;
  expect(data.signals).toEqual([`Foto repetida de ${from}`, `Descrição igual à de ${from}`]);
});
