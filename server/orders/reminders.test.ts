import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { remindOfDeadlines } from './reminders.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const words = {
  boleto: 'Seu boleto está pronto',
  payment: 'Falta pouco para pagar',
  near: 'O prazo de entrega está no fim',
  overdue: 'A entrega está atrasada',
  first: 'Confira e confirme seu pedido',
  last: 'Último lembrete: confira seu pedido',
};

/** The reminders among a person's notifications, oldest first. */
async function reminded(person: Person): Promise<string[]> {
  const { data } = await sales.request('GET', '/notifications', { token: person.token });
  const titles = data.items.map(({ title }: { title: string }) => title) as string[];
  return titles.filter((title) => Object.values(words).includes(title)).toReversed();
}

async function after(ms: number): Promise<void> {
  await sales.moveClock(Math.round(ms));
  await sales.drain();
}

/** Ten processes sweep at once. */
const lookTenTimes = () =>
  Promise.all(Array.from({ length: 10 }, async () => remindOfDeadlines.run(sales.ctx)));

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);

async function promisedIn(sale: Placed): Promise<number> {
  const { deal, now } = await sales.view(sale, sale.seller);
  return Date.parse(deal.promisedAt) - Date.parse(now);
}

test('the buyer is reminded of a charge when a quarter of its time is left, unless it is paid', async () => {
  const [sale, other] = [await sales.placed(), await sales.paid()];
  await after(22 * minute);
  expect(await reminded(sale.buyer)).toEqual([]);
  await after(minute);
  await after(minute);
  expect(await reminded(sale.buyer)).toEqual([words.payment]);
  expect(await reminded(other.buyer)).toEqual([]);
});

test('a boleto is announced with its due date, and the reminder comes before that day is over', async () => {
  const listing = await sales.publishedListing({ stock: 2 });
  const sale = await sales.place(await sales.user(), listing, 1, 'boleto');
  await sales.drain();
  expect(await reminded(sale.buyer)).toEqual([words.boleto]);
  const { deal, now } = await sales.view(sale, sale.buyer);
  const left = Date.parse(deal.payment.expiresAt) - Date.parse(now);
  await after(left * 0.7);
  expect(await reminded(sale.buyer)).toEqual([words.boleto]);
  await after(left * 0.1);
  expect(await reminded(sale.buyer)).toEqual([words.boleto, words.payment]);
});

test('the seller is reminded in the last quarter of the promised time and at its end, once each with many processes', async () => {
  const made = [await sales.paid(), await sales.paid(), await sales.paid()];
  const promisedMs = await promisedIn(made[0]!);
  await after(promisedMs * 0.7);
  for (const { seller } of made) expect(await reminded(seller)).toEqual([]);
  await sales.moveClock(Math.round(promisedMs * 0.1));
  expect(sum(await lookTenTimes())).toBe(made.length);
  await sales.drain();
  for (const { seller } of made) expect(await reminded(seller)).toEqual([words.near]);
  await sales.moveClock(Math.round(promisedMs * 0.2) + minute);
  expect(sum(await lookTenTimes())).toBe(made.length);
  await sales.drain();
  for (const { seller, buyer } of made) {
    expect(await reminded(seller)).toEqual([words.near, words.overdue]);
    expect(await reminded(buyer)).toEqual([]);
  }
});

test('the buyer is reminded to confirm after 24 and 60 hours (P18), and not after confirming', async () => {
  const [sale, confirmed] = [await sales.delivered(), await sales.delivered()];
  await sales.act(confirmed, confirmed.buyer, 'confirmation');
  await after(23 * hour);
  expect(await reminded(sale.buyer)).toEqual([]);
  await after(2 * hour);
  expect(await reminded(sale.buyer)).toEqual([words.first]);
  await after(36 * hour);
  expect(await reminded(sale.buyer)).toEqual([words.first, words.last]);
  await after(12 * hour);
  expect(await sales.stateOf(sale)).toBe('completed');
  expect(await reminded(sale.buyer)).toEqual([words.first, words.last]);
  expect(await reminded(confirmed.buyer)).toEqual([]);
});

test('reminders follow the rule version of the order, not later rules', async () => {
  const sale = await sales.delivered();
  const { timers, reminders } = defaultRules;
  await sales.setRules({
    timers: { ...timers, confirmMs: 36 * hour },
    reminders: { ...reminders, confirmFirstMs: hour },
  });
  const later = await sales.delivered();
  await after(2 * hour);
  expect([await reminded(sale.buyer), await reminded(later.buyer)]).toEqual([[], [words.first]]);
  await after(23 * hour);
  expect(await reminded(sale.buyer)).toEqual([words.first]);
  await after(36 * hour);
  expect(await reminded(sale.buyer)).toEqual([words.first, words.last]);
  await sales.setRules({ timers, reminders });
});

test('the reminders of codes are counted from their reveal', async () => {
  const sale = await sales.paid({ codes: sales.codes(1) });
  await after(2 * day);
  expect(await reminded(sale.buyer)).toEqual([]);
  await sales.act(sale, sale.buyer, 'reveal');
  await after(23 * hour);
  expect(await reminded(sale.buyer)).toEqual([]);
  await after(2 * hour);
  expect(await reminded(sale.buyer)).toEqual([words.first]);
});

test('a late sweep sends only reminders that are still true', async () => {
  const sale = await sales.delivered();
  await after(61 * hour);
  expect(await reminded(sale.buyer)).toEqual([words.last]);
});

test('a jump of a month closes orders and sends no reminders', async () => {
  const made = [await sales.placed(), await sales.paid(), await sales.delivered()];
  await after(30 * day);
  expect(await Promise.all(made.map(sales.stateOf))).toEqual(['expired', 'cancelled', 'completed']);
  for (const { buyer, seller } of made) {
    expect(await reminded(buyer)).toEqual([]);
    expect(await reminded(seller)).toEqual([]);
  }
});

test('a locked order is skipped and checked again in its later state', async () => {
  const sale = await sales.delivered();
  await sales.moveClock(61 * hour);
  await inTransaction(sales.db, async (tx) => {
    await sql`select from orders where id = ${sale.id} for no key update`.execute(tx);
    expect(await remindOfDeadlines.run(sales.ctx)).toBe(0);
  });
  await sales.act(sale, sale.buyer, 'confirmation');
  expect(await remindOfDeadlines.run(sales.ctx)).toBe(0);
  await sales.drain();
  expect(await reminded(sale.buyer)).toEqual([]);
});
