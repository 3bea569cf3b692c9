import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/context.ts';
import { connect } from '#db/connect.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let owner: Db;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  owner = connect(sales.database.ownerUrl, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await owner.destroy();
  await sales.close();
});

/** Publishes the next version of the terms, in force after so many days; by default at once. */
async function publish(inDays = 0): Promise<number> {
  const versions = await sales.request('GET', '/staff/pages/termos/versions', { token: admin.token });
  const { version: basedOn, markdown } = versions.data.items[0];
  const { rows } = await sql<{ at: Date }>`select market_now() + ${inDays} * interval '1 day' as at`.execute(
    sales.db,
  );
  const answer = await sales.request('POST', '/staff/pages/termos/versions', {
    token: admin.token,
    key: true,
    body: {
      basedOn,
      markdown: `${markdown}\n\n## Novidade ${basedOn + 1}\nVale desde já: {{prazo.confirmacao}}.`,
      reason: 'Contar da novidade.',
      ...(inDays > 0 && { startsAt: rows[0]!.at.toISOString() }),
    },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.version;
}

const accept = (who: Person, version: number) =>
  sales.request('PUT', `/terms-acceptances/${version}`, { token: who.token });

const newTerms = async (who: Person) =>
  (await sales.request('GET', '/user-info', { token: who.token })).data.new_terms;

const agreementOf = async (sale: Placed, who: Person) =>
  (await sales.request('GET', `/orders/${sale.hash}`, { token: who.token })).data.deal.agreement;

test('a person who has not accepted the current terms cannot start a purchase or sale, but can do everything else (§5)', async () => {
  const listing = await sales.publishedListing({ stock: 5 });
  const buyer = await sales.user();
  const unpaid = await sales.place(buyer, listing);
  const draft = await sales.draft({ seller: listing.seller });
  const version = await publish();
  expect(await newTerms(buyer)).toMatchObject({ version, in_force: true });
  const refused = await sales.order(buyer, listing);
  expect(refused.body).toMatchObject({ status: 403, code: 'terms_changed', meta: { version } });
  const submission = await sales.request('POST', `/listings/${draft.id}/submission`, {
    token: listing.seller.token,
    key: true,
  });
  expect(submission.body.code).toBe('terms_changed');
  // Earlier orders continue.
  await sales.bank.payCharge(unpaid.reference);
  expect(await sales.stateOf(unpaid)).toBe('paid');
  expect((await accept(buyer, version)).data).toMatchObject({ version });
  expect(await newTerms(buyer)).toBeNull();
  expect((await sales.order(buyer, listing)).status).toBe(201);
});

test('an order stores the version that each side had accepted, which cannot be changed', async () => {
  const before = await publish();
  const listing = await sales.publishedListing({ stock: 5 });
  const buyer = await sales.user();
  const old = await sales.place(buyer, listing);
  const version = await publish();
  await accept(buyer, version);
  const sale = await sales.place(buyer, listing);
  expect(await agreementOf(old, buyer)).toMatchObject({ buyer: before, seller: before });
  expect(await agreementOf(sale, listing.seller)).toMatchObject({ buyer: version, seller: before });
  const change = sql`update orders set seller_terms = ${version} where id = ${sale.id}`;
  await expect(change.execute(sales.db)).rejects.toThrow('denied');
  await expect(change.execute(owner)).rejects.toThrow(/keeps what its parties/);
});

test('the terms of an order show the values of its creation', async () => {
  const version = await publish();
  const sale = await sales.placed();
  const { rules } = await agreementOf(sale, sale.buyer);
  await sales.setRules({ timers: { ...defaultRules.timers, confirmMs: 5 * day } });
  const read = async (query: string) =>
    (await sales.request('GET', `/public/pages/termos?version=${version}${query}`)).data;
  expect(JSON.stringify(await read(''))).toContain('Vale desde já: 5 dias');
  const kept = await read(`&rules=${rules}`);
  expect(JSON.stringify(kept)).toContain('Vale desde já: 72 horas');
  expect(kept.numbersSince).not.toBeNull();
  expect((await sales.request('GET', '/public/pages/termos?rules=999999')).status).toBe(404);
  await sales.setRules({ timers: defaultRules.timers });
});

test('an announced version can be read and accepted before it is in force, and blocks no one until then', async () => {
  const who = await sales.user();
  const version = await publish(10);
  const now = (await sales.request('GET', '/public/pages/termos')).data;
  expect(now).toMatchObject({ version: version - 1, next: { version } });
  expect((await sales.request('GET', `/public/pages/termos?version=${version}`)).data.version).toBe(version);
  expect(await newTerms(who)).toMatchObject({ version, in_force: false });
  expect((await sales.order(who, await sales.publishedListing({ stock: 5 }))).status).toBe(201);
  expect((await accept(who, version)).status).toBe(200);
  await sales.moveClock(11 * day);
  expect((await sales.order(who, await sales.publishedListing({ stock: 5 }))).status).toBe(201);
});

test('an acceptance is recorded once, with its text; old, unknown and invalid versions are refused', async () => {
  const who = await sales.user();
  const version = await publish();
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(who, version)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await sql`select kind, page_slug, page_version, given from consents
    where user_id = ${who.id}`.execute(sales.db);
  expect(rows).toEqual([{ kind: 'terms', page_slug: 'termos', page_version: version, given: true }]);
  expect((await accept(who, version - 1)).body.code).toBe('terms_changed');
  expect((await accept(who, version + 1)).status).toBe(404);
  expect((await accept(who, 0)).status).toBe(404);
  expect((await accept(who, 1e15)).status).toBe(404);
});

test('everybody is notified of a change once, by mail too, except those who have already accepted it', async () => {
  const [told, ready] = [await sales.user(), await sales.user()];
  const version = await publish(5);
  await accept(ready, version);
  await sales.drain();
  const about = async (who: Person) =>
    (await sales.request('GET', '/notifications', { token: who.token })).data.items.filter(
      ({ title, url }: { title: string; url: string }) =>
        title === 'Os termos de uso mudam' && url === `/termos?versao=${version}`,
    );
  expect(await about(told)).toHaveLength(1);
  expect(await about(ready)).toHaveLength(0);
  await sales.drain();
  expect(await about(told)).toHaveLength(1);
  const { rows } = await sql<{ subject: string }>`
    select m.subject from mails m join users u on u.email = m.recipient
    where u.id = ${told.id} and m.subject = 'Os termos de uso mudam'`.execute(sales.db);
  expect(rows.length).toBeGreaterThan(0);
});
