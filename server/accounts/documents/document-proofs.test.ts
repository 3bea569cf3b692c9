import { generateCnpj, generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterAll(() => sales.close());

const declare = ({ token }: Person, document: string, change: object = {}) =>
  sales.request('PUT', '/account/identity', {
    token,
    body: {
      fullName: 'Loja Boa Ltda',
      birthDate: '1990-01-31',
      document,
      ...(document.length === 14 && { taxType: 'company' }),
      ...change,
    },
  });
const newcomer = () => sales.user({ level: 'N1' });
const profile = async ({ username }: Person) =>
  (await sales.request('GET', `/public/profiles/${username}`)).data;
const account = async ({ token }: Person) => (await sales.request('GET', '/account', { token })).data;
const notices = async ({ id }: Person) => {
  await sales.drain();
  const { rows } = await sql<{ kind: string }>`
    select kind from events where subject_kind = 'user' and subject_id = ${id}`.execute(sales.db);
  return rows.map(({ kind }) => kind);
};

/** Buys a cheap listing and pays by Pix from the bank account of this document. */
async function payFrom(buyer: Person, payerDocument: string): Promise<void> {
  const sale = await sales.place(buyer, await sales.publishedListing({ priceCents: 2_000, stock: 1 }));
  await sales.bank.payCharge(sale.reference, { payerDocument });
  await sales.drain();
}

const anyCnpj = () => generateCnpj();

test('a typed CNPJ is shown on the profile as declared, not as proven', async () => {
  const squatter = await newcomer();
  const cnpj = anyCnpj();
  expect((await declare(squatter, cnpj)).status).toBe(200);
  expect(await profile(squatter)).toMatchObject({
    documentProven: false,
    business: { name: 'Loja Boa Ltda', proven: false },
  });
});

test('the owner of a squatted CNPJ declares it, pays a Pix from it and gets it; the squatter loses it and is notified (T107)', async () => {
  const [squatter, owner] = [await newcomer(), await newcomer()];
  const cnpj = anyCnpj();
  await declare(squatter, cnpj);
  expect((await declare(owner, cnpj)).status).toBe(200);
  await payFrom(squatter, generateCpf());
  expect(await profile(squatter)).toMatchObject({ documentProven: false });
  await payFrom(owner, cnpj);
  expect(await profile(owner)).toMatchObject({ documentProven: true, business: { proven: true } });
  expect(await profile(squatter)).toMatchObject({ documentProven: false, business: null });
  expect(await account(squatter)).toMatchObject({ level: 'N1', document: null });
  expect(await notices(squatter)).toContain('account.document_lost');
  expect(await notices(owner)).toContain('account.document_proven');
});

test('a document that another account proved is refused exactly like an invalid one', async () => {
  const owner = await newcomer();
  const cpf = generateCpf();
  await declare(owner, cpf);
  await payFrom(owner, cpf);
  expect(await profile(owner)).toMatchObject({ documentProven: true });
  const wrong = cpf.slice(0, 10) + ((Number(cpf[10]) + 1) % 10);
  const [taken, mistyped] = [await declare(await newcomer(), cpf), await declare(await newcomer(), wrong)];
  const shown = ({ status, body }: typeof taken) => ({ status, ...body, instance: null, requestId: null });
  expect(taken.status).toBe(400);
  expect(shown(taken)).toEqual(shown(mistyped));
});

test('a Pix that was paid before the document was declared proves it, and only to the account that bought', async () => {
  const [early, other] = [await newcomer(), await newcomer()];
  const cpf = generateCpf();
  await payFrom(early, cpf);
  expect((await declare(other, cpf)).status).toBe(200);
  expect(await profile(other)).toMatchObject({ documentProven: false });
  expect((await declare(early, cpf)).status).toBe(200);
  expect(await profile(early)).toMatchObject({ documentProven: true });
  expect(await account(other)).toMatchObject({ document: null });
});

test('when two accounts prove one document at once, one gets it', async () => {
  const pair = [await newcomer(), await newcomer()];
  const cpf = generateCpf();
  for (const each of pair) await payFrom(each, cpf);
  await Promise.all(pair.map((each) => declare(each, cpf)));
  const shown = await Promise.all(pair.map(profile));
  expect(shown.filter(({ documentProven }) => documentProven)).toHaveLength(1);
});

test('PostgreSQL allows a proven document on one account only, and only the declared document as proven', async () => {
  const [one, two] = [await sales.user(), await sales.user()];
  const prove = (id: number, document: string) =>
    sql`update users set proven_document = ${document}, document_proven_at = now(), document_proven_by = 'pix'
      where id = ${id}`.execute(sales.db);
  await expect(prove(one.id, generateCpf())).rejects.toThrow('document_proof_is_whole');
  await prove(one.id, one.cpf);
  await sql`update users set cpf = ${one.cpf} where id = ${two.id}`.execute(sales.db);
  await expect(prove(two.id, one.cpf)).rejects.toThrow('users_proven_document_key');
});

test('accounts with the same declared document share the daily withdrawal limit', async () => {
  const [one, two] = [await sales.user({ level: 'N2' }), await sales.user({ level: 'N2' })];
  await sql`update users set cpf = ${one.cpf} where id = ${two.id}`.execute(sales.db);
  const withdraw = (seller: Person, amountCents: number) =>
    sales.request('POST', '/withdrawals', { token: seller.token, key: true, body: { amountCents } });
  for (const seller of [one, two]) await sales.released({ priceCents: 190_000, seller });
  expect((await withdraw(one, 120_000)).status).toBe(201);
  expect((await withdraw(two, 120_000)).body).toMatchObject({ code: 'limit_reached' });
  expect((await withdraw(two, 50_000)).status).toBe(201);
});
