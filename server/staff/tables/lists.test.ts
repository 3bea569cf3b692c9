import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#test/http-request.ts';
import { countDays } from '#server/staff/overview/days.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';

let sales: Sales;
let staff: Person;
let owner: Client;
const rows = 120_000;

/** Many orders, written by the database owner without the order rules, so that lists have many pages. */
beforeAll(async () => {
  sales = await openSales();
  staff = await sales.user({ role: 'admin' });
  const { id } = await sales.paid();
  owner = new Client({ connectionString: sales.database.ownerUrl });
  await owner.connect();
  await owner.query('alter table orders disable trigger user');
  await owner.query(
    'alter table orders drop constraint orders_commission_by_rule, drop constraint orders_guarantee_by_rule',
  );
  const { rows: columns } = await owner.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'orders' and table_schema = 'public'
       and column_name not in ('id', 'hash', 'state', 'total_cents', 'unit_price_cents', 'created_at', 'paid_at', 'due_at', 'due_event')`,
  );
  const { names } = columns[0]!;
  await owner.query(
    `insert into orders (hash, state, total_cents, unit_price_cents, created_at, paid_at, ${names})
     select 'h' || lpad(n::text, 26, '0'), (array['completed', 'cancelled', 'expired', 'completed'])[1 + n % 4],
       1000 + (n * 7919) % 100000, 1000 + (n * 7919) % 100000, market_now() - n * interval '2 minutes',
       case when n % 4 in (0, 3) then market_now() - n * interval '2 minutes' end, ${names}
     from orders o, generate_series(1, ${rows}) n where o.id = $1`,
    [id],
  );
  await owner.query('alter table orders enable trigger user');
  await owner.query('vacuum analyze orders');
}, 120_000);
afterAll(async () => {
  await owner.end();
  await sales.close();
});

const get = (query: string, path = '/staff/orders') =>
  sales.request('GET', `${path}${query}`, { token: staff.token });

/** The shortest time of each of two calls, made alternately, so that other load on the machine matters least. */
async function leastOf(one: string, other: string): Promise<[number, number]> {
  const least: [number, number] = [Infinity, Infinity];
  for (let run = 0; run < 30; run++) {
    const at = run % 2;
    const began = performance.now();
    const { status } = await get(at === 0 ? one : other);
    least[at] = Math.min(least[at]!, performance.now() - began);
    expect(status).toBe(200);
  }
  return least;
}

/** The cursor of a page far down the list. */
function cursorAt(sort: string, value: string | number, id: number): string {
  return Buffer.from(JSON.stringify([sort, String(value), id, false])).toString('base64url');
}

test.each(['-id', 'total'])('the thousandth page by %s costs what the first costs', async (sort) => {
  const key = sort.replace('-', '');
  const column = key === 'id' ? 'id' : 'total_cents';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const { rows: far } = await owner.query<{ id: number; value: number }>(
    `select id::int, ${column}::int as value from orders order by ${column} ${direction}, id ${direction} offset 50000 limit 1`,
  );
  const cursor = cursorAt(sort, far[0]!.value, far[0]!.id);
  const [first, thousandth] = await leastOf(`?sort=${sort}`, `?sort=${sort}&cursor=${cursor}`);
  expect(thousandth, `first ${first} ms`).toBeLessThan(first * 1.5 + 3);
});

test('paging forward returns every row once and in order, and paging back returns the earlier pages', async () => {
  const query = '?state=cancelled&size=100&sort=total';
  const seen: number[] = [];
  const places: (string | null)[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 5; page++) {
    const { data }: Answer = await get(query + (cursor ? `&cursor=${cursor}` : ''));
    seen.push(...data.items.map(({ id }: { id: number }) => id));
    places.push(data.previous);
    cursor = data.next;
  }
  expect(new Set(seen).size).toBe(500);
  const { rows: expected } = await owner.query<{ id: number }>(
    `select id::int from orders where state = 'cancelled' order by total_cents, id limit 500`,
  );
  expect(seen).toEqual(expected.map(({ id }) => id));
  expect(places[0]).toBeNull();
  const back = (await get(`${query}&cursor=${places[4]}`)).data;
  expect(back.items.map(({ id }: { id: number }) => id)).toEqual(seen.slice(300, 400));
  const start = (await get(`${query}&cursor=${places[1]}`)).data;
  expect(start).toMatchObject({ previous: null, next: expect.any(String) });
});

test.each([
  ['paid,paid', 1],
  ['paid,delivered', 1],
])('orders of the states %s are each there once', async (states, count) => {
  const { data } = await get(`?state=${states}`);
  expect(data).toMatchObject({ count, more: false, next: null });
  expect(data.items).toHaveLength(count);
});

test('several states form one ordered list, whose last page costs what the first costs', async () => {
  const query = '?state=expired,paid,cancelled&size=100';
  const { data } = await get(query);
  const { rows: expected } = await owner.query<{ id: number }>(
    `select id::int from orders where state in ('expired', 'paid', 'cancelled') order by id desc`,
  );
  const ids = expected.map(({ id }) => id);
  expect(data.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 100));
  expect(data).toMatchObject({ count: 10_000, more: true });
  // Three rows before the end, so that the page cannot be filled.
  const end = cursorAt('-id', ids.at(-4)!, ids.at(-4)!);
  expect((await get(`${query}&cursor=${end}`)).data.items.map(({ id }: { id: number }) => id)).toEqual(
    ids.slice(-3),
  );
  const [first, last] = await leastOf(query, `${query}&cursor=${end}`);
  expect(last, `first ${first} ms`).toBeLessThan(first * 1.5 + 3);
});

test('people sorted by name keep one case-insensitive order over all pages', async () => {
  await Promise.all(Array.from({ length: 30 }, () => sales.user()));
  await owner.query(`update users set username = upper(username::text) where id % 2 = 0`);
  const { rows: expected } = await owner.query<{ id: number }>(
    'select id::int from users order by username, id',
  );
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const { data }: Answer = await get(
      `?sort=username&size=25${cursor ? `&cursor=${cursor}` : ''}`,
      '/staff/users',
    );
    seen.push(...data.items.map(({ id }: { id: number }) => id));
    cursor = data.next;
  } while (cursor);
  expect(seen).toEqual(expected.map(({ id }) => id));
});

test('a period covers whole days of São Paulo, including the last', async () => {
  const { rows: days } = await owner.query<{ day: string; count: number }>(
    `select to_char(created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day, count(*)::int as count
     from orders where created_at > market_now() - interval '4 days' group by 1 order by 1 desc limit 3`,
  );
  const [today, yesterday] = days;
  for (const { day, count } of [today!, yesterday!])
    expect((await get(`?from=${day}&to=${day}`)).data.count, day).toBe(count);
  const both = await get(`?from=${yesterday!.day}&to=${today!.day}`);
  expect(both.data.count).toBe(today!.count + yesterday!.count);
});

test('a long list is counted up to ten thousand, a short one to its end', async () => {
  expect((await get('')).data).toMatchObject({ count: 10_000, more: true });
  expect((await get('?state=paid')).data).toMatchObject({
    count: 1,
    more: false,
    next: null,
    previous: null,
  });
});

test('a cursor of another sort order, a forged cursor and an invalid one are refused', async () => {
  for (const cursor of [
    cursorAt('total', 1, 1),
    cursorAt('-id', "1'; drop table orders", 1),
    cursorAt('-id', '9'.repeat(30), 1),
    Buffer.from('null').toString('base64url'),
    Buffer.from('["-id","1",1.5,false]').toString('base64url'),
    'abc',
  ]) {
    const { status, body } = await get(`?cursor=${cursor}`);
    expect([status, body.errors], cursor).toEqual([400, { cursor: 'Volte à primeira página.' }]);
  }
});

test('past days are counted once, and the overview does not read orders', async () => {
  while ((await countDays(sales.ctx)) > 0);
  const { data } = await get('?days=7', '/staff/overview');
  expect(data.days).toHaveLength(7);
  const { rows: truth } = await owner.query<{
    paid: number;
    volume: number;
    revenue: number;
    placed: number;
  }>(
    `select count(*) filter (where paid_at is not null)::int as paid, count(*)::int as placed,
       coalesce(sum(total_cents) filter (where paid_at is not null), 0)::int as volume,
       coalesce(sum(commission_cents) filter (where paid_at is not null), 0)::int as revenue
     from orders where created_at >= ((market_now() at time zone 'America/Sao_Paulo')::date - 6)::timestamp
       at time zone 'America/Sao_Paulo'`,
  );
  expect(data.now).toMatchObject({
    paid: truth[0]!.paid,
    placed: truth[0]!.placed,
    volumeCents: truth[0]!.volume,
    revenueCents: truth[0]!.revenue,
  });
  expect(data.before.paid).toBeGreaterThan(0);
  const { rows: open } = await sql<{ day: string }>`select day::text from day_totals where not final`.execute(
    sales.db,
  );
  expect(open).toHaveLength(1);
});
