import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { createTestDatabase } from '#test/database.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

const company = {
  ...defaultRules.company,
  name: 'Feira do Largo Ltda.',
  document: '1A.BC3.45D/0001-07',
};

/** As versions before the company was the holder have it. */
const account = {
  holder: 'Feira Antiga Ltda.',
  document: '11.222.333/0001-81',
  pixKey: 'caixa@feira.example',
};

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
  await sales.setRules({ company });
  sales.forgetCaches();
});
afterAll(() => sales.close());

async function paymentBy(method: 'pix' | 'boleto' | 'manual') {
  const listing = await sales.publishedListing({ priceCents: 12_000 });
  const buyer = await sales.user();
  const order = await sales.order(buyer, listing, 1, {}, method);
  expect(order.status, order.text).toBe(201);
  const { data } = await sales.request('GET', `/orders/${order.data.hash}`, { token: buyer.token });
  return data.deal.payment;
}

test('a Pix names the company in its code and on the page', async () => {
  const { receiver, pixCode } = await paymentBy('pix');
  expect(receiver).toBe(company.name);
  expect(pixCode).toContain(`59${company.name.length}${company.name}`);
});

test('a boleto names the company and its CNPJ', async () => {
  const { boleto } = await paymentBy('boleto');
  const page = await sales.app.inject({ url: boleto.url });
  expect(page.body).toContain(`<dd>${company.name}, CNPJ ${company.document}</dd>`);
});

test('the account of manual payments is in the name of the company', async () => {
  const { manual } = await paymentBy('manual');
  expect(manual.account).toMatchObject({ holder: company.name, document: company.document });
});

test('footer and payment methods read the same company', async () => {
  const { data } = await sales.request('GET', '/public/settings');
  expect(data.company).toMatchObject({ name: company.name, document: company.document });
  const page = await sales.request('GET', '/public/pages/formas-de-pagamento');
  expect(page.text).toContain(company.name);
});

test('no other setting holds a name or CNPJ of a receiver', async () => {
  const admin = await sales.user({ role: 'admin' });
  const { data } = await sales.request('GET', '/staff/settings', { token: admin.token });
  const paths = data.fields.map(({ path }: { path: string }) => path);
  expect(paths.filter((path: string) => /^(?!risk|documents).*(holder|document|\.name$)/.test(path))).toEqual(
    ['brand.name', 'company.name', 'company.document'],
  );
});

test.each([
  ['becomes the company where no company was entered', {}, account],
  ['does not replace a company that was entered', { company: { document: company.document } }, company],
])('the former holder of the account %s', async (_, stored, { document }) => {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('insert into rule_versions (rules) values ($1)', [{ ...stored, receipts: { account } }]);
  await owner.query(await readFile('db/migrations/0004_receiver.sql', 'utf8'));
  const { rows } = await owner.query<{ document: string }>(
    `select rules #>> '{company,document}' as document from rule_versions order by id desc limit 1`,
  );
  await owner.end();
  await database.drop();
  expect(rows).toEqual([{ document }]);
});
