import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPlan } from '#domain/payments/installments.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { formatCents } from '#server/formats.ts';
import { paymentsTable } from '#server/staff/tables/payments.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** Price, interest and total of a card in three installments are the same figures on every page and in every notice. */
const priceCents = 120_000;
const plan = findPlan(priceCents, 3, defaultRules.card)!;

let sales: Sales;
let admin: Person;
let sale: Placed;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  const listing = await sales.publishedListing({ priceCents });
  const buyer = await sales.user();
  const { data } = await sales.order(buyer, listing, 1, {}, 'card');
  sale = { ...data, buyer, seller: listing.seller, listingId: listing.id };
  const body = {
    method: 'card',
    token: `tok-approved-visa-4242-${randomBytes(8).toString('hex')}`,
    brand: 'visa',
    installments: 3,
  };
  const paid = await sales.request('POST', `/orders/${sale.hash}/payments`, {
    token: buyer.token,
    key: true,
    body,
  });
  expect(paid.status, paid.text).toBe(201);
  await sales.drain();
});
afterAll(async () => {
  await sales.checkBooks();
  await sales.close();
});

const money = (cents: number) => formatCents(cents);

async function noticeOf(person: Person, title: string): Promise<string> {
  const { rows } = await sql<{ description: string }>`
    select description from notifications where user_id = ${person.id} and title = ${title}`.execute(
    sales.db,
  );
  expect(rows, title).toHaveLength(1);
  return rows[0]!.description;
}

const ofStaff = async (path: string) => (await sales.request('GET', path, { token: admin.token })).data;

test('the buyer reads the price and the plan, the seller the price alone', async () => {
  const { deal } = await sales.view(sale, sale.buyer);
  expect(deal).toMatchObject({
    totalCents: priceCents,
    payment: { amountCents: priceCents, card: { plan } },
  });
  const seller = await sales.view(sale, sale.seller);
  expect(seller.deal).toMatchObject({
    totalCents: priceCents,
    payment: { amountCents: priceCents, card: null },
  });
});

test('the notice of the payment tells price, interest and total apart', async () => {
  const text = await noticeOf(sale.buyer, 'Pagamento confirmado');
  expect(text).toContain(`Recebemos ${money(priceCents)} por`);
  expect(text).toContain(
    `3× de ${money(plan.eachCents)}: ${money(plan.totalCents)}, com ${money(plan.interestCents)} de juros.`,
  );
});

test("the team's order, payments and export have the same figures", async () => {
  const order = await ofStaff(`/staff/orders/${sale.id}`);
  expect(order.payments).toMatchObject([
    { amountCents: priceCents, receivedCents: priceCents, cardPlan: plan },
  ]);
  const { items } = await ofStaff(`/staff/payments?method=card`);
  expect(items).toMatchObject([{ amountCents: priceCents, cardPlan: plan }]);
  const columns = Object.entries(paymentsTable.csv).map(([name, cell]) => [name, cell(items[0])]);
  expect(Object.fromEntries(columns)).toMatchObject({
    Valor: '1200,00',
    Parcelas: '3',
    'Juros do cartão': csv(plan.interestCents),
    'Total no cartão': csv(plan.totalCents),
  });
});

test('a refund returns the price, and says that the interest is not in it', async () => {
  await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
  await sales.drain();
  expect(await sales.refunds(sale)).toMatchObject([{ amount_cents: priceCents }]);
  const { items } = await ofStaff('/staff/refunds?tab=pendentes');
  expect(items).toMatchObject([{ amountCents: priceCents, cardInterestCents: plan.interestCents }]);
  const decision = await sales.request('POST', `/staff/refunds/${items[0].id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
  expect(decision.status, decision.text).toBe(200);
  await sales.drain();
  const text = await noticeOf(sale.buyer, 'Reembolso enviado');
  expect(text).toBe(
    `${money(priceCents)} voltaram para o cartão. Os juros das parcelas não passam por nós: quem os acerta é o banco do cartão.`,
  );
  const { deal } = await sales.view(sale, sale.buyer);
  expect(deal).toMatchObject({ refundedCents: priceCents, payment: { state: 'refunded', card: { plan } } });
});

const csv = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
