import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transitionsOf } from '#domain/machine.ts';
import { ratingMachine } from '#domain/community/ratings.ts';
import { defaultReputationRules, scoreHundredths } from '#domain/accounts/reputation.ts';
import { giveBack } from '#server/refunds/give-back.ts';
import { pauseForComplaint } from '#server/refunds/complaint-moves.ts';
import { withoutRequestId } from '#test/http-request.ts';
import { withLockedOrder } from '#test/orders/locked-orders.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { runRatingWindows } from './jobs.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

const praise = { stars: 5, description: 5, punctuality: 4, service: 5, text: 'Chegou como na foto.' };
const thanks = { stars: 5, text: 'Pagou na hora.' };

async function concluded(options: ListingOptions = {}): Promise<Placed> {
  const sale = await sales.delivered(options);
  await sales.act(sale, sale.buyer, 'confirmation');
  return sale;
}

const rate = (sale: { hash: string }, who: Person, body: object, key: string | true = true) =>
  sales.request('PUT', `/orders/${sale.hash}/rating`, { token: who.token, key, body });
const reply = (id: number, who: Person, text = 'Obrigada, volte sempre.') =>
  sales.request('POST', `/ratings/${id}/reply`, { token: who.token, key: true, body: { text } });
const seen = async (sale: Placed, who: Person) =>
  (await sales.request('GET', `/orders/${sale.hash}/ratings`, { token: who.token })).data;
const pending = async (who: Person) =>
  (await sales.request('GET', '/ratings/pending', { token: who.token })).data.items;

async function slugOf({ listingId }: Placed): Promise<string> {
  const { rows } = await sql<{ slug: string }>`select slug from listings where id = ${listingId}`.execute(
    sales.db,
  );
  return rows[0]!.slug;
}

const onListing = async (sale: Placed, query = '') =>
  (await sales.request('GET', `/public/listings/${await slugOf(sale)}/ratings${query}`)).data;
const onProfile = async ({ username }: Person, role = 'seller') =>
  (await sales.request('GET', `/public/profiles/${username}/ratings?role=${role}`)).data;

async function titlesOf(who: Person): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: who.token });
  return data.items.map(({ title }: { title: string }) => title);
}

