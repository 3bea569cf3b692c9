import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';

let market: Market;
let support: Person;
let admin: Person;
beforeAll(async () => {
  market = await createMarket();
  support = await market.user({ role: 'support', username: 'atendente' });
  admin = await market.user({ role: 'admin', username: 'chefe' });
});
afterAll(() => market.close());

async function submitted(options: ListingOptions = {}) {
  const draft = await market.draft(options);
  await market.request('POST', `/listings/${draft.id}/submission`, { token: draft.seller.token, key: true });
  return draft;
}

function decide(
  who: Person,
  id: number,
  decision: string,
  words: { reasons?: string[]; note?: string } = {},
) {
  const body = { decision, reasons: [], note: '', ...words };
  return market.request('POST', `/staff/reviews/${id}/decision`, { token: who.token, key: true, body });
}

const ajuste = { reasons: ['photos_poor'], note: 'A foto está escura. Envie outra.' };

test('an approved listing is on sale, publicly found, and its version is stored', async () => {
  const { id, seller } = await submitted({ title: 'Fone de ouvido sem fio' });
  expect((await decide(support, id, 'approve')).data).toEqual({ id, state: 'published' });
  const { data } = await market.request('GET', `/listings/${id}`, { token: seller.token });
  expect(data).toMatchObject({
    state: 'published',
    slug: `fone-de-ouvido-sem-fio-${id.toString(36)}`,
    reviewNote: null,
  });
  expect((await market.request('GET', `/public/listings/${data.slug}`)).status).toBe(200);
});

test('the reviewer sees the seller’s rating and verifications', async () => {
  const { id, seller } = await submitted();
  const read = async () =>
    (await market.request('GET', `/staff/reviews/${id}`, { token: support.token })).data.seller;
  expect(await read()).toMatchObject({ scoreHundredths: null, ratingsCount: 0, documentProven: false });
  await sql`update users set seller_score = 480, seller_ratings = 12 where id = ${seller.id}`.execute(
    market.ctx.db,
  );
  expect(await read()).toMatchObject({ scoreHundredths: 480, ratingsCount: 12 });
});

test('requested changes reach the seller with reasons and a note, and the listing is submitted again (L05)', async () => {
  const { id, seller } = await submitted();
  expect((await decide(support, id, 'request_changes', ajuste)).data.state).toBe('changes_requested');
  const { data } = await market.request('GET', `/listings/${id}`, { token: seller.token });
  expect(data).toMatchObject({ reviewNote: ajuste.note, reviewReasons: ajuste.reasons });
  await market.drain();
  const notices = await market.request('GET', '/notifications', { token: seller.token });
  expect(notices.data.items[0]).toMatchObject({
    title: 'Seu anúncio precisa de um ajuste',
    description: expect.stringContaining(ajuste.note),
    url: `/anunciar?id=${id}`,
    read: 0,
  });
  const again = await market.request('POST', `/listings/${id}/submission`, {
    token: seller.token,
    key: true,
  });
  expect(again.data.state).toBe('in_review');
  expect((await decide(support, id, 'approve')).data.state).toBe('published');
});

test('a rejected listing can be corrected and submitted again', async () => {
  const { id, seller } = await submitted();
  await decide(support, id, 'reject', {
    reasons: ['forbidden_item'],
    note: 'Este item não pode ser vendido aqui.',
  });
  const edit = await market.request('PATCH', `/listings/${id}`, {
    token: seller.token,
    body: { title: 'Outro produto permitido' },
  });
  expect(edit.data).toMatchObject({ state: 'rejected', title: 'Outro produto permitido' });
  const again = await market.request('POST', `/listings/${id}/submission`, {
    token: seller.token,
    key: true,
  });
  expect(again.data.state).toBe('in_review');
});

test.each(['request_changes', 'reject'])(
  '%s without a reason or a word is refused at both fields',
  async (decision) => {
    const { id } = await submitted();
    const answer = await decide(support, id, decision);
    expect(answer.body).toMatchObject({
      status: 400,
      errors: { reasons: expect.any(String), note: expect.any(String) },
    });
  },
);

