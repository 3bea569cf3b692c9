import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderCode } from '#domain/orders/orders.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** What the team reads of a withdrawal before it decides. */
let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const post = (who: Person, path: string, body?: object) =>
  sales.request('POST', path, { token: who.token, key: true, ...(body && { body }) });

async function asked(who: Person, amountCents: number): Promise<number> {
  const answer = await post(who, '/withdrawals', { amountCents });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.id;
}

const decide = (id: number, decision: 'approve' | 'reject', note = '') =>
  post(admin, `/staff/withdrawals/${id}/decision`, { decision, note });

async function detail(id: number, who = support) {
  const answer = await sales.request('GET', `/staff/withdrawals/${id}`, { token: who.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

/** A sale that was paid by card and released after seven days. */
async function soldByCard(categoryId: number): Promise<Placed> {
  const codes = [`c-${crypto.randomUUID()}`];
  const listing = await sales.publishedListing({ priceCents: 10_000, codes, categoryId });
  const buyer = await sales.user();
  const sale = await sales.place(buyer, listing, 1, 'card');
  const paid = await post(buyer, `/orders/${sale.hash}/payments`, {
    method: 'card',
    token: `tok-approved-visa-4242-${randomBytes(8).toString('hex')}`,
    brand: 'visa',
    installments: 1,
  });
  expect(paid.status, paid.text).toBe(201);
  await sales.drain();
  await sales.act(sale, buyer, 'confirmation');
  await sales.moveClock(8 * day);
  await sales.drain();
  return sale;
}

/** A purchase whose buyer took its R$ 100,00 back as balance. */
async function regretted(): Promise<Placed> {
  const sale = await sales.delivered({ codes: [`c-${crypto.randomUUID()}`], priceCents: 10_000 });
  expect((await post(sale.buyer, `/orders/${sale.hash}/regret`, { destination: 'balance' })).status).toBe(
    201,
  );
  await sales.drain();
  return sale;
}

/** What R$ 100,00 leave their seller. */
const net = 9_010;
const sold = (seller?: Person) => sales.released({ priceCents: 10_000, ...(seller && { seller }) });
const line = (kind: string, amountCents: number, sale: Placed | null, broughtCents = net) => ({
  kind,
  amountCents,
  broughtCents,
  order: sale && { id: sale.id, code: orderCode(sale.id), method: 'pix' },
});

async function originsOf(id: number) {
  const { origins, olderCents, amountCents } = await detail(id);
  const sum = origins.reduce((total: number, one: { amountCents: number }) => total + one.amountCents, 0);
  expect(sum + olderCents).toBe(amountCents);
  expect(olderCents).toBe(0);
  return origins;
}

describe('the origin of the money', () => {
  test('is first in, first out: each centavo is in one withdrawal, and the sum is its amount', async () => {
    const first = await sold();
    const { seller } = first;
    const [second, third] = [await sold(seller), await sold(seller)];
    const one = await asked(seller, 10_000);
    expect(await originsOf(one)).toMatchObject([line('release', 990, second), line('release', net, first)]);
    const two = await asked(seller, 9_000);
    expect(await originsOf(two)).toMatchObject([line('release', 980, third), line('release', 8_020, second)]);
    const rest = await asked(seller, 8_030);
    expect(await originsOf(rest)).toMatchObject([line('release', 8_030, third)]);
    expect(await originsOf(one)).toHaveLength(2);
  });

  test('names a returned withdrawal as the source', async () => {
    const { seller } = await sold();
    const refused = await asked(seller, 5_000);
    await decide(refused, 'reject', 'Confira os dados');
    const again = await asked(seller, net);
    const [back, sale] = await originsOf(again);
    expect(back).toMatchObject({ ...line('withdrawal_returned', 5_000, null, 5_000), withdrawalId: refused });
    expect(sale).toMatchObject({ kind: 'release', amountCents: 4_010, broughtCents: net });
  });

  test('of a refund that the buyer kept as balance is the refunded order', async () => {
    const sale = await regretted();
    const id = await asked(sale.buyer, 4_000);
    expect(await originsOf(id)).toMatchObject([line('refund_paid', 4_000, sale, 10_000)]);
  });

  test('subtracts a debt that was paid off from the oldest money', async () => {
    const sale = await sold();
    const { seller } = sale;
    await decide(await asked(seller, net), 'approve');
    await post(seller, `/orders/${sale.hash}/refunds`, {
      amountCents: 10_000,
      note: 'Devolvo tudo o que foi pago por esta venda.',
    });
    await sales.drain();
    const next = await sold(seller);
    const { data } = await sales.request('GET', '/balances', { token: seller.token });
    const id = await asked(seller, data.availableCents);
    const { amountCents } = await detail(id);
    expect(await originsOf(id)).toMatchObject([line('release', amountCents, next)]);
  });
});

describe('the other details', () => {
  test('include earlier withdrawals of the same person, with the paid amounts, and no later ones', async () => {
    const { seller } = await sold();
    const first = await asked(seller, 2_000);
    await decide(first, 'approve');
    const second = await asked(seller, 2_000);
    await decide(second, 'reject', 'Confira os dados');
    const third = await asked(seller, 2_000);
    const { earlier, earlierCount, paidCents } = await detail(third);
    expect(earlier.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
      [second, 'rejected'],
      [first, 'paid'],
    ]);
    expect([earlierCount, paidCents]).toEqual([2, 2_000]);
    expect(earlier[0].pixKey).toMatch(/^\*\*\*\./);
    expect((await detail(first)).earlier).toEqual([]);
  });

  test('have a history of request, review, first and second approval, and the bank’s answer', async () => {
    const other = await sales.user({ role: 'admin' });
    const sale = await sales.released({ priceCents: 1_200_000 });
    const id = await asked(sale.seller, 600_001);
    for (const who of [admin, other])
      await post(who, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
    const { history, decidedBy, state } = await detail(id);
    expect([state, decidedBy]).toEqual(['failed', other.username]);
    expect(history.map(({ kind, actor }: { kind: string; actor: string | null }) => [kind, actor])).toEqual([
      ['withdrawal.failed', null],
      ['withdrawal.approved', other.username],
      ['withdrawal.first_approved', admin.username],
      ['withdrawal.in_review', admin.username],
      ['withdrawal.requested', sale.seller.username],
    ]);
    expect(history[0].reason).not.toBe('');
  });

  test('mask key and document, and name neither buyers nor texts', async () => {
    const sale = await sold();
    const id = await asked(sale.seller, 2_000);
    const text = JSON.stringify(await detail(id));
    for (const secret of [sale.seller.cpf, sale.seller.email, sale.buyer.username, sale.buyer.email])
      expect(text).not.toContain(secret);
  });

  test('are refused to staff for their own withdrawals and to users, and are 404 for an unknown id', async () => {
    const own = await sold(support);
    const id = await asked(support, 2_000);
    const get = (who: Person, which: number) =>
      sales.request('GET', `/staff/withdrawals/${which}`, { token: who.token });
    const mine = await get(support, id);
    expect([mine.status, mine.body.code]).toEqual([403, 'own_decision']);
    const list = await sales.request('GET', '/staff/withdrawals', { token: support.token });
    expect(list.data.items.find((row: { id: number }) => row.id === id).risk).toBeNull();
    expect((await get(admin, id)).status).toBe(200);
    expect((await get(admin, 999_999)).status).toBe(404);
    expect((await get(own.buyer, id)).status).toBe(403);
  });
});

const riskOf = async (id: number) => (await detail(id)).risk;
const kinds = async (id: number): Promise<string[]> =>
  (await riskOf(id)).reasons.map(({ kind }: { kind: string }) => kind);
const set = (what: string, who: Person) =>
  sql`update users set ${sql.raw(what)} where id = ${who.id}`.execute(sales.db);

describe('the risk', () => {
  test('is the same in the row and the details, and absent after the decision', async () => {
    const { seller } = await sold();
    const id = await asked(seller, 2_000);
    const { data } = await sales.request('GET', '/staff/withdrawals', { token: admin.token });
    const row = data.items.find((each: { id: number }) => each.id === id);
    expect(row.risk).toEqual(await riskOf(id));
    expect(row.risk).toMatchObject({ level: 'low', reasons: [{ kind: 'first_withdrawal' }] });
    await decide(id, 'approve');
    expect(await riskOf(id)).toBeNull();
  });

  test('has no signal for a seller with a habit, and one for an amount far above all earlier ones', async () => {
    const { seller } = await sold();
    await set(`created_at = market_now() - interval '2 years'`, seller);
    await decide(await asked(seller, 2_000), 'approve');
    await sales.moveClock(2 * day);
    const usual = await asked(seller, 2_000);
    expect(await riskOf(usual)).toEqual({ level: 'low', reasons: [] });
    const larger = await asked(seller, 4_500);
    expect(await kinds(larger)).toEqual(['above_usual']);
  });

  test('includes a security change, a new browser and wrong passwords', async () => {
    const { seller } = await sold();
    await decide(await asked(seller, 1_000), 'approve');
    await set(`security_changed_at = market_now() - interval '30 hours', created_at = '2020-01-01'`, seller);
    await sql`insert into devices (user_id, token_hash, first_seen_at) values
      (${seller.id}, ${Buffer.alloc(32, 1)}, market_now() - interval '300 days'),
      (${seller.id}, ${Buffer.alloc(32, 2)}, market_now() - interval '30 hours')`.execute(sales.db);
    await sql`insert into brakes (key, failures) values (${`sign-in:account-${seller.id}`}, 6)`.execute(
      sales.db,
    );
    const id = await asked(seller, 1_000);
    expect(await riskOf(id)).toMatchObject({ level: 'high' });
    expect(await kinds(id)).toEqual(['security_changed', 'failed_sign_ins', 'new_device']);
  });

  test('includes blocked sales, sanctions and many requests', async () => {
    const { seller } = await sold();
    await sql`update users set created_at = '2020-01-01' where id = ${seller.id}`.execute(sales.db);
    await decide(await asked(seller, 1_000), 'approve');
    await asked(seller, 1_000);
    const third = await asked(seller, 1_000);
    expect(await kinds(third)).toEqual(['many_in_a_day']);
    const disputed = await sales.delivered({ seller, priceCents: 5_000 });
    const opened = await post(disputed.buyer, `/orders/${disputed.hash}/complaints`, {
      reason: 'not_as_described',
      wish: 'full',
      words: 'Veio diferente do que estava no anúncio, e quem vendeu não responde.',
    });
    expect(opened.status, opened.text).toBe(201);
    expect(await kinds(third)).toEqual(['open_cases', 'many_in_a_day']);
    await set(`state = 'restricted', state_reason = 'Conferir'`, seller);
    expect(await riskOf(third)).toMatchObject({ level: 'high' });
  });

  test('includes the source of the money: card, warranty, the same day, refunds to the same person', async () => {
    const categoryId = await sales.category();
    await sql`update categories set warranty_days = 30 where id = ${categoryId}`.execute(sales.db);
    const { seller } = await soldByCard(categoryId);
    const id = await asked(seller, 2_000);
    expect((await originsOf(id))[0].order.method).toBe('card');
    expect((await riskOf(id)).reasons).toEqual(
      ['warranty', 'card', 'first_withdrawal'].map((kind) => ({
        kind,
        cents: kind === 'first_withdrawal' ? null : 2_000,
        count: null,
        at: null,
      })),
    );
    const sale = await regretted();
    expect(await kinds(await asked(sale.buyer, 4_000))).toEqual(
      expect.arrayContaining(['same_day', 'credit', 'first_withdrawal']),
    );
  });
});
