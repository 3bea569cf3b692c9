import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { NewCategory } from '#server/listings/catalogue/commands.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { addressInCuritiba } from '#test/listings/listings-on-sale.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';

/** Shipping and pickup of a listing (S01, S02). */
let market: Market;
let seller: Person;
let support: Person;
const curitiba = 4106902;
const belem = 1501402;

beforeAll(async () => {
  market = await createMarket();
  seller = await market.user();
  support = await market.user({ role: 'support' });
});
afterAll(() => market.close());

const physical = (options: Partial<NewCategory> = {}) => market.category({ kind: 'physical', ...options });

const patch = (id: number, body: object, owner = seller) =>
  market.request('PATCH', `/listings/${id}`, { token: owner.token, body });
const submit = (id: number, owner = seller) =>
  market.request('POST', `/listings/${id}/submission`, { token: owner.token, key: true });
const own = async (id: number, owner = seller) =>
  (await market.request('GET', `/listings/${id}`, { token: owner.token })).data;
const shown = async (slug: string) => (await market.request('GET', `/public/listings/${slug}`)).data;

async function revise(id: number, body: object, owner = seller) {
  return market.request('POST', `/listings/${id}/revisions`, { token: owner.token, key: true, body });
}

async function approve(id: number, revisionId: number) {
  return market.request('POST', `/staff/reviews/${id}/decision`, {
    token: support.token,
    key: true,
    body: { revisionId, decision: 'approve', reasons: [], note: '' },
  });
}

async function shipped(options: ListingOptions = {}) {
  const owner = options.seller ?? (await market.user());
  const categoryId = options.categoryId ?? (await physical());
  return market.publishedListing({ ...options, seller: owner, categoryId, delivery: 'shipping' });
}

async function originOf(id: number): Promise<number> {
  const { rows } = await sql<{ origin: number }>`
    select origin_address_id as origin from listings where id = ${id}`.execute(market.ctx.db);
  return rows[0]!.origin;
}

async function versionsOf(id: number) {
  const { rows } = await sql<Record<string, unknown>>`
    select delivery_type, also_pickup, weight_grams, handling_days, free_shipping, city_id
    from listing_versions where listing_id = ${id} order by id`.execute(market.ctx.db);
  return rows;
}

const address = (owner: Person, changes: object = {}) =>
  market.request('POST', '/addresses', {
    token: owner.token,
    key: true,
    body: { ...addressInCuritiba, ...changes },
  });

test('a shipped draft needs package, origin and handling time, each with its own error', async () => {
  const { id } = await market.draft({ seller, categoryId: await physical(), delivery: 'shipping' });
  await patch(id, {
    weightGrams: null,
    lengthCm: null,
    widthCm: null,
    heightCm: null,
    handlingDays: null,
    originAddressId: null,
    cityId: null,
  });
  const refused = await submit(id);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({
    weightGrams: 'Diga quanto o pacote pesa, em gramas.',
    lengthCm: 'Informe o comprimento do pacote.',
    widthCm: 'Informe a largura do pacote.',
    heightCm: 'Informe a altura do pacote.',
    originAddressId: 'Escolha o endereço de onde o produto sai.',
    handlingDays: 'Escolha em quantos dias úteis você posta o pacote.',
  });
});

test.each([
  ['weightGrams', 0, 'O peso vai de 1 g a 30 kg (30.000 g).'],
  ['weightGrams', 30_001, 'O peso vai de 1 g a 30 kg (30.000 g).'],
  ['weightGrams', 1.5, 'O peso vai de 1 g a 30 kg (30.000 g).'],
  ['lengthCm', 0, 'Cada medida vai de 1 a 200 cm.'],
  ['widthCm', 201, 'Cada medida vai de 1 a 200 cm.'],
  ['heightCm', '10', 'Cada medida vai de 1 a 200 cm.'],
  ['handlingDays', 6, 'Escolha de 1 a 5 dias úteis.'],
  ['handlingDays', 0, 'Escolha de 1 a 5 dias úteis.'],
])('%s of %s is refused', async (field, value, message) => {
  const { id } = await market.draft({ seller, categoryId: await physical(), delivery: 'shipping' });
  const refused = await patch(id, { [field]: value });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual({ [field]: message });
});

