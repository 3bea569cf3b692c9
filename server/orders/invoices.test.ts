import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

const cnpj = '12ABC34501DE35';

/** A key that this CNPJ issued under this number, with a computed check digit. */
function keyOf(issuer: string, number: number): string {
  const places = `352606${issuer}55001${String(number).padStart(9, '0')}127120000`.slice(0, 43);
  const weights = [...'4329876543298765432987654329876543298765432'].map(Number);
  const sum = weights.reduce((total, weight, index) => total + (places.charCodeAt(index) - 48) * weight, 0);
  return `${places}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`;
}

/** A person who sells as a company or as an MEI. */
async function company(document = cnpj, mei = false): Promise<Person> {
  const seller = await sales.user();
  await sql`update users set cpf = null, cnpj = ${document}, mei = ${mei} where id = ${seller.id}`.execute(
    sales.db,
  );
  return seller;
}

const inform = (sale: Placed, who: Person, accessKey: string) =>
  sales.request('PUT', `/orders/${sale.hash}/invoice`, { token: who.token, body: { accessKey } });

const changeTo = (who: Person, taxType: string) =>
  sales.request('PUT', '/account/tax-type', { token: who.token, body: { taxType } });

test('an order keeps the seller’s tax type at the time of the sale', async () => {
  const seller = await company('11222333000181', true);
  const before = await sales.placed({ seller });
  expect((await changeTo(seller, 'company')).data.taxType).toBe('company');
  const after = await sales.placed({ seller });
  expect((await sales.view(before, before.buyer)).deal.sellerTaxType).toBe('mei');
  expect((await sales.view(after, seller)).deal.sellerTaxType).toBe('company');
  const person = await sales.placed();
  expect((await sales.view(person, person.buyer)).deal.sellerTaxType).toBe('individual');
  await expect(
    sql`update orders set seller_tax_type = 'mei' where id = ${after.id}`.execute(sales.db),
  ).rejects.toThrow('denied');
});

test('a seller without CNPJ is a natural person and has no choice of tax type', async () => {
  const person = await sales.user();
  expect((await changeTo(person, 'mei')).body.code).toBe('wrong_state');
  expect((await changeTo(person, 'individual')).status).toBe(400);
});

test('the seller enters the invoice of a paid order; the buyer is notified and sees it, and it can be corrected', async () => {
  const seller = await company();
  const unpaid = await sales.placed({ seller });
  expect((await inform(unpaid, seller, keyOf(cnpj, 1))).body).toMatchObject({
    code: 'wrong_state',
    meta: { allowed: [] },
  });
  await sales.bank.payCharge(unpaid.reference);
  const [wrong, right] = [keyOf(cnpj, 2), keyOf(cnpj, 3)];
  expect((await inform(unpaid, seller, wrong.replace(/(.{4})/g, '$1 '))).data).toEqual({ accessKey: wrong });
  expect((await inform(unpaid, seller, right)).status).toBe(200);
  expect((await inform(unpaid, seller, right)).status).toBe(200);
  expect((await sales.view(unpaid, unpaid.buyer)).deal.invoiceKey).toBe(right);
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: unpaid.buyer.token });
  const notices = data.items.filter(({ title }: { title: string }) => title === 'Nota fiscal informada');
  expect(notices).toHaveLength(2);
});

test('a different CNPJ, the invoice of another order, a wrong key and another seller’s order are refused', async () => {
  const seller = await company('45ABC678000195');
  const [sale, other] = [await sales.paid({ seller }), await sales.paid({ seller })];
  const key = keyOf('45ABC678000195', 7);
  expect((await inform(sale, seller, key)).status).toBe(200);
  for (const [accessKey, words] of [
    [key, 'já foi informada'],
    [keyOf(cnpj, 9), 'outro CNPJ'],
    ['123', 'não existe'],
    ['', 'Informe'],
  ] as const) {
    const { status, body } = await inform(other, seller, accessKey);
    expect([status, body.errors.accessKey]).toEqual([400, expect.stringContaining(words)]);
  }
  expect((await inform(sale, sale.buyer, key)).status).toBe(404);
  await expect(
    sql`insert into order_invoices (order_id, access_key)
      values (${(await sales.placed()).id}, ${keyOf(cnpj, 11)})`.execute(sales.db),
  ).rejects.toThrow(/no paid one/);
});