async function lettersTo({ email }: Person): Promise<string[]> {
  await sales.drain();
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where recipient = ${email} order by id`.execute(sales.db);
  return rows.map(({ subject }) => subject);
}

function expectRefusal(answer: Answer, reason: string): void {
  expect(answer.body).toMatchObject({ status: 409, code: 'wrong_state', meta: { reason } });
}

const bySystem = { actor: 'system', viewer: null } as const;

const stop = (sale: Placed) =>
  withLockedOrder(sales.db, sale, (tx, order) =>
    pauseForComplaint(tx, order, { actor: 'buyer', viewer: sale.buyer }),
  );

const giveAllBack = (sale: Placed) =>
  withLockedOrder(sales.db, sale, (tx, order) =>
    giveBack(sales.ctx, tx, order, {
      amountCents: sale.totalCents,
      event: 'refund_complaint',
      reason: 'complaint',
      by: bySystem,
    }),
  );

test('the transitions in SQL equal those of the domain, row by row', async () => {
  const { rows } = await sql`
    select event, actor, from_state as "from", to_state as "to" from case_transitions where noun = 'rating'
    order by event`.execute(sales.db);
  expect(rows).toEqual(transitionsOf(ratingMachine).toSorted((a, b) => a.event.localeCompare(b.event)));
});

test('no one reads a rating before both are written, and then everyone does (F48)', async () => {
  const sale = await concluded();
  const { buyer, seller } = sale;
  const written = await rate(sale, buyer, praise);
  expect(written).toMatchObject({
    status: 200,
    data: {
      mine: { ...thanks, text: praise.text, state: 'written', details: { description: 5, punctuality: 4 } },
      theirs: null,
      otherWrote: false,
      writeRefusal: null,
    },
  });
  expect(await seen(sale, seller)).toMatchObject({ mine: null, theirs: null, otherWrote: true });
  expect(JSON.stringify(await seen(sale, seller))).not.toContain(praise.text);
  expect(await onListing(sale)).toMatchObject({ scores: { count: 0 }, items: [] });
  expect(await onProfile(seller)).toMatchObject({ seller: { count: 0 }, items: [] });

  const second = await rate(sale, seller, thanks);
  expect(second.data).toMatchObject({
    mine: { state: 'published' },
    theirs: { text: praise.text },
    writeRefusal: 'published',
    replyRefusal: null,
  });
  const page = await onListing(sale);
  expect(page).toMatchObject({
    scores: { count: 1, hundredths: 455, stars: [0, 0, 0, 0, 1] },
    seller: { count: 1, hundredths: 455 },
    next: null,
  });
  expect(page.items).toEqual([
    {
      id: second.data.theirs.id,
      stars: 5,
      details: { description: 5, punctuality: 4, service: 5 },
      text: praise.text,
      author: `${buyer.username.slice(0, 2)}***`,
      listing: { slug: await slugOf(sale), title: expect.any(String) },
      discounted: false,
      refunded: false,
      publishedAt: expect.stringMatching(/Z$/),
      reply: null,
      repliedAt: null,
    },
  ]);
  expect(await onProfile(buyer, 'buyer')).toMatchObject({
    buyer: { count: 1, details: null },
    seller: { count: 0 },
    // The purchased article is not shown.
    items: [{ text: thanks.text, listing: null }],
  });
  expect(await titlesOf(buyer)).toContain('Avaliações publicadas');
  expect(await titlesOf(seller)).toContain('Avaliações publicadas');
  expect(await lettersTo(buyer)).toContain('As duas avaliações foram publicadas na Praça');
});

test('a rating may be changed until it is published, and counts in its last form', async () => {
  const sale = await concluded();
  await rate(sale, sale.buyer, { ...praise, stars: 1 });
  await rate(sale, sale.buyer, { ...praise, stars: 4, text: '' });
  await rate(sale, sale.seller, thanks);
  expect((await onListing(sale)).scores.stars).toEqual([0, 0, 0, 1, 0]);
  expectRefusal(await rate(sale, sale.buyer, praise), 'published');
  const { rows } = await sql`select from ratings where order_id = ${sale.id}`.execute(sales.db);
  expect(rows).toHaveLength(2);
});

test('twenty parallel calls create one rating, and two sides in parallel publish both once', async () => {
  const sale = await concluded();
  const mine = await Promise.all(Array.from({ length: 20 }, () => rate(sale, sale.buyer, praise)));
  expect(mine.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await sql`select from ratings where order_id = ${sale.id}`.execute(sales.db)).rows).toHaveLength(1);

  const other = await concluded({ seller: sale.seller });
  const both = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      turn % 2 ? rate(other, other.buyer, praise) : rate(other, other.seller, thanks),
    ),
  );
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  for (const answer of both.filter(({ status }) => status !== 200)) expectRefusal(answer, 'published');
  expect((await onListing(other)).scores.count).toBe(1);
  const { rows } = await sql`
    select from events where kind = 'rating.published' and subject_id = ${other.id}`.execute(sales.db);
  expect(rows).toHaveLength(1);
});

test('a repeated request gets the same answer, even after publication', async () => {
  const sale = await concluded();
  await rate(sale, sale.seller, thanks);
  const first = await rate(sale, sale.buyer, praise, 'a-mesma-avaliacao');
  expect(await rate(sale, sale.buyer, praise, 'a-mesma-avaliacao')).toMatchObject({
    status: 200,
    data: first.data,
  });
});

test('only an order that ended after delivery can be rated (T109)', async () => {
  const sale = await sales.delivered();
  expectRefusal(await rate(sale, sale.buyer, praise), 'not_concluded');
  expect(await seen(sale, sale.buyer)).toMatchObject({ closesAt: null, writeRefusal: 'not_concluded' });
  const cancelled = await sales.paid();
  await sales.act(cancelled, cancelled.buyer, 'withdrawal-of-purchase');
  expectRefusal(await rate(cancelled, cancelled.buyer, praise), 'not_concluded');
});

test("another person's order is not found", async () => {
  const sale = await concluded();
  const strangers = [await sales.user(), await sales.user({ role: 'admin' })];
  for (const stranger of strangers) {
    const foreign = await rate(sale, stranger, praise);
    expect(foreign.status).toBe(404);
    const missing = await rate({ hash: 'x'.repeat(27) }, stranger, praise);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(missing));
  }
});

test.each<[string, object, string]>([
  ['no stars', { ...praise, stars: 0 }, 'stars'],
  ['six stars', { ...praise, stars: 6 }, 'stars'],
  ['half a star', { ...praise, stars: 4.5 }, 'stars'],
  ['a finer grade of six', { ...praise, service: 6 }, 'service'],
  ['too long', { ...praise, text: 'x'.repeat(501) }, 'text'],
])('a rating with %s is refused at its field', async (_what, body, field) => {
  const sale = await concluded();
  expect((await rate(sale, sale.buyer, body)).body).toMatchObject({
    status: 400,
    errors: { [field]: expect.any(String) },
  });
});

test('a buyer may leave out any of the finer grades, and each mean is of those that were given', async () => {
  const seller = await sales.user();
  const one = await concluded({ seller });
  const bare = await rate(one, one.buyer, { stars: 4, text: '' });
  expect(bare).toMatchObject({ status: 200, data: { mine: { stars: 4, details: null } } });
  await rate(one, seller, thanks);
  expect(await onProfile(seller)).toMatchObject({
    seller: { count: 1, details: null },
    items: [{ details: null }],
  });

  for (const service of [5, 2]) {
    const next = await concluded({ seller });
    const { data } = await rate(next, next.buyer, { stars: 4, service, text: '' });
    expect(data.mine.details).toEqual({ description: null, punctuality: null, service });
    await rate(next, seller, thanks);
  }
  expect(await onProfile(seller)).toMatchObject({
    seller: { count: 3, details: { description: null, punctuality: null, service: 350 } },
  });
});

test('a seller gives only the overall grade', async () => {
  const sale = await concluded();
  expect((await rate(sale, sale.seller, praise)).body).toMatchObject({
    status: 400,
    errors: { punctuality: 'Quem vende dá só a nota geral.' },
  });
});

test('contact data is masked, in ratings and replies', async () => {
  const sale = await concluded();
  await rate(sale, sale.seller, thanks);
  const { data } = await rate(sale, sale.buyer, {
    ...praise,
    text: 'Chame em joao@gmail.com ou 11 98765-4321',
  });
  expect(data.mine.text).toBe('Chame em ••• ou •••');
  const answer = await reply(data.mine.id, sale.seller, 'Veja https://loja.exemplo.com agora');
  expect(answer).toMatchObject({ status: 201, data: { theirs: { reply: 'Veja ••• agora' } } });
});

test('both are asked once, a day after the end, except for those who have written', async () => {
  const sale = await concluded();
  await rate(sale, sale.seller, thanks);
  await sales.moveClock(day - minute);
  expect(await titlesOf(sale.buyer)).not.toContain('Conte como foi');
  await sales.moveClock(2 * minute);
  await Promise.all(Array.from({ length: 4 }, () => runRatingWindows.run(sales.ctx)));
  await sales.moveClock(3 * day);
  const titles = await titlesOf(sale.buyer);
  expect(titles.filter((title) => title === 'Conte como foi')).toHaveLength(1);
  expect(await titlesOf(sale.seller)).not.toContain('Conte como foi');
  const asked = (await lettersTo(sale.buyer)).filter((subject) => subject.startsWith('Como foi o pedido'));
  expect(asked).toHaveLength(1);
});

test('on the thirtieth day the written ratings are published, once, however late or often the sweep runs (F48, §4.12)', async () => {
  const sale = await concluded();
  await rate(sale, sale.buyer, { ...praise, stars: 2 });
  const silent = await concluded();
  await sales.moveClock(29 * day);
  await sales.drain();
  expect((await onListing(sale)).items).toEqual([]);
  await sales.moveClock(4 * day);
  // Too late already, although the sweep has not run yet.
  expectRefusal(await rate(sale, sale.seller, thanks), 'too_late');
  await Promise.all(Array.from({ length: 4 }, () => runRatingWindows.run(sales.ctx)));
  await runRatingWindows.run(sales.ctx);
  expect((await onListing(sale)).scores).toMatchObject({ count: 1, hundredths: 427 });
  expect(await titlesOf(sale.seller)).toContain('Você recebeu uma avaliação');
  expect(await titlesOf(sale.buyer)).toContain('Sua avaliação foi publicada');
  expectRefusal(await rate(sale, sale.seller, thanks), 'too_late');
  expect(await titlesOf(silent.buyer)).not.toContain('Sua avaliação foi publicada');
  expect((await onListing(silent)).scores.count).toBe(0);
});

test('a complaint freezes the ratings of its order and extends their window', async () => {
  const sale = await concluded();
  await rate(sale, sale.buyer, praise);
  await stop(sale);
  expectRefusal(await rate(sale, sale.buyer, { ...praise, stars: 1 }), 'in_complaint');
  expectRefusal(await rate(sale, sale.seller, thanks), 'in_complaint');
  expect(await pending(sale.seller)).toEqual([]);
  await sales.moveClock(31 * day);
  await sales.drain();
  expect((await onListing(sale)).items).toEqual([]);
  await giveAllBack(sale);
  expect((await rate(sale, sale.seller, thanks)).status).toBe(200);
  // Published, and marked as refunded.
  expect((await onListing(sale)).items).toMatchObject([{ refunded: true }]);
});

test('only the rated person replies, once and within thirty days (F48)', async () => {
  const sale = await concluded();
  await rate(sale, sale.seller, thanks);
  const { data } = await rate(sale, sale.buyer, praise);
  const { id } = data.mine;
  expect((await reply(id, sale.buyer)).status).toBe(404);
  expect((await reply(id, await sales.user())).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 20 }, () => reply(id, sale.seller)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 'replied');
  expect((await onListing(sale)).items[0].reply).toBe('Obrigada, volte sempre.');
  expect(await titlesOf(sale.buyer)).toContain('Responderam à sua avaliação');
  expect(await lettersTo(sale.buyer)).toContain(`${sale.seller.username} respondeu à sua avaliação`);
  await sales.moveClock(30 * day);
  expectRefusal(await reply(data.theirs.id, sale.buyer), 'too_late');
});

test('a reply has a text, and an unpublished rating cannot be replied to', async () => {
  const sale = await concluded();
  const { data } = await rate(sale, sale.buyer, praise);
  expect((await reply(data.mine.id, sale.seller)).status).toBe(404);
  await rate(sale, sale.seller, thanks);
  for (const text of ['', 'x'.repeat(501)])
    expect((await reply(data.mine.id, sale.seller, text)).body).toMatchObject({
      status: 400,
      errors: { text: expect.any(String) },
    });
});

test('orders to be rated are listed until they are rated', async () => {
  const sale = await concluded();
  expect(await pending(sale.buyer)).toMatchObject([
    { hash: sale.hash, viewerIs: 'buyer', otherParty: sale.seller.username },
  ]);
  expect(await pending(sale.seller)).toMatchObject([{ viewerIs: 'seller' }]);
  await rate(sale, sale.buyer, praise);
  expect(await pending(sale.buyer)).toEqual([]);
  await sales.moveClock(30 * day);
  expect(await pending(sale.seller)).toEqual([]);
});

test('the scores are the sums of the published ratings, in whichever order they were written (§4.13)', async () => {
  const seller = await sales.user();
  const listing = await sales.publishedListing({ seller, stock: 12 });
  const grades = [5, 4, 5, 1, 3, 5, 5, 2, 5, 4, 5];
  const sold: Placed[] = [];
  for (const _ of grades) {
    const sale = await sales.place(await sales.user(), listing);
    await sales.bank.payCharge(sale.reference);
    await sales.act(sale, seller, 'delivery-start');
    await sales.act(sale, seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
    await sales.act(sale, sale.buyer, 'confirmation');
    sold.push(sale);
  }
  await Promise.all(
    sold.flatMap((sale, turn) => [
      rate(sale, sale.buyer, { ...praise, stars: grades[turn]! }),
      rate(sale, seller, thanks),
    ]),
  );
  const first = await onListing(sold[0]!);
  const stars = [1, 1, 1, 2, 6] as const;
  expect(first.scores).toEqual({
    count: 11,
    stars,
    hundredths: scoreHundredths(stars, defaultReputationRules),
    details: { description: 500, punctuality: 400, service: 500 },
  });
  expect(first.seller).toEqual(first.scores);
  expect(first.items).toHaveLength(10);
  const second = await onListing(sold[0]!, `?before=${first.next}`);
  expect(second).toMatchObject({ next: null, items: [expect.any(Object)] });
  expect(first.items.map(({ id }: { id: number }) => id)).not.toContain(second.items[0].id);
});

test('ratings of unknown listings and people are not found', async () => {
  const draft = await sales.draft();
  expect((await sales.request('GET', `/public/listings/rascunho-${draft.id}/ratings`)).status).toBe(404);
  expect((await sales.request('GET', '/public/listings/nada/ratings')).status).toBe(404);
  expect((await sales.request('GET', '/public/profiles/ninguem/ratings')).status).toBe(404);
  expect((await sales.request('GET', '/public/profiles/n%C3%A3o/ratings')).status).toBe(404);
});

test('the database refuses inconsistent ratings', async () => {
  const sale = await concluded();
  const other = await sales.user();
  const insert = (author: number, role: string) =>
    sql`insert into ratings (order_id, author_role, author_id, subject_id, listing_id, stars)
      values (${sale.id}, ${role}, ${author}, ${sale.buyer.id}, ${sale.listingId}, 5)`.execute(sales.db);
  await expect(insert(other.id, 'seller')).rejects.toMatchObject({ constraint: 'rating_party' });
  await rate(sale, sale.seller, thanks);
  await rate(sale, sale.buyer, praise);
  await expect(
    sql`update ratings set stars = 1 where order_id = ${sale.id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'rating_published' });
  await expect(
    sql`update ratings set state = 'written', published_at = null where order_id = ${sale.id}`.execute(
      sales.db,
    ),
  ).rejects.toMatchObject({ code: '23514' });
  await expect(sql`delete from ratings where order_id = ${sale.id}`.execute(sales.db)).rejects.toThrow(
    'permission denied',
  );
});

