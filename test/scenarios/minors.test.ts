import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAgedSales } from '#test/accounts/ages.ts';
import type { AgedSales } from '#test/accounts/ages.ts';

/** A minor's way to adulthood, by the clock (F58, Lei 15.211/2025). */
let sales: AgedSales;
beforeAll(async () => void (sales = await openAgedSales()));
afterAll(() => sales.close());

const day = 86_400_000;

/** Moves the clock to so many milliseconds after a midnight of São Paulo. */
async function goTo(date: string, afterMs: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from (${date}::date::timestamp at time zone 'America/Sao_Paulo') - market_now()) * 1000)::bigint
      as ms`.execute(sales.db);
  await sales.moveClock(Number(rows[0]!.ms) + afterMs);
}

test('a minor buys within the limit of each month, and everything from the midnight of the eighteenth birthday on (T145)', async () => {
  const guardian = await sales.adult();
  const { minor, bornOn } = await sales.guarded(30_000, guardian, 17, 320);
  const accounts = await sales.category({ kind: 'account' });
  const seller = await sales.adult();
  const account = await sales.publishedListing({
    categoryId: accounts,
    priceCents: 20_000,
    stock: 9,
    seller,
  });
  const shelf = await sales.publishedListing({ priceCents: 10_000, stock: 50, seller });

  for (let placed = 1; placed <= 3; placed++) await sales.place(minor, shelf);
  expect((await sales.order(minor, shelf)).body.code).toBe('limit_reached');

  // Next month is a new one, at its midnight of São Paulo.
  const { rows } = await sql<{ next: string }>`
    select (date_trunc('month', market_now() at time zone 'America/Sao_Paulo') + interval '1 month')::date::text as next`.execute(
    sales.db,
  );
  for (const { reference } of await unpaidOf(minor.id)) await sales.bank.payCharge(reference);
  await goTo(rows[0]!.next, -60_000);
  expect((await sales.order(minor, shelf)).body.code).toBe('limit_reached');
  await goTo(rows[0]!.next, 1_000);
  await sales.place(minor, shelf);

  const birthday = `${Number(bornOn.slice(0, 4)) + 18}${bornOn.slice(4)}`;
  await goTo(birthday, -60_000);
  const early = await sales.order(minor, account);
  expect([early.status, early.body.code]).toEqual([403, 'adults_only']);
  await goTo(birthday, 1_000);
  // The guardian answers for them no longer, and their word proves no adult.
  expect((await sales.see(guardian)).minors).toEqual([]);
  expect((await sales.see(minor)).age).toBe('unproven');
  const unproven = await sales.order(minor, account);
  expect([unproven.status, unproven.body.code]).toEqual([403, 'adults_only']);
  await sales.prove(minor.id, bornOn);
  await sales.place(minor, account);
  expect(await sales.see(minor)).toMatchObject({ age: 'adult', limits: null });
});

test('who was born on 29 February is of age on 1 March of a year without one', async () => {
  const minor = await sales.user({ level: 'N1' });
  const { rows } = await sql<{ year: number }>`
    select extract(year from market_now())::int as year`.execute(sales.db);
  // The next leap year's 29 February, eighteen years before: never a leap year's anniversary.
  const of = [...Array(8).keys()]
    .map((ahead) => rows[0]!.year + 1 + ahead)
    .find((year) => (year - 18) % 4 === 0)!;
  await sales.prove(minor.id, `${of - 18}-02-29`);
  await goTo(`${of}-02-28`, 0.5 * day);
  expect((await sales.see(minor)).age).toBe('minor');
  await goTo(`${of}-03-01`, 1_000);
  expect((await sales.see(minor)).age).toBe('adult');
});

async function unpaidOf(buyerId: number): Promise<{ reference: string }[]> {
  const { rows } = await sql<{ reference: string }>`
    select p.reference from orders o join payments p on p.order_id = o.id
    where o.buyer_id = ${buyerId} and o.state = 'awaiting_payment'`.execute(sales.db);
  return rows;
}
