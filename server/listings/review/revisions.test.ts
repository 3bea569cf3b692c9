import { sql } from 'kysely';
import { defaultListingRules } from '#domain/listings/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transitionsOf } from '#domain/machine.ts';
import { revisionMachine } from '#domain/listings/revisions.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
let support: Person;
beforeAll(async () => {
  market = await createMarket();
  support = await market.user({ role: 'support', username: 'atendente' });
});
afterAll(() => market.close());

const title = 'Um título novo e bem comprido';

function send(seller: Person, id: number, body: object) {
  return market.request('POST', `/listings/${id}/revisions`, { token: seller.token, key: true, body });
}

function save(seller: Person, id: number, body: object) {
  return market.request('PATCH', `/listings/${id}`, { token: seller.token, body });
}

function decide(id: number, revisionId: number, decision: string, who = support) {
  const refused = decision !== 'approve';
  const body = {
    revisionId,
    decision,
    reasons: refused ? ['title_unclear'] : [],
    note: refused ? 'Diga a marca no título.' : '',
  };
  return market.request('POST', `/staff/reviews/${id}/decision`, { token: who.token, key: true, body });
}

const shown = async (slug: string) => (await market.request('GET', `/public/listings/${slug}`)).data;
const own = async (seller: Person, id: number) =>
  (await market.request('GET', `/listings/${id}`, { token: seller.token })).data;

/** A listing on sale with a pending revision of its title. */
async function revised(body: object = { title }, options: ListingOptions = {}) {
  const listing = await market.publishedListing(options);
  const sent = await send(listing.seller, listing.id, body);
  expect(sent.status, sent.text).toBe(201);
  return { ...listing, revisionId: sent.data.revision.id as number };
}

async function versionsOf(id: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from listing_versions where listing_id = ${id} order by id`.execute(market.ctx.db);
  return rows;
}

const sorted = (list: object[]) =>
  list.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

test('the transition table of the database is the one of the domain', async () => {
  const { rows } = await sql<object>`
    select event, from_state as "from", to_state as "to", actor from revision_transitions`.execute(
    market.ctx.db,
  );
  expect(sorted(rows)).toEqual(sorted(transitionsOf(revisionMachine)));
});

test('fields that matter to buyers need a review while the old version stays on sale (L11)', async () => {
  const { id, slug, seller, revisionId } = await revised();
  expect((await shown(slug)).title).not.toBe(title);
  expect(await own(seller, id)).toMatchObject({
    state: 'published',
    revision: { id: revisionId, state: 'pending', title, description: null, priceCents: null },
  });
  const review = await market.request('GET', `/staff/reviews/${id}`, { token: support.token });
  expect(review.data).toMatchObject({
    listing: { title },
    revision: { id: revisionId, changed: ['title'], before: { title: expect.stringMatching(/^Anúncio/) } },
    decidable: true,
  });
  const queue = await market.request('GET', '/staff/reviews', { token: support.token });
  expect(queue.data.items).toContainEqual(expect.objectContaining({ id, revisionId, title }));
});

test('an approved revision is a new version, and an order shows the version that was bought', async () => {
  const { id, slug, seller, revisionId, versionId } = await revised();
  const buyer = await market.user();
  const order = await market.request('POST', '/orders', {
    token: buyer.token,
    key: true,
    body: { listingId: id, quantity: 1, method: 'pix', expectedTotalCents: 10_000 },
  });
  expect(order.status, order.text).toBe(201);
  const { rows } = await sql<{ version: number }>`
    select listing_version_id as version from orders where id = ${order.data.id}`.execute(market.ctx.db);
  expect((await decide(id, revisionId, 'approve')).status).toBe(200);
  expect(rows[0]!.version).toBe(versionId);
  const page = await shown(slug);
  expect(page).toMatchObject({ title, slug: `um-titulo-novo-e-bem-comprido-${id.toString(36)}` });
  expect((await versionsOf(id)).map((version) => version.title)).toEqual([expect.any(String), title]);
  expect((await own(seller, id)).revision).toBeNull();
  const bought = await market.request('GET', `/orders/${order.data.hash}`, { token: buyer.token });
  expect(bought.text).not.toContain(title);
  await market.drain();
  const notices = await market.request('GET', '/notifications', { token: seller.token });
  expect(notices.data.items.map((notice: { title: string }) => notice.title)).toContain('Mudança publicada');
});

test.each([
  ['request_changes', 'Sua mudança precisa de um ajuste'],
  ['reject', 'Mudança recusada'],
])('%s leaves the old version on sale and tells the seller why', async (decision, notice) => {
  const { id, slug, seller, revisionId } = await revised();
  expect((await decide(id, revisionId, decision)).data).toEqual({ id, state: 'published' });
  expect((await shown(slug)).title).not.toBe(title);
  expect((await own(seller, id)).revision).toMatchObject({
    state: 'rejected',
    title,
    note: 'Diga a marca no título.',
    reasons: ['title_unclear'],
  });
  await market.drain();
  const notices = await market.request('GET', '/notifications', { token: seller.token });
  expect(notices.data.items[0]).toMatchObject({ title: notice, url: `/anunciar?id=${id}` });
  expect((await send(seller, id, { title: 'Outro título, com a marca' })).status).toBe(201);
});

test('only one revision is pending at a time; after its withdrawal another may be submitted', async () => {
  const { id, seller, revisionId } = await revised();
  const second = await send(seller, id, { title: 'Ainda outro título comprido' });
  expect(second.body).toMatchObject({ status: 409, code: 'already_requested' });
  const path = `/listings/${id}/revisions/${revisionId}`;
  const withdrawn = await market.request('DELETE', path, { token: seller.token });
  expect(withdrawn.data.revision).toBeNull();
  expect((await market.request('DELETE', path, { token: seller.token })).body.code).toBe('wrong_state');
  expect((await send(seller, id, { title })).status).toBe(201);
});

test('a decision about a withdrawn revision is refused and does not affect the next one', async () => {
  const { id, seller, revisionId } = await revised();
  await market.request('DELETE', `/listings/${id}/revisions/${revisionId}`, { token: seller.token });
  await send(seller, id, { title: 'Algo que ninguém da equipe viu' });
  expect((await decide(id, revisionId, 'approve')).body).toMatchObject({ status: 409, code: 'wrong_state' });
  expect((await decide(id, 987_654, 'approve')).status).toBe(404);
  expect((await own(seller, id)).revision.state).toBe('pending');
});

test('of a withdrawal and twenty decisions at once exactly one takes effect', async () => {
  const { id, seller, revisionId } = await revised();
  const answers = await Promise.all([
    market.request('DELETE', `/listings/${id}/revisions/${revisionId}`, { token: seller.token }),
    ...Array.from({ length: 20 }, (_, index) => decide(id, revisionId, index % 2 ? 'approve' : 'reject')),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
  expect(await versionsOf(id)).toHaveLength((await own(seller, id)).title === title ? 2 : 1);
});

test('of twenty revisions submitted at once one is pending', async () => {
  const { id, seller } = await market.publishedListing();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(seller, id, { title: `Um título comprido ${index}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
});

