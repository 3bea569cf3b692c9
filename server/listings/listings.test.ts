import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingMachine } from '#domain/listings/listings.ts';
import { transitionsOf } from '#domain/machine.ts';
import { createMarket } from '#test/market.ts';
import { withoutRequestId } from '#test/http-request.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const stateOf = async (id: number, seller: Person) =>
  (await market.request('GET', `/listings/${id}`, { token: seller.token })).data?.state;

/** Every endpoint with a listing id. */
const calls = (listing: number) =>
  [
    ['GET', `/listings/${listing}`, undefined],
    ['PATCH', `/listings/${listing}`, { title: 'meu agora' }],
    ['POST', `/listings/${listing}/submission`, undefined],
    ['POST', `/listings/${listing}/codes`, { codes: ['INTRUSO-1'] }],
    ['GET', `/listings/${listing}/codes`, undefined],
    ['DELETE', `/listings/${listing}/codes/1`, undefined],
    ['POST', `/listings/${listing}/copies`, undefined],
    ['POST', `/listings/${listing}/renewal`, undefined],
    ['POST', `/listings/${listing}/revisions`, { title: 'Um título novo e bem comprido' }],
    ['DELETE', `/listings/${listing}/revisions/1`, undefined],
    ['PUT', `/listings/${listing}/pause`, { paused: true }],
    ['DELETE', `/listings/${listing}`, undefined],
  ] as const;

const sorted = (list: object[]) =>
  list.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

test('the transition table of the database is the one of the domain (§4.4)', async () => {
  const { rows } = await sql<object>`
    select event, from_state as "from", to_state as "to", actor from listing_transitions`.execute(
    market.ctx.db,
  );
  expect(sorted(rows)).toEqual(sorted(transitionsOf(listingMachine)));
});

test('a draft needs an existing leaf category', async () => {
  const parentId = await market.category();
  await market.category({ parentId });
  const { token } = await market.user();
  const branch = await market.request('POST', '/listings', {
    token,
    key: true,
    body: { categoryId: parentId },
  });
  expect(branch.body).toMatchObject({
    status: 400,
    errors: { categoryId: 'Escolha uma das subcategorias.' },
  });
  const missing = await market.request('POST', '/listings', {
    token,
    key: true,
    body: { categoryId: 999_999 },
  });
  expect(missing.body).toMatchObject({ status: 404, code: 'not_found' });
});

test('an autosave changes only the fields that were sent', async () => {
  const categoryId = await market.category();
  const { token } = await market.user();
  const { data: draft } = await market.request('POST', '/listings', {
    token,
    key: true,
    body: { categoryId },
  });
  expect(draft).toMatchObject({
    state: 'draft',
    categoryId,
    title: '',
    priceCents: null,
    images: [],
  });
  const saved = await market.request('PATCH', `/listings/${draft.id}`, { token, body: { title: 'curto' } });
  expect(saved.data).toMatchObject({ title: 'curto', description: '', priceCents: null });
  const again = await market.request('PATCH', `/listings/${draft.id}`, {
    token,
    body: {
      priceCents: 1_990,
      deliveryType: 'manual',
      promisedHours: 6,
      stock: 3,
      attributes: { cor: 'azul' },
    },
  });
  expect(again.data).toMatchObject({
    title: 'curto',
    priceCents: 1_990,
    deliveryType: 'manual',
    promisedHours: 6,
    stock: 3,
    attributes: { cor: 'azul' },
  });
});

test.each([
  ['a title of 81 letters', { title: 'x'.repeat(81) }, 'title'],
  ['a price below R$ 1,00', { priceCents: 99 }, 'priceCents'],
  ['a price with a fraction', { priceCents: 100.5 }, 'priceCents'],
  ['a price as text', { priceCents: '1000' }, 'priceCents'],
  ['a stock below zero', { stock: -1 }, 'stock'],
  ['a promise of 5 hours', { promisedHours: 5 }, 'promisedHours'],
  ['another person as its seller', { sellerId: 1 }, 'sellerId'],
  ['a state of its own choosing', { state: 'published' }, 'state'],
  ['a category that does not exist', { categoryId: 999_999 }, 'categoryId'],
  ['a photo that does not exist', { imageIds: [999_999] }, 'imageIds.0'],
  ['eleven photos', { imageIds: Array.from({ length: 11 }, (_, place) => place + 1) }, 'imageIds'],
])('an autosave with %s is refused at its field', async (_what, body, field) => {
  const { id, seller } = await market.draft();
  const answer = await market.request('PATCH', `/listings/${id}`, { token: seller.token, body });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[field]).toEqual(expect.any(String));
});