test('a parcel that no service in use takes is refused with what to do', async () => {
  const categoryId = await physical();
  const large = { lengthCm: 120, widthCm: 60, heightCm: 40 };
  const { id } = await market.draft({ seller, categoryId, delivery: 'shipping', parcel: large });
  expect((await submit(id)).body.errors).toEqual({
    lengthCm: 'Este lado vai até 105 cm. Use uma embalagem menor ou ofereça retirada em mãos.',
  });
  const light = await shipped();
  expect((await patch(light.id, large, light.seller)).body.errors).toHaveProperty('lengthCm');
});

test('staff shorten the handling time that may be promised', async () => {
  const { shipping } = defaultRules;
  await market.setRules({ shipping: { ...shipping, clocks: { ...shipping.clocks, maxHandlingDays: 3 } } });
  const { id } = await market.draft({
    seller,
    categoryId: await physical(),
    delivery: 'shipping',
    handlingDays: 4,
  });
  expect((await submit(id)).body.errors).toEqual({
    handlingDays: 'Escolha até 3 dias úteis para postar.',
  });
  await market.setRules({ shipping });
});

test('buyers read package, handling time and city of origin, and nothing else of the address', async () => {
  const listing = await shipped({ freeShipping: true, alsoPickup: true, handlingDays: 3 });
  const page = await market.request('GET', `/public/listings/${listing.slug}`);
  expect(page.data).toMatchObject({
    deliveryType: 'shipping',
    promisedHours: 0,
    alsoPickup: true,
    freeShipping: true,
    handlingDays: 3,
    package: { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 },
    city: 'Curitiba, PR',
    deliveryData: { asks: 'none' },
  });
  expect(page.text).not.toMatch(/XV de Novembro|80010|originAddress/);
  const cards = await market.request('GET', `/public/listing-cards?ids=${listing.id}`);
  expect(cards.data.items[0]).toMatchObject({
    deliveryType: 'shipping',
    alsoPickup: true,
    freeShipping: true,
    city: 'Curitiba, PR',
  });
  expect(cards.text).not.toContain('originAddress');
});

test('a listing for pickup has a city, no package and no freight', async () => {
  const listing = await market.publishedListing({
    seller,
    categoryId: await physical(),
    delivery: 'pickup',
    cityId: belem,
  });
  expect(await shown(listing.slug)).toMatchObject({
    deliveryType: 'pickup',
    promisedHours: 0,
    alsoPickup: false,
    freeShipping: false,
    handlingDays: null,
    package: null,
    city: 'Belém, PA',
  });
});

test('pickup beside shipping and free freight exist only with shipping', async () => {
  const { id } = await market.draft({
    seller,
    categoryId: await physical(),
    delivery: 'shipping',
    alsoPickup: true,
    freeShipping: true,
  });
  const changed = await patch(id, { deliveryType: 'pickup' });
  expect(changed.data).toMatchObject({ alsoPickup: false, freeShipping: false, weightGrams: 500 });
});

test.each<[CategoryKind, string, string]>([
  ['physical', 'manual', 'Esta categoria não tem «Eu entrego». Escolha «Envio» ou «Retirada em mãos».'],
  [
    'physical',
    'automatic',
    'Esta categoria não tem «Entrega na hora». Escolha «Envio» ou «Retirada em mãos».',
  ],
  ['service', 'pickup', 'Esta categoria não tem «Retirada em mãos». Escolha «Eu entrego».'],
  ['code', 'shipping', 'Esta categoria não tem «Envio». Escolha «Entrega na hora» ou «Eu entrego».'],
])('%s is not delivered as %s', async (kind, deliveryType, message) => {
  const { id } = await market.draft({ seller, categoryId: await market.category({ kind }) });
  await patch(id, { deliveryType });
  const refused = await submit(id);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.deliveryType).toBe(message);
});

