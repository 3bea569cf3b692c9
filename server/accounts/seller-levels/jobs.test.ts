import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '#db/servers.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { giveLevel, shortLevelRules } from '#test/accounts/seller-levels.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { countSellers } from './jobs.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
  await sales.setRules({ sellerLevels: shortLevelRules });
});
afterAll(() => sales.close());

async function sold(seller: Person, count: number): Promise<Placed[]> {
  const made: Placed[] = [];
  for (let index = 0; index < count; index++) {
    const sale = await sales.delivered({ seller });
    await sales.act(sale, sale.buyer, 'confirmation');
    made.push(sale);
  }
  return made;
}

async function cancelled(seller: Person): Promise<void> {
  const sale = await sales.paid({ seller });
  await sales.act(sale, seller, 'cancellation', { reason: 'no_stock' });
}

const standing = async ({ id }: Person) => {
  const { rows } = await sql<{ level: string; colour: string | null; bad_months: number }>`
    select level, colour, bad_months from seller_levels where user_id = ${id}`.execute(sales.db);
  return rows[0];
};

const checks = async ({ id }: Person) => {
  const { rows } = await sql<Record<string, unknown>>`
    select outcome, level_after, sales, orders, cancellations, claims, late, excluded, window_days from seller_checks
    where user_id = ${id} order by month`.execute(sales.db);
  return rows;
};

/** Moves the clock to the tenth of the next month: a day later is not yet another one. */
async function moveToNextMonth(): Promise<void> {
  const now = await marketNow(sales.db);
  const tenth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 15);
  await sales.moveClock(tenth - now.getTime());
}

/** The next month in São Paulo, with everything that was due. */
async function nextMonth(): Promise<void> {
  await moveToNextMonth();
  await sales.drain();
}

const notices = async ({ token }: Person) => {
  const { data } = await sales.request('GET', '/notifications', { token });
  return (data.items ?? data).map(({ title }: { title: string }) => title);
};

describe('the monthly check (§4.13)', () => {
  test('nothing is counted before the first paid sale, and a level comes in the month after it', async () => {
    const seller = await sales.user();
    await sales.placed({ seller });
    expect(await standing(seller)).toBeUndefined();
    await sold(seller, 2);
    expect(await standing(seller)).toEqual({ level: 'new', colour: null, bad_months: 0 });
    await nextMonth();
    expect(await standing(seller)).toEqual({ level: 'bronze', colour: 'green', bad_months: 0 });
    expect(await checks(seller)).toEqual([
      {
        outcome: 'raised',
        level_after: 'bronze',
        sales: 2,
        orders: 2,
        cancellations: 0,
        claims: 0,
        late: 0,
        excluded: {},
        window_days: 365,
      },
    ]);
    expect(await notices(seller)).toContain('Seu nível de vendedor subiu');
  });

  test('twenty runs at once make one check of each seller, and a run a day later makes none', async () => {
    const sellers = await Promise.all([sales.user(), sales.user(), sales.user()]);
    for (const seller of sellers) await sold(seller, 2);
    await moveToNextMonth();
    await Promise.all(Array.from({ length: 20 }, () => countSellers.run(sales.ctx)));
    for (const seller of sellers) expect(await checks(seller)).toHaveLength(1);
    await sales.moveClock(day);
    await sales.drain();
    await sales.drain();
    for (const seller of sellers) {
      expect(await checks(seller)).toHaveLength(1);
      expect(await standing(seller)).toMatchObject({ level: 'bronze' });
      const raised = (await notices(seller)).filter(
        (title: string) => title === 'Seu nível de vendedor subiu',
      );
      expect(raised).toHaveLength(1);
    }
  });

  test('a run that is killed before its commit leaves nothing, and the next one does it whole', async () => {
    const seller = await sales.user();
    await sold(seller, 2);
    await moveToNextMonth();
    const client = await openClient(sales.database.ownerUrl);
    await client.query(`create function fail_once() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$;
      create trigger fail_once before update on seller_levels for each row execute function fail_once()`);
    await expect(countSellers.run(sales.ctx)).rejects.toThrow('killed');
    expect([await checks(seller), await standing(seller)]).toEqual([
      [],
      { level: 'new', colour: null, bad_months: 0 },
    ]);
    await client.query('drop trigger fail_once on seller_levels; drop function fail_once()');
    await client.end();
    await sales.drain();
    expect(await standing(seller)).toMatchObject({ level: 'bronze' });
  });

  test('the first bad month warns, the second lowers, and each is notified once', async () => {
    const seller = await sales.user();
    await sold(seller, 4);
    await nextMonth();
    expect(await standing(seller)).toMatchObject({ level: 'silver' });
    await cancelled(seller);
    await nextMonth();
    expect(await standing(seller)).toEqual({ level: 'silver', colour: 'yellow', bad_months: 1 });
    await nextMonth();
    expect(await standing(seller)).toMatchObject({ level: 'bronze', bad_months: 0 });
    expect((await checks(seller)).map(({ outcome }) => outcome)).toEqual(['raised', 'warned', 'lowered']);
    const titles = await notices(seller);
    expect(titles).toContain('Seu nível de vendedor está em risco');
    expect(titles).toContain('Seu nível de vendedor caiu');
  });

  test('sales between related people and purchases taken back before the delivery do not count', async () => {
    const seller = await sales.user();
    const [first] = await sold(seller, 3);
    const client = await openClient(sales.database.ownerUrl);
    await client.query(
      `insert into doubtful_sales (order_id, reasons) values ($1, array['device'])
       on conflict (order_id) do update set reasons = excluded.reasons`,
      [first!.id],
    );
    await client.end();
    const taken = await sales.paid({ seller });
    await sales.act(taken, taken.buyer, 'withdrawal-of-purchase');
    await nextMonth();
    expect(await checks(seller)).toMatchObject([
      { sales: 2, orders: 2, excluded: { related: 1 }, level_after: 'bronze' },
    ]);
  });
});