test('the window lasts thirty days from the end, and asks after one', async () => {
  const sale = await concluded();
  const { rows } = await sql<{ length: number; asks: number }>`
    select extract(epoch from w.closes_at - o.closed_at) * 1000 as length,
      extract(epoch from w.due_at - o.closed_at) * 1000 as asks
    from rating_windows w join orders o on o.id = w.order_id where o.id = ${sale.id}`.execute(sales.db);
  expect(rows.map(({ length, asks }) => [Number(length), Number(asks)])).toEqual([[30 * day, 24 * hour]]);
});

test('lists and the order itself show whether the viewer may rate it', async () => {
  const sale = await concluded();
  const rateable = async (who: Person): Promise<boolean> => {
    const { data } = await sales.request('GET', who === sale.seller ? '/sales' : '/purchases', {
      token: who.token,
    });
    const row = data.items.find(({ hash }: { hash: string }) => hash === sale.hash);
    expect((await sales.view(sale, who)).deal.rateable).toBe(row.rateable);
    return row.rateable;
  };
  expect([await rateable(sale.buyer), await rateable(sale.seller)]).toEqual([true, true]);
  expect((await rate(sale, sale.buyer, praise)).status).toBe(200);
  expect([await rateable(sale.buyer), await rateable(sale.seller)]).toEqual([false, true]);
  await sales.moveClock(60 * day);
  expect(await rateable(sale.seller)).toBe(false);
});