test('the nearest category that names delivery types narrows those of its kind', async () => {
  const root = await physical({ deliveryTypes: ['pickup'] });
  const furniture = await market.category({ parentId: root });
  const small = await market.category({ parentId: root, deliveryTypes: ['shipping', 'pickup'] });
  const refused = await submit(
    (await market.draft({ seller, categoryId: furniture, delivery: 'shipping' })).id,
  );
  expect(refused.body.errors).toEqual({
    deliveryType: 'Esta categoria não tem «Envio». Escolha «Retirada em mãos».',
  });
  expect(
    (await submit((await market.draft({ seller, categoryId: small, delivery: 'shipping' })).id)).status,
  ).toBe(200);
  const onlyShipping = await physical({ deliveryTypes: ['shipping'] });
  const both = await market.draft({
    seller,
    categoryId: onlyShipping,
    delivery: 'shipping',
    alsoPickup: true,
  });
  expect((await submit(both.id)).body.errors).toEqual({
    deliveryType: 'Esta categoria não tem «Retirada em mãos». Escolha «Envio».',
  });
  const tree = await market.request('GET', '/public/categories');
  const typesOf = (id: number) =>
    tree.data.items.find((each: { id: number }) => each.id === id).deliveryTypes;
  expect([typesOf(furniture), typesOf(small)]).toEqual([['pickup'], ['shipping', 'pickup']]);
});

test('staff narrow the delivery types of a category to those of its kind', async () => {
  const admin = await market.user({ role: 'admin' });
  const categoryId = await physical();
  const change = (body: object) =>
    market.request('PATCH', `/staff/categories/${categoryId}`, { token: admin.token, body });
  expect((await change({ deliveryTypes: ['manual'] })).body.errors).toEqual({
    deliveryTypes: 'Esta categoria não tem «Eu entrego». Escolha «Envio» ou «Retirada em mãos».',
  });
  expect((await change({ deliveryTypes: [] })).body.errors.deliveryTypes).toBe(
    'Escolha ao menos uma forma de entrega.',
  );
  expect((await change({ deliveryTypes: ['pickup'] })).data.deliveryTypes).toEqual(['pickup']);
  expect((await change({ kind: 'service' })).body.errors.deliveryTypes).toBe(
    'Esta categoria não tem «Retirada em mãos». Escolha «Eu entrego».',
  );
  expect((await change({ deliveryTypes: null })).data.deliveryTypes).toBeNull();
});

test('the city of a shipped listing is that of its address, and cannot be chosen', async () => {
  const owner = await market.user();
  const { id } = await market.draft({ seller: owner, categoryId: await physical(), delivery: 'shipping' });
  expect(await own(id, owner)).toMatchObject({ cityId: curitiba, city: 'Curitiba, PR' });
  const refused = await patch(id, { cityId: belem }, owner);
  expect(refused.body.errors).toEqual({
    cityId: 'A cidade é a do endereço de onde o produto sai. Mude o endereço.',
  });
  const other = await address(owner, { city: 'BELEM', state: 'PA', postalCode: '66010000' });
  const moved = await patch(id, { originAddressId: other.data.id }, owner);
  expect(moved.data).toMatchObject({ cityId: belem, city: 'Belém, PA' });
});

test("another person's address is refused like one that does not exist", async () => {
  const stranger = await market.user();
  const { data } = await address(stranger);
  const { id } = await market.draft({ seller, categoryId: await physical(), delivery: 'shipping' });
  for (const originAddressId of [data.id, 9_999_999])
    expect((await patch(id, { originAddressId })).body.errors).toEqual({
      originAddressId: 'Este endereço não está mais na sua lista. Escolha outro.',
    });
});