test('a second decision is refused with the author, content and time of the first', async () => {
  const { id } = await submitted();
  await decide(support, id, 'approve');
  const late = await decide(admin, id, 'reject', ajuste);
  expect(late.body).toMatchObject({
    status: 409,
    code: 'already_decided',
    meta: { by: 'atendente', state: 'published' },
  });
  expect(late.body.detail).toMatch(
    /^@atendente aprovou este anúncio em \d{1,2} \p{L}{3} \d{4}, \d{2}:\d{2}/u,
  );
});

test('ten reviewers at once make one decision', async () => {
  const { id } = await submitted();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      decide(index % 2 ? support : admin, id, index % 2 ? 'approve' : 'reject', ajuste),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'already_decided')).toHaveLength(9);
});

test('staff cannot decide about their own listing', async () => {
  const seller = await market.user({ role: 'admin' });
  const { id } = await submitted({ seller });
  expect((await decide(seller, id, 'approve')).body).toMatchObject({ status: 403, code: 'own_decision' });
  const { data } = await market.request('GET', `/staff/reviews/${id}`, { token: seller.token });
  expect(data).toMatchObject({ decidable: false, notDecidableBecause: expect.stringContaining('é seu') });
});

test('a buyer of a listing cannot review its revisions, nor claim them', async () => {
  const sales = await openSales();
  const [buyer, other] = [await sales.user({ role: 'admin' }), await sales.user({ role: 'support' })];
  const sale = await sales.place(buyer, await sales.publishedListing());
  await sales.bank.payCharge(sale.reference);
  const { data } = await sales.request('POST', `/listings/${sale.listingId}/revisions`, {
    token: sale.seller.token,
    key: true,
    body: { title: 'Outro título para conferir' },
  });
  const body = { decision: 'approve', reasons: [], note: '', revisionId: data.revision.id };
  const path = `/staff/reviews/${sale.listingId}`;
  const answer = await sales.request('POST', `${path}/decision`, { token: buyer.token, key: true, body });
  expect(answer.body).toMatchObject({ status: 403, code: 'own_decision' });
  expect((await sales.request('GET', path, { token: buyer.token })).data).toMatchObject({
    decidable: false,
    notDecidableBecause: expect.stringContaining('já comprou'),
  });
  const hold = await sales.request('PUT', `/staff/holds/reviews/${sale.listingId}`, {
    token: buyer.token,
    body: {},
  });
  expect(hold.body.code).toBe('own_decision');
  const free = await sales.request('POST', `${path}/decision`, { token: other.token, key: true, body });
  expect(free.status).toBe(200);
  await sales.close();
});

test('a seller whose review takes more than two days is notified once, and likewise for a revision', async () => {
  const own = await createMarket();
  const { id, seller } = await own.draft();
  await own.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  const changed = await own.publishedListing({ seller });
  await own.request('POST', `/listings/${changed.id}/revisions`, {
    token: seller.token,
    key: true,
    body: { title: 'Outro título para conferir' },
  });
  const notified = async () => {
    await own.drain();
    const { data } = await own.request('GET', '/notifications', { token: seller.token });
    return data.items.filter(({ title }: { title: string }) => title === 'A revisão está demorando').length;
  };
  await own.moveClock(47 * 3_600_000);
  expect(await notified()).toBe(0);
  await own.moveClock(2 * 3_600_000);
  expect(await notified()).toBe(2);
  await own.moveClock(24 * 3_600_000);
  expect(await notified()).toBe(2);
  await own.close();
});

test('a seller may remove a listing in review; a later decision is refused', async () => {
  const { id, seller } = await submitted();
  const gone = await market.request('DELETE', `/listings/${id}`, { token: seller.token });
  expect(gone.status).toBe(200);
  expect((await decide(support, id, 'approve')).body).toMatchObject({
    status: 409,
    meta: { state: 'removed' },
  });
  expect(
    (await market.request('GET', '/staff/reviews', { token: support.token })).data.items,
  ).not.toContainEqual(expect.objectContaining({ id }));
});

