import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultVerificationRules } from '#domain/accounts/verification.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterAll(() => sales.close());

const reason = 'Conta de luz de outubro no endereço do CNPJ.';
const put = (who: Person, person: Person, granted: boolean) =>
  sales.request('PUT', `/staff/users/${person.id}/level`, { token: who.token, body: { granted, reason } });
const own = async (person: Person) => (await sales.request('GET', '/account', { token: person.token })).data;

async function withCnpj(): Promise<Person> {
  const person = await sales.user({ level: 'N2' });
  await sql`update users set cpf = null, cnpj = '12ABC34501DE35' where id = ${person.id}`.execute(sales.db);
  return person;
}

test('an admin grants a verified seller with a CNPJ the last level, and withdraws it (§4.14, §4.15)', async () => {
  const person = await withCnpj();
  const given = await put(admin, person, true);
  expect([given.status, given.data]).toEqual([200, { id: person.id, level: 'N3' }]);
  expect(await own(person)).toMatchObject({ level: 'N3', limits: defaultVerificationRules.N3, next: null });
  expect((await put(admin, person, false)).data.level).toBe('N2');
  expect(await own(person)).toMatchObject({ level: 'N2', limits: defaultVerificationRules.N2 });
  const { data } = await sales.request('GET', `/staff/audit-log?subject=user&subjectId=${person.id}`, {
    token: admin.token,
  });
  expect(data.items).toMatchObject([
    { kind: 'account.level_withdrawn', before: { level: 'N3' }, after: { level: 'N2' }, reason },
    { kind: 'account.level_granted', before: { level: 'N2' }, after: { level: 'N3' }, reason },
  ]);
});

test('the person is notified on the site and by mail', async () => {
  const person = await sales.user({ level: 'N2' });
  await sales.setRules({ verification: { ...defaultVerificationRules, grantSales: 0 } });
  await put(admin, person, true);
  await sales.setRules({ verification: defaultVerificationRules });
  await sales.drain();
  const title = 'Você chegou ao nível mais alto';
  const { data } = await sales.request('GET', '/notifications', { token: person.token });
  expect(data.items.map((notice: { title: string }) => notice.title)).toContain(title);
  const { rows } =
    await sql`select from mails where recipient = ${person.email} and subject = ${title}`.execute(sales.db);
  expect(rows).toHaveLength(1);
});

test('without a CNPJ it requires the number of good sales that the rules set', async () => {
  const sale = await sales.paid();
  const { seller } = sale;
  await sql`update users set level_granted_at = null where id = ${seller.id}`.execute(sales.db);
  await sales.setRules({ verification: { ...defaultVerificationRules, grantSales: 1 } });
  const refused = await put(admin, seller, true);
  expect([refused.status, refused.body.code, refused.body.meta]).toEqual([
    409,
    'wrong_state',
    { allowed: [], sales: 0, needed: 1 },
  ]);
  await sales.act(sale, seller, 'delivery-start');
  await sales.act(sale, seller, 'delivery', { note: 'Entregue em mãos.' });
  await sales.act(sale, sale.buyer, 'confirmation');
  expect((await put(admin, seller, true)).data.level).toBe('N3');
  await sales.setRules({ verification: defaultVerificationRules });
});

test('it requires every earlier step, and only another admin grants it', async () => {
  const unverified = await put(admin, await sales.user({ level: 'N1' }), true);
  expect([unverified.status, unverified.body.code]).toEqual([409, 'wrong_state']);
  expect((await put(admin, admin, true)).body.code).toBe('own_decision');
  const support = await sales.user({ role: 'support' });
  expect((await put(support, await sales.user(), true)).body.code).toBe('forbidden');
  expect((await put(admin, { ...admin, id: 999_999 }, true)).status).toBe(404);
});

test('when twenty grant it at once, one does', async () => {
  const person = await sales.user({ level: 'N2' });
  await sales.setRules({ verification: { ...defaultVerificationRules, grantSales: 0 } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(admin, person, true)));
  await sales.setRules({ verification: defaultVerificationRules });
  expect(answers.every(({ status, data }) => status === 200 && data.level === 'N3')).toBe(true);
  const { rows } =
    await sql`select from events where kind = 'account.level_granted' and subject_id = ${person.id}`.execute(
      sales.db,
    );
  expect(rows).toHaveLength(1);
});