test('an address in an unknown city cannot be an origin', async () => {
  const owner = await market.user();
  const { data } = await address(owner, { city: 'Curitibinha' });
  const { id } = await market.draft({ seller: owner, categoryId: await physical(), delivery: 'shipping' });
  expect((await patch(id, { originAddressId: data.id }, owner)).data.cityId).toBeNull();
  expect((await submit(id, owner)).body.errors).toEqual({
    originAddressId: 'Não conhecemos a cidade deste endereço. Corrija o nome dela no endereço.',
  });
  const corrected = await market.request('PUT', `/addresses/${data.id}`, {
    token: owner.token,
    body: addressInCuritiba,
  });
  expect(corrected.status).toBe(200);
  expect((await own(id, owner)).city).toBe('Curitiba, PR');
  expect((await submit(id, owner)).status).toBe(200);
});

test('a listing on sale moves with its address, as a new version', async () => {
  const listing = await shipped();
  const origin = await originOf(listing.id);
  const put = (body: object) =>
    market.request('PUT', `/addresses/${origin}`, { token: listing.seller.token, body });
  const inBelem = { ...addressInCuritiba, city: 'Belém', state: 'PA', postalCode: '66010000' };
  expect((await put({ ...addressInCuritiba, city: 'Curitibinha' })).body.errors).toEqual({
    city: 'Não conhecemos esta cidade, e seus anúncios saem daqui. Confira o nome dela.',
  });
  expect((await put({ ...addressInCuritiba, street: 'Rua das Flores' })).status).toBe(200);
  expect((await put(inBelem)).status).toBe(200);
  expect((await shown(listing.slug)).city).toBe('Belém, PA');
  expect((await versionsOf(listing.id)).map(({ city_id: city }) => city)).toEqual([curitiba, belem]);
});

test('an address that listings are shipped from is not deleted', async () => {
  const listing = await shipped();
  const { seller: owner } = listing;
  const origin = await originOf(listing.id);
  const remove = () => market.request('DELETE', `/addresses/${origin}`, { token: owner.token });
  expect((await remove()).body).toMatchObject({
    status: 409,
    code: 'address_in_use',
    detail: '1 anúncio sai deste endereço. Escolha outro endereço de envio neles antes de apagar este.',
    meta: { listings: 1 },
  });
  expect((await remove()).status).toBe(409);
  const other = await address(owner);
  expect((await patch(listing.id, { originAddressId: other.data.id }, owner)).status).toBe(200);
  expect((await remove()).status).toBe(200);
});

test('a draft loses a deleted address and keeps the rest', async () => {
  const owner = await market.user();
  const { id } = await market.draft({ seller: owner, categoryId: await physical(), delivery: 'shipping' });
  const origin = await originOf(id);
  expect((await market.request('DELETE', `/addresses/${origin}`, { token: owner.token })).status).toBe(200);
  expect(await own(id, owner)).toMatchObject({ originAddressId: null, weightGrams: 500, handlingDays: 2 });
});

test('package, handling time, free freight and pickup of a listing on sale change at once', async () => {
  const listing = await shipped();
  const { seller: owner, id } = listing;
  const changed = await patch(
    id,
    { weightGrams: 800, handlingDays: 5, freeShipping: true, alsoPickup: true },
    owner,
  );
  expect(changed.status, changed.text).toBe(200);
  expect(await shown(listing.slug)).toMatchObject({
    package: { weightGrams: 800 },
    handlingDays: 5,
    freeShipping: true,
    alsoPickup: true,
  });
  expect(await versionsOf(id)).toMatchObject([
    { weight_grams: 500, handling_days: 2, free_shipping: false, also_pickup: false },
    { weight_grams: 800, handling_days: 5, free_shipping: true, also_pickup: true },
  ]);
  expect((await patch(id, { weightGrams: 800 }, owner)).status).toBe(200);
  expect(await versionsOf(id)).toHaveLength(2);
  expect((await patch(id, { heightCm: null, originAddressId: null }, owner)).body.errors).toEqual({
    heightCm: 'Informe a altura do pacote.',
    originAddressId: 'Escolha o endereço de onde o produto sai.',
  });
});

test('pickup is not added to a listing on sale whose category has none', async () => {
  const listing = await shipped({ categoryId: await physical({ deliveryTypes: ['shipping'] }) });
  const refused = await patch(listing.id, { alsoPickup: true }, listing.seller);
  expect(refused.body.errors).toEqual({
    alsoPickup: 'Esta categoria não tem «Retirada em mãos». Escolha «Envio».',
  });
});

