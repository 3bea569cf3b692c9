import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let staff: Person;
beforeAll(async () => {
  sales = await openSales();
  staff = await sales.user({ role: 'support' });
});
afterAll(() => sales.close());

let addresses = 0;

const report = (who: Person, id: number, reason = 'offensive') =>
  sales.request('POST', '/reports', {
    token: who.token,
    key: true,
    ip: `10.9.0.${++addresses}`,
    body: { target: 'rating', id: String(id), reason },
  });

const rate = (sale: Placed, who: Person, body: object) =>
  sales.request('PUT', `/orders/${sale.hash}/rating`, { token: who.token, key: true, body });

const grades = { stars: 1, description: 2, punctuality: 3, service: 4 };

/** An order with ratings of both sides, the buyer's with an offence. */
async function rated() {
  const sale = await sales.delivered();
  await sales.act(sale, sale.buyer, 'confirmation');
  await rate(sale, sale.buyer, { ...grades, text: 'Seu golpista de uma figa!' });
  const { data } = await rate(sale, sale.seller, { stars: 5, text: 'Pagou na hora.' });
  return { ...sale, ratingId: data.theirs.id as number };
}

async function decide(ratingId: number, decision: string, who = staff) {
  const { data } = await sales.request('GET', '/staff/reports', { token: staff.token });
  const row = data.items.find(
    ({ target }: { target: { kind: string; id: number } }) =>
      target.kind === 'rating' && target.id === ratingId,
  );
  const body = { decision, note: 'Lemos a avaliação.' };
  const answer = await sales.request('POST', `/staff/reports/${row.id}/decision`, {
    token: who.token,
    key: true,
    body,
  });
  return { row, answer };
}

const onProfile = async ({ username }: Person) =>
  (await sales.request('GET', `/public/profiles/${username}/ratings`)).data;

async function titlesOf(who: Person): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: who.token });
  return data.items.map(({ title }: { title: string }) => title);
}

test('a rating whose report is upheld leaves the pages and the scores, and its author is notified of the reason', async () => {
  const { ratingId, buyer, seller, hash } = await rated();
  expect(await onProfile(seller)).toMatchObject({ seller: { count: 1, stars: [1, 0, 0, 0, 0] } });
  expect((await report(seller, ratingId)).status).toBe(201);
  const { row, answer } = await decide(ratingId, 'uphold');
  expect(row.target.words).toBe('1 estrela: Seu golpista de uma figa!');
  expect(answer.status).toBe(200);
  expect(await onProfile(seller)).toMatchObject({ items: [], seller: { count: 0, details: null } });
  const listing = (await sales.request('GET', `/public/profiles/${seller.username}/ratings?role=seller`))
    .data;
  expect(listing.items).toEqual([]);
  const mine = await sales.request('GET', `/orders/${hash}/ratings`, { token: buyer.token });
  expect(mine.data.mine).toMatchObject({ text: 'Seu golpista de uma figa!', removed: true });
  const theirs = await sales.request('GET', `/orders/${hash}/ratings`, { token: seller.token });
  expect(theirs.data).toMatchObject({ theirs: null, replyRefusal: 'not_published' });
  expect(await titlesOf(buyer)).toContain('Sua avaliação foi removida');
  expect(await titlesOf(seller)).toContain('Sua denúncia foi aceita');
  const reply = await sales.request('POST', `/ratings/${ratingId}/reply`, {
    token: seller.token,
    key: true,
    body: { text: 'Discordo.' },
  });
  expect(reply.status).toBe(404);
  expect((await report(await sales.user(), ratingId)).status).toBe(404);
});

test('a rating whose report is dismissed stays and counts', async () => {
  const { ratingId, seller, buyer } = await rated();
  await report(seller, ratingId);
  expect((await decide(ratingId, 'dismiss')).answer.status).toBe(200);
  expect(await onProfile(seller)).toMatchObject({ seller: { count: 1 }, items: [{ id: ratingId }] });
  expect(await titlesOf(buyer)).not.toContain('Sua avaliação foi removida');
});

test('only listed reasons remove a rating; a bad grade is none', async () => {
  const { ratingId, seller } = await rated();
  for (const reason of ['fraud', 'counterfeit', 'other'])
    expect((await report(seller, ratingId, reason)).body).toMatchObject({
      status: 400,
      errors: { reason: 'Escolha um motivo da lista.' },
    });
});

test('its author, the rated person and the reporter cannot decide about it', async () => {
  const judge = await sales.user({ role: 'support' });
  const sale = await sales.place(judge, await sales.publishedListing());
  await sales.bank.payCharge(sale.reference);
  await sales.act(sale, sale.seller, 'delivery-start');
  await sales.act(sale, sale.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
  await sales.act(sale, judge, 'confirmation');
  await rate(sale, judge, { ...grades, text: 'Nunca mais.' });
  const { data } = await rate(sale, sale.seller, { stars: 2, text: 'Também não.' });
  const about = await sales.request('GET', `/orders/${sale.hash}/ratings`, { token: judge.token });
  await report(await sales.user(), data.theirs.id);
  await report(await sales.user(), about.data.theirs.id);
  for (const id of [data.theirs.id, about.data.theirs.id])
    expect((await decide(id, 'uphold', judge)).answer.body.code).toBe('own_decision');
});

test('the database restores no removed rating, and removes none without a listed reason', async () => {
  const { ratingId, seller } = await rated();
  const set = (words: string) =>
    sql`update ratings set ${sql.raw(words)} where id = ${ratingId}`.execute(sales.db);
  await expect(set('removed_at = market_now()')).rejects.toThrow('ratings_removed');
  await expect(set(`removed_at = market_now(), removed_for = 'other'`)).rejects.toThrow(
    'ratings_removed_for',
  );
  await report(seller, ratingId);
  await decide(ratingId, 'uphold');
  await expect(set('removed_at = null, removed_for = null')).rejects.toThrow('stays removed');
});
