import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, saoPauloDay, startOfDay } from '#domain/business-days.ts';
import { defaultVacationRules } from '#domain/listings/vacations/rules.ts';
import { vacationFault } from '#domain/listings/vacations/vacations.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let today: string;
beforeAll(async () => {
  sales = await openSales();
});
beforeEach(async () => {
  today = saoPauloDay(await marketNow(sales.db));
});
afterAll(() => sales.close());

const days = (offset: number, length: number) => ({
  startsOn: addDays(today, offset),
  endsOn: addDays(today, offset + length - 1),
});
type Days = ReturnType<typeof days>;

const plan = ({ token }: Person, body: object) =>
  sales.request('POST', '/vacations', { token, key: true, body });
const change = ({ token }: Person, id: number, body: object) =>
  sales.request('PUT', `/vacations/${id}`, { token, body });
const end = ({ token }: Person, id: number) => sales.request('DELETE', `/vacations/${id}`, { token });
const page = async ({ token }: Person) => (await sales.request('GET', '/vacations', { token })).data;

const shown = (day: string) => day.split('-').toReversed().join('/');

async function planned(who: Person, body: Days): Promise<number> {
  const answer = await plan(who, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.data.id;
}

test('the page says what was planned, what is left, and what a vacation would hide (F67)', async () => {
  const { seller } = await sales.placed({ stock: 5 });
  expect(await page(seller)).toEqual({
    items: [],
    today,
    maxDays: 90,
    windowDays: 365,
    usedDays: 0,
    plannedDays: 0,
    leftDays: 90,
    listings: 1,
    openSales: 1,
  });
  const now = await planned(seller, days(0, 3));
  const later = await planned(seller, days(30, 10));
  expect(await page(seller)).toMatchObject({
    items: [
      { id: later, ...days(30, 10), state: 'planned', endedEarly: false },
      { id: now, ...days(0, 3), state: 'running', endedEarly: false },
    ],
    usedDays: 1,
    plannedDays: 12,
    leftDays: 77,
  });
});

describe('refuses in words', () => {
  test.each([
    ['a day that has passed', () => days(-1, 3), { startsOn: 'Este dia já passou. Escolha hoje ou outro.' }],
    ['a day too far ahead', () => days(366, 1), { startsOn: 'Escolha um dia nos próximos 365 dias.' }],
    [
      'an end before the start',
      () => ({ startsOn: days(5, 1).startsOn, endsOn: days(2, 1).endsOn }),
      { endsOn: 'O último dia vem antes do primeiro. Confira as datas.' },
    ],
    [
      'a day that does not exist',
      () => ({ ...days(5, 1), endsOn: '2027-02-30' }),
      { endsOn: 'Escolha o último dia das férias.' },
    ],
  ])('%s', async (_name, body, errors) => {
    const answer = await plan(await sales.user(), body());
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  test('more days than are left, however they are split', async () => {
    const who = await sales.user();
    await planned(who, days(10, 50));
    await planned(who, days(100, 30));
    const over = await plan(who, days(300, 12));
    expect([over.status, over.body.code, over.body.detail]).toEqual([
      409,
      'limit_reached',
      'Férias somam no máximo 90 dias em 365, e com estas seriam 92. Tire 2 dias.',
    ]);
    expect((await plan(who, days(10 + 365 - 12, 1))).status).toBe(201);
    const none = await plan(await alreadyFull(), days(200, 5));
    expect(none.body.detail).toBe(
      'Férias somam no máximo 90 dias em 365, e com estas seriam 95. Escolha dias mais à frente.',
    );
  });

  test('days of another vacation', async () => {
    const who = await sales.user();
    await planned(who, days(10, 5));
    const answer = await plan(who, days(14, 2));
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'wrong_state',
      `Nestes dias você já tem férias, de ${shown(addDays(today, 10))} a ${shown(addDays(today, 14))}. Mude aquelas ou escolha outros dias.`,
    ]);
  });

  test('a new start of a vacation that has begun, and an end that has passed', async () => {
    const who = await sales.user();
    const id = await planned(who, days(0, 5));
    const moved = await change(who, id, days(1, 5));
    expect(moved.body.errors).toEqual({ startsOn: 'Estas férias já começaram. Mude só o último dia.' });
    const past = await change(who, id, { startsOn: today, endsOn: addDays(today, -1) });
    expect(past.body.errors).toEqual({ endsOn: 'O último dia vem antes do primeiro. Confira as datas.' });
  });

  test('changing or ending what is over, cancelled or of another', async () => {
    const who = await sales.user();
    const ended = await planned(who, days(0, 5));
    const cancelled = await planned(who, days(20, 5));
    expect((await end(who, ended)).data).toEqual({ ok: true });
    expect((await end(who, cancelled)).data).toEqual({ ok: true });
    for (const id of [ended, cancelled])
      for (const answer of [await end(who, id), await change(who, id, days(30, 2))])
        expect([answer.status, answer.body.detail]).toEqual([
          409,
          'Estas férias já terminaram. Planeje outras.',
        ]);
    const mine = await planned(who, days(40, 2));
    const stranger = await sales.user();
    expect((await end(stranger, mine)).status).toBe(404);
    expect((await change(stranger, mine, days(41, 2))).status).toBe(404);
    expect((await page(who)).items.map(({ state }: { state: string }) => state)).toEqual([
      'planned',
      'cancelled',
      'over',
    ]);
  });
});

async function alreadyFull(): Promise<Person> {
  const who = await sales.user();
  await planned(who, days(100, 90));
  return who;
}

test('a vacation is changed as a whole before it begins, and at its end while it goes on (F67)', async () => {
  const who = await sales.user();
  const id = await planned(who, days(10, 5));
  expect((await change(who, id, days(0, 8))).data).toEqual({
    id,
    ...days(0, 8),
    state: 'running',
    endedEarly: false,
  });
  expect((await change(who, id, days(0, 90))).data.endsOn).toBe(days(0, 90).endsOn);
  expect((await change(who, id, days(0, 91))).body.code).toBe('limit_reached');
  expect((await change(who, id, days(0, 1))).data.endsOn).toBe(today);
});

test('stricter rules let a vacation be shortened and ended, not lengthened (N08)', async () => {
  const who = await sales.user();
  const id = await planned(who, days(0, 60));
  await sales.setRules({ vacations: { maxDays: 10, windowDays: 365 } });
  expect((await change(who, id, days(0, 50))).status).toBe(200);
  expect((await change(who, id, days(0, 51))).body.code).toBe('limit_reached');
  expect((await page(who)).leftDays).toBe(0);
  expect((await end(who, id)).status).toBe(200);
  await sales.setRules({ vacations: defaultVacationRules });
});

test('of twenty vacations planned at once only as many succeed as there are days (F67)', async () => {
  const who = await sales.user();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => plan(who, days(20 + place * 15, 10))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(11);
  const again = await Promise.all(Array.from({ length: 20 }, () => sales.user())).then(([one]) =>
    Promise.all(Array.from({ length: 20 }, () => plan(one!, days(3, 5)))),
  );
  expect(again.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('an order that arrives while a vacation begins waits, and is refused in words (P01, F67)', async () => {
  const listing = await sales.publishedListing({ stock: 60 });
  const { id } = listing.seller;
  const { order } = await sales.db.transaction().execute(async (tx) => {
    await sql`insert into vacations (seller_id, starts_on, ends_on) values (${id}, ${today}, ${today})`.execute(
      tx,
    );
    const sent = sales.order(await sales.user(), listing);
    // Until the order waits for the lock.
    for (let waiting = 0; waiting === 0;) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`.execute(tx);
      waiting = rows[0]!.count;
    }
    return { order: sent };
  });
  const { status, body } = await order;
  expect([status, body.code, body.detail]).toEqual([
    409,
    'listing_unavailable',
    'Quem vende saiu de férias agora. Os pedidos já feitos seguem normalmente. Veja anúncios parecidos.',
  ]);
  expect((await sales.listing(listing.id)).stock).toBe(60);
});

test('twenty orders of one seller do not wait for each other, and none falls into a vacation (P01, F67)', async () => {
  const listing = await sales.publishedListing({ stock: 60 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => sales.user()));
  const orders = buyers.map((buyer) => sales.order(buyer, listing));
  expect((await plan(listing.seller, days(0, 5))).status).toBe(201);
  const late = await Promise.all(buyers.map((buyer) => sales.order(buyer, listing)));
  expect(late.map(({ status }) => status)).toEqual(buyers.map(() => 409));
  const placed = (await Promise.all(orders)).filter(({ status }) => status === 201);
  expect((await sales.listing(listing.id)).stock).toBe(60 - placed.length);
});

const insert = ({ id }: Person, { startsOn, endsOn }: Days) =>
  sql<{ id: number }>`insert into vacations (seller_id, starts_on, ends_on)
    values (${id}, ${startsOn}, ${endsOn}) returning id`.execute(sales.db);

describe('PostgreSQL (F67)', () => {
  test('refuses what the rules refuse', async () => {
    const who = await sales.user();
    await expect(insert(who, days(-1, 2))).rejects.toMatchObject({ constraint: 'vacation_begins_today' });
    await expect(insert(who, days(1, 91))).rejects.toMatchObject({ constraint: 'vacation_days' });
    await insert(who, days(1, 5));
    await expect(insert(who, days(5, 2))).rejects.toMatchObject({ constraint: 'vacations_apart' });
    const { rows } = await insert(who, days(0, 1));
    const set = (columns: string) =>
      sql`update vacations set ${sql.raw(columns)} where id = ${rows[0]!.id}`.execute(sales.db);
    await expect(set('cancelled_at = market_now()')).rejects.toMatchObject({
      constraint: 'vacation_has_begun',
    });
    await expect(set('starts_on = starts_on + 1, ends_on = ends_on + 1')).rejects.toMatchObject({
      constraint: 'vacation_has_begun',
    });
    await set(`ended_at = market_now() + interval '9 days'`);
    await expect(set('ends_on = ends_on + 1')).rejects.toMatchObject({ constraint: 'vacation_is_over' });
    await expect(set(`starts_at = market_now()`)).rejects.toThrow('permission denied');
    await expect(sql`delete from vacations`.execute(sales.db)).rejects.toThrow('permission denied');
    const { rows: ended } = await sql<{ endsOn: string; isOver: boolean }>`
      select ends_on::text as "endsOn", ended_at <= market_now() and ends_at = ended_at as "isOver"
      from vacations where id = ${rows[0]!.id}`.execute(sales.db);
    expect(ended).toEqual([{ endsOn: today, isOver: true }]);
  });

  test('refuses an order of a seller who is away, and stores the days as instants of São Paulo', async () => {
    const { seller, id } = await sales.placed({ stock: 5 });
    await planned(seller, days(0, 2));
    await expect(
      sql`insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
          unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
          max_commission_cents, guarantee_bps, delivery_type, promised_hours)
        select repeat('v', 40), buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
          unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
          max_commission_cents, guarantee_bps, delivery_type, promised_hours
        from orders where id = ${id}`.execute(sales.db),
    ).rejects.toMatchObject({ constraint: 'seller_is_here' });
    const { rows } = await sql<{ ends_at: Date }>`
      select ends_at from vacations where seller_id = ${seller.id}`.execute(sales.db);
    expect(rows[0]!.ends_at).toEqual(startOfDay(addDays(today, 2)));
  });

  test('accepts exactly the vacations that the domain accepts', async () => {
    const offsets = fc.record({
      offset: fc.integer({ min: 0, max: 365 }),
      length: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(offsets, { minLength: 2, maxLength: 9 }), async (wanted) => {
        const who = await sales.user();
        const others: Days[] = [];
        for (const { offset, length } of wanted) {
          const next = days(offset, length);
          const fault = vacationFault(next, { today, others, rules: defaultVacationRules });
          const written = await insert(who, next).then(
            () => true,
            () => false,
          );
          expect(written).toBe(fault === null);
          if (written) others.push(next);
        }
      }),
      { numRuns: 25 },
    );
  });
});