test('a change to shipping passes a review with the package, and shows what it brings', async () => {
  const owner = await market.user();
  const listing = await market.publishedListing({
    seller: owner,
    categoryId: await physical(),
    delivery: 'pickup',
    cityId: belem,
  });
  const { id, slug } = listing;
  const wanted = { deliveryType: 'shipping', alsoPickup: true, freeShipping: true };
  expect(Object.keys((await revise(id, wanted, owner)).body.errors)).toEqual([
    'weightGrams',
    'lengthCm',
    'widthCm',
    'heightCm',
    'originAddressId',
    'handlingDays',
  ]);
  const { data: origin } = await address(owner);
  const ready = { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4, handlingDays: 1 };
  expect((await patch(id, { ...ready, originAddressId: origin.id }, owner)).status).toBe(200);
  expect(await shown(slug)).toMatchObject({ deliveryType: 'pickup', package: null, city: 'Belém, PA' });
  const sent = await revise(id, wanted, owner);
  expect(sent.data.revision).toMatchObject({
    deliveryType: 'shipping',
    alsoPickup: true,
    freeShipping: true,
  });
  expect((await patch(id, { weightGrams: null }, owner)).body.errors.weightGrams).toBe(
    'Diga quanto o pacote pesa, em gramas.',
  );
  const kept = await market.request('DELETE', `/addresses/${origin.id}`, { token: owner.token });
  expect(kept.body.code).toBe('address_in_use');
  const review = await market.request('GET', `/staff/reviews/${id}`, { token: support.token });
  expect(review.data).toMatchObject({
    listing: { deliveryType: 'shipping', alsoPickup: true, freeShipping: true, weightGrams: 500 },
    revision: { changed: ['deliveryType'] },
  });
  expect((await approve(id, sent.data.revision.id)).status).toBe(200);
  expect(await shown(slug)).toMatchObject({
    deliveryType: 'shipping',
    alsoPickup: true,
    freeShipping: true,
    handlingDays: 1,
    city: 'Curitiba, PR',
    stock: 1,
  });
});

test('a change from shipping to pickup ends free freight and keeps the stock', async () => {
  const listing = await shipped({ freeShipping: true, stock: 4 });
  const sent = await revise(listing.id, { deliveryType: 'pickup' }, listing.seller);
  expect(sent.status, sent.text).toBe(201);
  expect((await approve(listing.id, sent.data.revision.id)).status).toBe(200);
  expect(await shown(listing.slug)).toMatchObject({
    deliveryType: 'pickup',
    freeShipping: false,
    stock: 4,
    city: 'Curitiba, PR',
  });
});

test('a thing on sale by hand stays so until its delivery or category changes, and a copy may not', async () => {
  const owner = await market.user();
  const categoryId = await market.category();
  const listing = await market.publishedListing({ seller: owner, categoryId, cityId: curitiba });
  await sql`update categories set kind = 'physical' where id = ${categoryId}`.execute(market.ctx.db);
  market.forgetCaches();
  const { id } = listing;
  expect((await patch(id, { priceCents: 9_000 }, owner)).status).toBe(200);
  const hours = await revise(id, { promisedHours: 72 }, owner);
  expect(hours.body.errors).toEqual({
    deliveryType: 'Esta categoria não tem «Eu entrego». Escolha «Envio» ou «Retirada em mãos».',
  });
  const titled = await revise(id, { title: 'Outro título para o mesmo objeto' }, owner);
  expect(titled.status, titled.text).toBe(201);
  expect((await approve(id, titled.data.revision.id)).status).toBe(200);
  expect(await shown(listing.slug)).toMatchObject({ deliveryType: 'manual', promisedHours: 24 });
  const copy = await market.request('POST', `/listings/${id}/copies`, { token: owner.token, key: true });
  await patch(copy.data.id, { ownershipDeclared: true }, owner);
  expect((await submit(copy.data.id, owner)).body.errors).toHaveProperty('deliveryType');
});