test('a risky category is decided by an administrator only', async () => {
  const categoryId = await market.category({ riskClass: 'risky' });
  const { id } = await submitted({ categoryId });
  expect((await decide(support, id, 'approve')).body).toMatchObject({ status: 403, code: 'forbidden' });
  const { data } = await market.request('GET', `/staff/reviews/${id}`, { token: support.token });
  expect(data).toMatchObject({ risky: true, decidable: false });
  expect((await decide(admin, id, 'approve')).status).toBe(200);
});

test('a draft is private: staff can neither read nor decide it', async () => {
  const { id } = await market.draft();
  expect((await market.request('GET', `/staff/reviews/${id}`, { token: admin.token })).status).toBe(404);
  expect((await decide(admin, id, 'approve')).status).toBe(404);
});

test('the dashboard is closed to everybody else', async () => {
  const { id, seller } = await submitted();
  for (const path of ['/staff/reviews', '/staff/reviews/first', `/staff/reviews/${id}`]) {
    expect((await market.request('GET', path)).status).toBe(401);
    expect((await market.request('GET', path, { token: seller.token })).status).toBe(403);
  }
  expect((await decide(seller, id, 'approve')).status).toBe(403);
});

test('the queue shows Diamante first, then the oldest', async () => {
  const own = await createMarket();
  const staff = await own.user({ role: 'support' });
  const first = async () => (await own.request('GET', '/staff/reviews/first', { token: staff.token })).data;
  expect(await first()).toEqual({ review: null });
  const ids: number[] = [];
  for (const plan of ['prata', 'ouro', 'diamante'] as const) {
    const { id, seller } = await own.draft({ plan });
    await own.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
    ids.push(id);
  }
  const { data } = await own.request('GET', '/staff/reviews', { token: staff.token });
  expect(data.total).toBe(3);
  expect(data.items.map((item: { id: number }) => item.id)).toEqual([ids[2], ids[0], ids[1]]);
  const alone = await own.request('GET', `/staff/reviews/${ids[2]}`, { token: staff.token });
  expect(await first()).toEqual({ review: alone.data });
  await own.close();
});

test('signals report contact data, banned words, an unusual price and a similar listing', async () => {
  const categoryId = await market.category();
  for (let each = 0; each < 5; each++) await market.publishedListing({ categoryId, priceCents: 10_000 });
  const twin = await market.publishedListing({ title: 'Anúncio com título repetido' });
  const { id } = await submitted({
    categoryId,
    priceCents: 1_500,
    title: 'Anúncio com título repetido',
    description: 'Programa crackeado, me chama no zap 11 98765-4321 que eu explico tudo.',
  });
  const { data } = await market.request('GET', `/staff/reviews/${id}`, { token: support.token });
  expect(data.signals).toEqual([
    'Há telefone, e-mail, @ ou link no texto.',
    'Palavras proibidas no texto: crackeado.',
    'Preço 85% abaixo da mediana da categoria.',
    `Título quase igual ao de «Anúncio com título repetido», de @${twin.seller.username}.`,
  ]);
});

test('a reviewer sees the number of codes and none of their characters', async () => {
  const { id } = await submitted({ codes: ['SEGREDO-ABCD-WXYZ'] });
  const { data, text } = await market.request('GET', `/staff/reviews/${id}`, { token: admin.token });
  expect(data.listing).toMatchObject({ codesCount: 1 });
  expect(text).not.toContain('WXYZ');
});

test('the stock cannot change during a review', async () => {
  const { id, seller } = await submitted({ codes: ['PARADO-1'] });
  const { data } = await market.request('GET', `/listings/${id}/codes`, { token: seller.token });
  const add = await market.request('POST', `/listings/${id}/codes`, {
    token: seller.token,
    key: true,
    body: { codes: ['PARADO-2'] },
  });
  const withdraw = await market.request('DELETE', `/listings/${id}/codes/${data.items[0].id}`, {
    token: seller.token,
  });
  for (const { body } of [add, withdraw])
    expect(body).toMatchObject({ code: 'wrong_state', meta: { allowed: ['remove'] } });
});