test("another person's photo is refused like an unknown one", async () => {
  const { id, seller } = await market.draft();
  const foreign = await market.image(await market.user());
  const answer = await market.request('PATCH', `/listings/${id}`, {
    token: seller.token,
    body: { imageIds: [foreign] },
  });
  expect(answer.body.errors).toEqual({ 'imageIds.0': 'Esta foto não está mais aqui. Envie de novo.' });
});

const manyAnswers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`campo${index}`, 'x'.repeat(200)]));

test('a draft accepts as many attributes as a category can have, in the API and the database (T102)', async () => {
  const { token } = await market.user();
  const categoryId = await market.category();
  const { data } = await market.request('POST', '/listings', { token, key: true, body: { categoryId } });
  const send = (count: number) =>
    market.request('PATCH', `/listings/${data.id}`, { token, body: { attributes: manyAnswers(count) } });
  expect((await send(81)).body).toMatchObject({ status: 400, errors: { attributes: expect.any(String) } });
  expect((await send(80)).status).toBe(200);
  await expect(
    sql`update listings set attributes = ${JSON.stringify(manyAnswers(400))}::jsonb where id = ${data.id}`.execute(
      market.ctx.db,
    ),
  ).rejects.toMatchObject({ constraint: 'listings_attributes_size' });
});

test('a draft beyond the current limits is refused when it is submitted', async () => {
  const { id, seller } = await market.draft();
  await sql`update listings set image_ids = array(select image_ids[1] from generate_series(1, 11)),
    title = repeat('x', 81), description = repeat('y', 5001) where id = ${id}`.execute(market.ctx.db);
  const sent = () => market.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  expect((await sent()).body).toMatchObject({
    status: 422,
    errors: {
      images: 'Envie até 10 fotos.',
      title: 'Use até 80 letras.',
      description: 'Use até 5.000 letras.',
    },
  });
});

test('submitting an incomplete draft reports everything that is missing at once (L02)', async () => {
  const categoryId = await market.category({
    attributes: [
      {
        key: 'plataforma',
        label: 'Plataforma',
        type: 'list',
        options: ['PC'],
        required: true,
        filterable: true,
      },
    ],
  });
  const { token } = await market.user();
  const { data: draft } = await market.request('POST', '/listings', {
    token,
    key: true,
    body: { categoryId },
  });
  const answer = await market.request('POST', `/listings/${draft.id}/submission`, { token, key: true });
  expect(answer.body).toMatchObject({ status: 422, code: 'listing_incomplete' });
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(
    [
      'attributes.plataforma',
      'deliveryType',
      'description',
      'images',
      'ownershipDeclared',
      'priceCents',
      'stock',
      'title',
    ].toSorted(),
  );
});

test('a complete draft goes to review and then cannot be edited (L04)', async () => {
  const { id, seller } = await market.draft();
  const { token } = seller;
  const sent = await market.request('POST', `/listings/${id}/submission`, { token, key: true });
  expect(sent.data.state).toBe('in_review');
  const twice = await market.request('POST', `/listings/${id}/submission`, { token, key: true });
  expect(twice.body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    meta: { state: 'in_review', allowed: ['remove'] },
  });
  const edit = await market.request('PATCH', `/listings/${id}`, {
    token,
    body: { title: 'Outro título aqui' },
  });
  expect(edit.body).toMatchObject({
    code: 'wrong_state',
    meta: { state: 'in_review', allowed: ['remove'] },
  });
});

test('a live listing accepts a lower price at once, as a new version, and a much higher one only by review', async () => {
  const { id, slug, seller, versionId } = await market.publishedListing({ priceCents: 5_000 });
  const { token } = seller;
  const lower = await market.request('PATCH', `/listings/${id}`, { token, body: { priceCents: 4_000 } });
  expect(lower.data.priceCents).toBe(4_000);
  const { rows } = await sql<{ id: number; price_cents: number }>`
    select v.id, v.price_cents from listing_versions v where listing_id = ${id} order by id`.execute(
    market.ctx.db,
  );
  expect(rows.map((row) => row.price_cents)).toEqual([5_000, 4_000]);
  expect(rows[0]!.id).toBe(versionId);
  const current = await sql<{ version_id: number }>`select version_id from listings where id = ${id}`.execute(
    market.ctx.db,
  );
  expect(current.rows[0]!.version_id).toBe(rows[1]!.id);
  const higher = await market.request('PATCH', `/listings/${id}`, { token, body: { priceCents: 6_501 } });
  expect(higher.body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    meta: { fields: ['priceCents'], allowed: ['pause', 'remove'] },
  });
  const title = await market.request('PATCH', `/listings/${id}`, {
    token,
    body: { title: 'Um título bem diferente' },
  });
  expect(title.body).toMatchObject({ status: 409, meta: { fields: ['title'] } });
  expect((await market.request('GET', `/public/listings/${slug}`)).data.priceCents).toBe(4_000);
});