test('a copy is shipped like its original', async () => {
  const listing = await shipped({ freeShipping: true, handlingDays: 4, parcel: { weightGrams: 750 } });
  const copy = await market.request('POST', `/listings/${listing.id}/copies`, {
    token: listing.seller.token,
    key: true,
  });
  expect(copy.data).toMatchObject({
    deliveryType: 'shipping',
    freeShipping: true,
    handlingDays: 4,
    weightGrams: 750,
    originAddressId: await originOf(listing.id),
    city: 'Curitiba, PR',
    stock: 1,
  });
});

test('a new draft of a thing begins with the address for sending and the usual handling time', async () => {
  const listing = await shipped({ handlingDays: 3 });
  const begun = await market.request('POST', '/listings', {
    token: listing.seller.token,
    key: true,
    body: { categoryId: await physical() },
  });
  expect(begun.data).toMatchObject({
    originAddressId: await originOf(listing.id),
    handlingDays: 3,
    deliveryType: null,
  });
});

test('PostgreSQL holds a shipped listing on sale to its package and address', async () => {
  const { id } = await shipped();
  const write = (change: ReturnType<typeof sql>) =>
    sql`update listings set ${change} where id = ${id}`.execute(market.ctx.db);
  await expect(write(sql`weight_grams = null`)).rejects.toThrow('shipping_is_complete');
  await expect(write(sql`origin_address_id = null`)).rejects.toThrow('shipping_is_complete');
  await expect(write(sql`weight_grams = 30001`)).rejects.toThrow('listings_weight_grams_check');
  await expect(write(sql`handling_days = 6`)).rejects.toThrow('listings_handling_days_check');
  await expect(write(sql`delivery_type = 'pickup', free_shipping = true`)).rejects.toThrow(
    'only_shipping_has_freight',
  );
  await expect(write(sql`promised_hours = 24`)).rejects.toThrow('listed_is_complete');
});

test('staff read how a listing travels, without its address', async () => {
  const listing = await shipped({ freeShipping: true });
  const read = await market.request('GET', `/staff/listings/${listing.id}`, { token: support.token });
  expect(read.data).toMatchObject({
    weightGrams: 500,
    handlingDays: 2,
    freeShipping: true,
    city: 'Curitiba, PR',
  });
  expect(read.text).not.toContain('originAddress');
});

test('the delivery filter of results finds a shipped listing as such', async () => {
  const categoryId = await physical({ slug: 'caixas' });
  const listing = await shipped({ categoryId });
  await market.drain();
  market.forgetCaches();
  const found = async (delivery: string) =>
    (await market.request('GET', `/public/listings?category=caixas&delivery=${delivery}`)).data.items.map(
      ({ id }: { id: number }) => id,
    );
  expect(await found('shipping')).toEqual([listing.id]);
  expect(await found('automatic,manual')).toEqual([]);
});

test('the freight hint names the cheapest price to three capitals, from an own address only', async () => {
  const owner = await market.user();
  const { data: origin } = await address(owner);
  const hint = (query: object, who = owner) =>
    market.request(
      'GET',
      `/freight-hint?${new URLSearchParams({ originAddressId: origin.id, weightGrams: '500', lengthCm: '24', widthCm: '17', heightCm: '4', ...query })}`,
      { token: who.token },
    );
  const { items } = (await hint({})).data;
  expect(items.map(({ city }: { city: string }) => city)).toEqual(['São Paulo', 'Recife', 'Manaus']);
  expect(items[0].priceCents).toBeLessThan(items[2].priceCents);
  expect((await hint({ lengthCm: '190' })).data.items).toEqual([]);
  expect((await hint({}, await market.user())).body.errors).toEqual({
    originAddressId: 'Este endereço não está mais na sua lista. Escolha outro.',
  });
  for (const wrong of ['0', '30001', '1.5', 'abc'])
    expect((await hint({ weightGrams: wrong })).body.errors, wrong).toHaveProperty('weightGrams');
});