test.each([
  ['a title', { title }],
  ['a description', { description: 'Outra descrição, comprida o bastante para a revisão.' }],
  ['a price 31 % higher', { priceCents: 13_100 }],
  ['a shorter promise', { promisedHours: 1 }],
  ['an attribute', { attributes: { cor: 'azul' } }],
])('%s cannot be changed at once on a listing on sale', async (_what, body) => {
  const { id, seller } = await market.publishedListing();
  expect((await save(seller, id, body)).body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    meta: { fields: Object.keys(body) },
  });
});

test('a price may rise up to 30 % above the reviewed price without review, in any number of steps', async () => {
  const { id, seller } = await market.publishedListing();
  expect((await save(seller, id, { priceCents: 12_000 })).data.priceCents).toBe(12_000);
  expect((await save(seller, id, { priceCents: 13_000 })).data.priceCents).toBe(13_000);
  expect((await save(seller, id, { priceCents: 13_001 })).body.code).toBe('wrong_state');
  expect((await save(seller, id, { priceCents: 5_000 })).data.priceCents).toBe(5_000);
  expect((await save(seller, id, { priceCents: 10_000 })).data.priceCents).toBe(10_000);
  const sent = await send(seller, id, { priceCents: 20_000 });
  expect((await decide(id, sent.data.revision.id, 'approve')).status).toBe(200);
  expect(await own(seller, id)).toMatchObject({ priceCents: 20_000, reviewedPriceCents: 20_000 });
});

test('the free price rise is a setting', async () => {
  const { id, seller } = await market.publishedListing();
  await market.setRules({ listings: { ...defaultListingRules, freeRiseBps: 500 } });
  expect(await own(seller, id)).toMatchObject({ freeRiseBps: 500 });
  expect((await save(seller, id, { priceCents: 10_501 })).body.code).toBe('wrong_state');
  expect((await save(seller, id, { priceCents: 10_500 })).data.priceCents).toBe(10_500);
  await market.setRules({ listings: defaultListingRules });
});

test('photos are reordered at once, but added, removed and described by review', async () => {
  const { id, slug, seller } = await market.publishedListing();
  const first = (await own(seller, id)).images[0].id as number;
  const second = await market.image(seller);
  const two = { imageIds: [first, second], imageAlts: ['Frente', 'Verso'] };
  expect((await save(seller, id, two)).body.code).toBe('wrong_state');
  const sent = await send(seller, id, two);
  expect(sent.data.images).toHaveLength(1);
  await decide(id, sent.data.revision.id, 'approve');
  expect((await shown(slug)).images.map((image: { alt: string }) => image.alt)).toEqual(['Frente', 'Verso']);
  const turned = await save(seller, id, { imageIds: [second, first], imageAlts: ['Verso', 'Frente'] });
  expect(turned.data.images.map((image: { id: number }) => image.id)).toEqual([second, first]);
  const unsent = await save(seller, id, { imageIds: [first, second] });
  expect(unsent.data.images.map((image: { alt: string }) => image.alt)).toEqual(['Frente', 'Verso']);
  expect((await save(seller, id, { imageAlts: ['uma só'] })).body.errors).toHaveProperty('imageAlts');
});