test('a stock of 0 makes a listing sold out and a new stock puts it back on sale (L07)', async () => {
  const { id, seller } = await market.publishedListing({ stock: 2 });
  const save = (stock: number) =>
    market.request('PATCH', `/listings/${id}`, { token: seller.token, body: { stock } });
  expect((await save(0)).data).toMatchObject({ state: 'sold_out', stock: 0 });
  expect((await save(7)).data).toMatchObject({ state: 'published', stock: 7 });
});

test('pausing and resuming are idempotent', async () => {
  const { id, seller } = await market.publishedListing();
  const put = (paused: boolean) =>
    market.request('PUT', `/listings/${id}/pause`, { token: seller.token, body: { paused } });
  for (const paused of [true, true, false, false])
    expect((await put(paused)).data.state).toBe(paused ? 'paused' : 'published');
  const draft = await market.draft();
  const refused = await market.request('PUT', `/listings/${draft.id}/pause`, {
    token: draft.seller.token,
    body: { paused: true },
  });
  expect(refused.body).toMatchObject({
    code: 'wrong_state',
    meta: { state: 'draft', allowed: ['submit', 'remove'] },
  });
});

test('a paused listing without stock cannot be put back on sale', async () => {
  const { id, seller } = await market.publishedListing();
  const { token } = seller;
  await market.request('PUT', `/listings/${id}/pause`, { token, body: { paused: true } });
  await market.request('PATCH', `/listings/${id}`, { token, body: { stock: 0 } });
  const answer = await market.request('PUT', `/listings/${id}/pause`, { token, body: { paused: false } });
  expect(answer.body).toMatchObject({ status: 409, detail: 'Reponha o estoque antes de voltar a vender.' });
});

test('a removed listing is gone for everyone', async () => {
  const { id, slug, seller } = await market.publishedListing();
  const { token } = seller;
  expect((await market.request('DELETE', `/listings/${id}`, { token })).data).toEqual({ ok: true });
  expect((await market.request('GET', `/listings/${id}`, { token })).status).toBe(404);
  expect((await market.request('GET', `/public/listings/${slug}`)).status).toBe(410);
  expect((await market.request('DELETE', `/listings/${id}`, { token })).status).toBe(404);
});

test('a listing with an open order cannot be removed (L10)', async () => {
  const listing = await market.publishedListing({ stock: 3 });
  await insertOrder(listing, await market.user());
  const ordered = await market.request('DELETE', `/listings/${listing.id}`, { token: listing.seller.token });
  expect(ordered.body).toMatchObject({
    status: 409,
    detail: expect.stringContaining('pedidos em andamento'),
  });
});

test('codes count as stock, are shown by their last characters and stored encrypted', async () => {
  const { id, seller } = await market.draft({ codes: ['AAAA-BBBB-CCCC-DDDD', 'curto'] });
  const { data } = await market.request('GET', `/listings/${id}`, { token: seller.token });
  expect(data).toMatchObject({ stock: 2, codesCount: 2, promisedHours: 0 });
  const codes = await market.request('GET', `/listings/${id}/codes`, { token: seller.token });
  expect(codes.data.items.map((code: { preview: string }) => code.preview).toSorted()).toEqual(
    ['••••DDDD', '••••o'].toSorted(),
  );
  const { rows } = await sql<{
    sealed: Buffer;
  }>`select sealed from stock_units where listing_id = ${id}`.execute(market.ctx.db);
  for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/BBBB|curto/);
});

test('a code that was ever uploaded is refused by its line, without saying who has it (N06)', async () => {
  await market.draft({ codes: ['UNICO-0001', 'UNICO-0002'] });
  const { id, seller } = await market.draft({ codes: ['OUTRO-1'] });
  const codes = ['NOVO-1', ' unico 0001 ', 'NOVO-2'];
  const answer = await market.request('POST', `/listings/${id}/codes`, {
    token: seller.token,
    key: true,
    body: { codes },
  });
  expect(answer.body).toMatchObject({ status: 409, code: 'duplicate_code' });
  expect(answer.body.errors).toEqual({ 'codes.1': 'Linha 2: este código não pode ser vendido aqui.' });
  expect((await market.request('GET', `/listings/${id}`, { token: seller.token })).data.codesCount).toBe(1);
});