describe('a red thermometer (§4.13)', () => {
  test('stops new orders, leaves the open ones, and ends with the numbers', async () => {
    const seller = await sales.user();
    const listing = await sales.publishedListing({ seller, stock: 5 });
    const open = await sales.place(await sales.user(), listing);
    await sales.bank.payCharge(open.reference);
    await sales.act(open, seller, 'delivery-start');
    await cancelled(seller);
    await cancelled(seller);
    await sales.moveClock(day);
    await sales.drain();
    expect(await standing(seller)).toMatchObject({ colour: 'red' });
    const refused = await sales.order(await sales.user(), listing);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'listing_unavailable',
      'Quem vende não está vendendo agora. Os pedidos já feitos seguem normalmente. Veja anúncios parecidos.',
    ]);
    const { data } = await sales.request('GET', `/public/listings/${listing.slug}`);
    expect(data.seller.isSelling).toBe(false);
    await sales.act(open, seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
    await sales.act(open, open.buyer, 'confirmation');
    expect(await notices(seller)).toContain('Suas vendas novas pararam');
    await sales.moveClock(366 * day);
    await sales.drain();
    expect(await standing(seller)).toMatchObject({ colour: null });
    const fresh = await sales.publishedListing({ seller });
    expect((await sales.order(await sales.user(), fresh)).status).toBe(201);
    expect(await notices(seller)).toContain('Você voltou a vender');
  });
});

const asApp = (statement: string) => sql`${sql.raw(statement)}`.execute(sales.db);

describe('PostgreSQL', () => {
  test('refuses a level without a check, and a check without the sales of its level', async () => {
    const seller = await sales.user();
    await sold(seller, 1);
    const id = seller.id;
    await expect(
      asApp(`update seller_levels set level = 'bronze' where user_id = ${id}`),
    ).rejects.toMatchObject({
      constraint: 'seller_level_by_check',
    });
    const check = (level: string, sold_: number, colour = 'green', outcome = 'raised') =>
      asApp(`insert into seller_checks (user_id, month, level_before, level_after, outcome, colour, sales, window_days,
        orders, claims, cancellations, delivered, late) values (${id}, '2020-01-01', 'new', '${level}', '${outcome}',
        '${colour}', ${sold_}, 60, 9, 0, 0, 9, 0)`);
    await expect(check('silver', 3)).rejects.toMatchObject({ constraint: 'seller_check_sales' });
    await expect(check('silver', 4, 'yellow')).rejects.toMatchObject({ constraint: 'seller_checks_green' });
    await expect(check('silver', 4, 'green', 'lowered')).rejects.toMatchObject({
      constraint: 'seller_checks_move',
    });
    await check('silver', 4);
    await expect(check('silver', 4)).rejects.toMatchObject({ constraint: 'seller_checks_pkey' });
    await expect(asApp(`update seller_checks set sales = 9`)).rejects.toThrow('permission denied');
    await expect(asApp(`insert into seller_levels (user_id) values (1)`)).rejects.toThrow(
      'permission denied',
    );
  });

  test('refuses diamond without an interview, an interview of oneself, and an order of a red seller', async () => {
    const seller = await sales.user();
    await sold(seller, 1);
    const set = (columns: string) =>
      asApp(`update seller_levels set ${columns} where user_id = ${seller.id}`);
    await expect(set(`level = 'diamond'`)).rejects.toMatchObject({ constraint: 'seller_levels_diamond' });
    await expect(set(`interviewed_at = market_now(), interviewed_by = ${seller.id}`)).rejects.toMatchObject({
      constraint: 'seller_levels_interview',
    });
    await giveLevel(sales, seller, 'new', 'red');
    await expect(
      asApp(`insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
          unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
          max_commission_cents, guarantee_bps, delivery_type, promised_hours)
        select repeat('x', 40), buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
          unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
          max_commission_cents, guarantee_bps, delivery_type, promised_hours
        from orders where seller_id = ${seller.id} limit 1`),
    ).rejects.toMatchObject({ constraint: 'seller_sells' });
  });
});