test('a revision that would leave the listing incomplete is refused with each field', async () => {
  const { id, seller } = await market.publishedListing();
  const answer = await send(seller, id, { title: 'curto', deliveryType: 'automatic', imageIds: [] });
  expect(answer.body).toMatchObject({ status: 422, code: 'listing_incomplete' });
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(['images', 'title']);
});

test('a revision without changes is refused, and so is one of a draft', async () => {
  const { id, seller } = await market.publishedListing();
  const present = await own(seller, id);
  expect((await send(seller, id, { title: present.title, priceCents: 9_000 })).status).toBe(400);
  const draft = await market.draft({ seller });
  expect((await send(seller, draft.id, { title })).body.code).toBe('wrong_state');
});

test('a listing changed to automatic delivery sells the codes that were added meanwhile', async () => {
  const { id, seller, revisionId } = await revised({ deliveryType: 'automatic' });
  const codes = ['VIRADA-1', 'VIRADA-2'];
  const { token } = seller;
  const added = await market.request('POST', `/listings/${id}/codes`, { token, key: true, body: { codes } });
  expect(added.data).toEqual({ added: 2, stock: 1 });
  await decide(id, revisionId, 'approve');
  expect(await own(seller, id)).toMatchObject({ state: 'published', stock: 2, promisedHours: 0 });
});

test('a listing changed to automatic delivery without codes is sold out until codes are added', async () => {
  const { id, seller, revisionId } = await revised({ deliveryType: 'automatic' });
  expect((await decide(id, revisionId, 'approve')).data.state).toBe('sold_out');
  const { token } = seller;
  await market.request('POST', `/listings/${id}/codes`, { token, key: true, body: { codes: ['TARDE-1'] } });
  expect((await own(seller, id)).state).toBe('published');
});

test('a listing changed to manual delivery needs promised hours and a stock', async () => {
  const { id, seller } = await market.publishedListing({ codes: ['MANUAL-1'] });
  const bare = await send(seller, id, { deliveryType: 'manual' });
  expect(Object.keys(bare.body.errors).toSorted()).toEqual(['promisedHours', 'stock']);
  const sent = await send(seller, id, { deliveryType: 'manual', promisedHours: 6, stock: 3 });
  await decide(id, sent.data.revision.id, 'approve');
  expect(await own(seller, id)).toMatchObject({ stock: 3, promisedHours: 6, deliveryType: 'manual' });
});

test('removing a listing withdraws its revision', async () => {
  const { id, seller, revisionId } = await revised();
  await market.request('DELETE', `/listings/${id}`, { token: seller.token });
  const { rows } = await sql<{ state: string }>`
    select state from listing_revisions where id = ${revisionId}`.execute(market.ctx.db);
  expect(rows[0]!.state).toBe('withdrawn');
});

test('removing a listing by staff withdraws its revision too', async () => {
  const { id, revisionId } = await revised();
  const admin = await market.user({ role: 'admin' });
  const removed = await market.request('POST', `/staff/listings/${id}/moderation`, {
    token: admin.token,
    key: true,
    body: { action: 'remove', reason: 'Produto proibido pelas regras.' },
  });
  expect(removed.data.state).toBe('removed');
  expect((await decide(id, revisionId, 'approve')).status).toBe(409);
});

test.each(['into', 'out of'])(
  'a change %s a risky category is decided by an administrator only',
  async (way) => {
    const [risky, calm] = [await market.category({ riskClass: 'risky' }), await market.category()];
    const [from, to] = way === 'into' ? [calm, risky] : [risky, calm];
    const { id, revisionId } = await revised({ categoryId: to }, { categoryId: from });
    const seen = await market.request('GET', `/staff/reviews/${id}`, { token: support.token });
    expect(seen.data).toMatchObject({ risky: true, decidable: false });
    expect((await decide(id, revisionId, 'approve')).body.code).toBe('forbidden');
    const admin = await market.user({ role: 'admin' });
    expect((await decide(id, revisionId, 'approve', admin)).status).toBe(200);
  },
);

test('staff cannot decide about a revision of their own listing', async () => {
  const seller = await market.user({ role: 'admin', username: 'vende_e_revisa' });
  const { id, revisionId } = await revised({ title }, { seller });
  expect((await decide(id, revisionId, 'approve', seller)).body.code).toBe('own_decision');
});

test('the database refuses to change a decided revision', async () => {
  const { id, revisionId } = await revised();
  await decide(id, revisionId, 'reject');
  await expect(
    sql`update listing_revisions set state = 'pending', decided_at = null where id = ${revisionId}`.execute(
      market.ctx.db,
    ),
  ).rejects.toThrow('revision cannot go from rejected to pending');
});