test('a duplicate code in one upload is reported with both lines', async () => {
  const { id, seller } = await market.draft({ codes: ['BASE-1'] });
  const codes = ['REP-1', 'REP-2', 'rep-1'];
  const answer = await market.request('POST', `/listings/${id}/codes`, {
    token: seller.token,
    key: true,
    body: { codes },
  });
  expect(answer.body.errors).toEqual({ 'codes.2': 'Linha 3: este código já está na linha 1.' });
});

test('when two sellers upload the same codes at once, one is accepted and the other refused', async () => {
  const [one, two] = await Promise.all([
    market.draft({ codes: ['C-UM-1'] }),
    market.draft({ codes: ['C-DOIS-1'] }),
  ]);
  const codes = Array.from({ length: 200 }, (_, index) => `CORRIDA-${index}`);
  const answers = await Promise.all(
    [one, two].map(({ id, seller }, index) =>
      market.request('POST', `/listings/${id}/codes`, {
        token: seller.token,
        key: true,
        body: { codes: index === 0 ? codes : codes.toReversed() },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('ten thousand codes are accepted at once, and not one more', async () => {
  const { id, seller } = await market.draft({ codes: ['MIL-BASE'] });
  const codes = Array.from({ length: 10_000 }, (_, index) => `MUITOS-${index}`);
  const send = (list: string[]) =>
    market.request('POST', `/listings/${id}/codes`, {
      token: seller.token,
      key: true,
      body: { codes: list },
    });
  expect((await send([...codes, 'MAIS-UM'])).status).toBe(400);
  expect((await send(codes)).body).toMatchObject({
    status: 400,
    errors: { codes: expect.stringContaining('10.000') },
  });
  expect((await send(codes.slice(1))).data).toEqual({ added: 9_999, stock: 10_000 });
});

test('a manual listing accepts no codes', async () => {
  const { id, seller } = await market.draft();
  const answer = await market.request('POST', `/listings/${id}/codes`, {
    token: seller.token,
    key: true,
    body: { codes: ['XXXX-1'] },
  });
  expect(answer.body).toMatchObject({ status: 409, code: 'wrong_state' });
});

test('the stock of an automatic listing is its codes and cannot be entered', async () => {
  const { id, seller } = await market.publishedListing({ codes: ['SO-CODIGO-1', 'SO-CODIGO-2'] });
  const answer = await market.request('PATCH', `/listings/${id}`, {
    token: seller.token,
    body: { stock: 50 },
  });
  expect(answer.body).toMatchObject({ status: 400, errors: { stock: expect.any(String) } });
});

test('an unsold code can be withdrawn once, the last one makes the listing sold out, and it cannot be added again', async () => {
  const { id, seller } = await market.publishedListing({ codes: ['RETIRADA-1'] });
  const { token } = seller;
  const { data } = await market.request('GET', `/listings/${id}/codes`, { token });
  const path = `/listings/${id}/codes/${data.items[0].id}`;
  expect((await market.request('DELETE', path, { token })).data).toEqual({ ok: true });
  expect(await stateOf(id, seller)).toBe('sold_out');
  expect((await market.request('DELETE', path, { token })).body.code).toBe('wrong_state');
  const again = await market.request('POST', `/listings/${id}/codes`, {
    token,
    key: true,
    body: { codes: ['RETIRADA-1'] },
  });
  expect(again.body.code).toBe('duplicate_code');
  const fresh = await market.request('POST', `/listings/${id}/codes`, {
    token,
    key: true,
    body: { codes: ['RETIRADA-2'] },
  });
  expect(fresh.data).toEqual({ added: 1, stock: 1 });
  expect(await stateOf(id, seller)).toBe('published');
});

test('after its 90 days a listing expires', async () => {
  const own = await createMarket();
  const { id, seller } = await own.publishedListing();
  await own.moveClock(90 * 86_400_000 - 60_000);
  await own.drain();
  const state = async () => {
    const { rows } = await sql<{ state: string }>`select state from listings where id = ${id}`.execute(
      own.ctx.db,
    );
    return rows[0]!.state;
  };
  expect(await state()).toBe('published');
  await own.moveClock(61_000);
  await own.drain();
  expect(await state()).toBe('expired');
  expect(seller.id).toBeGreaterThan(0);
  await own.close();
});

test('a seller reads only their own listings, by state', async () => {
  const { id, seller } = await market.draft();
  const list = await market.request('GET', '/listings?state=draft', { token: seller.token });
  expect(list.data.items.map((item: { id: number }) => item.id)).toEqual([id]);
  expect(
    (await market.request('GET', '/listings?state=published', { token: seller.token })).data.items,
  ).toEqual([]);
  expect((await market.request('GET', '/listings?state=inventado', { token: seller.token })).status).toBe(
    400,
  );
});

test("another person's listing answers like an unknown one, on every endpoint", async () => {
  const { id } = await market.publishedListing({ codes: ['ALHEIO-1'] });
  const { token } = await market.user();
  for (const [index, [method, path, body]] of calls(id).entries()) {
    const foreign = await market.request(method, path, { token, body, key: true });
    const [, missingPath] = calls(987_654_321)[index]!;
    const missing = await market.request(method, missingPath, { token, body, key: true });
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(missing));
  }
});

test.each(['draft', 'in_review', 'removed'])('a listing in state %s is not public', async (state) => {
  const { id, seller } = await market.draft();
  const { token } = seller;
  if (state === 'in_review') await market.request('POST', `/listings/${id}/submission`, { token, key: true });
  if (state === 'removed') await market.request('DELETE', `/listings/${id}`, { token });
  const answer = await market.request('GET', `/public/listings/qualquer-coisa-${id.toString(36)}`, { token });
  expect(answer.status).toBe(404);
});

test('an old or wrong slug finds the listing, and the answer has the current slug', async () => {
  const { id, slug } = await market.publishedListing({ title: 'Teclado mecânico — novo!' });
  expect(slug).toBe(`teclado-mecanico-novo-${id.toString(36)}`);
  for (const address of [slug, `outro-titulo-${id.toString(36)}`, id.toString(36)])
    expect((await market.request('GET', `/public/listings/${address}`)).data.slug).toBe(slug);
  for (const address of ['nada', '-', '%00', '%F0%9F%8E%AE', 'x'.repeat(120), `${slug}-0`])
    expect((await market.request('GET', `/public/listings/${address}`)).status).toBe(404);
});

test('a buyer gets all data of the page, and of the seller only public data', async () => {
  const parentId = await market.category({ slug: 'jogos', name: 'Jogos' });
  const categoryId = await market.category({
    slug: 'chaves',
    name: 'Chaves',
    parentId,
    warrantyDays: 14,
    attributes: [
      { key: 'plataforma', label: 'Plataforma', type: 'text', required: true, filterable: true },
      { key: 'lacrado', label: 'Lacrado', type: 'boolean', required: false, filterable: true },
    ],
  });
  const other = await market.publishedListing({ categoryId, attributes: { plataforma: 'PC' } });
  const { slug, seller } = await market.publishedListing({
    categoryId,
    codes: ['PAGINA-1'],
    attributes: { plataforma: 'PC', lacrado: 'true', segredo: 'x' },
  });
  const { data, text } = await market.request('GET', `/public/listings/${slug}`);
  expect(data).toMatchObject({
    state: 'published',
    deliveryType: 'automatic',
    warrantyDays: 14,
    attributes: [
      { label: 'Plataforma', value: 'PC' },
      { label: 'Lacrado', value: 'Sim' },
    ],
    categories: [
      { slug: 'jogos', name: 'Jogos' },
      { slug: 'chaves', name: 'Chaves' },
    ],
    seller: { username: seller.username, salesCount: 0, emailVerified: true },
    questions: [],
  });
  expect(data.similar.map((card: { id: number }) => card.id)).toEqual([other.id]);
  expect(text).not.toContain(seller.email);
  expect(text).not.toContain('PAGINA-1');
});

async function insertOrder(
  listing: { id: number; versionId: number; priceCents: number; seller: Person },
  buyer: Person,
) {
  await sql`insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
      unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
      max_commission_cents, guarantee_bps, delivery_type, promised_hours, due_at, due_event)
    select ${'h'.repeat(27)}, ${buyer.id}, ${listing.seller.id}, ${listing.id}, ${listing.versionId}, id, 1,
      ${listing.priceCents}, ${listing.priceCents}, 0, 0, 0, 0, 0, 0, 'manual', 24, market_now() + interval '30 minutes', 'expire'
    from rule_versions limit 1`.execute(market.ctx.db);
}
