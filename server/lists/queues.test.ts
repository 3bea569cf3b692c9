import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let staff: Person;
let sale: Placed;
let owner: Client;
let paymentId: number;
const rows = 12_000;
const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

/** A queue's tab of finished rows: its path, its sort, and how to insert a range of rows into it. */
interface Over {
  path: string;
  table: string;
  sort: string;
  /** The sort's expression, as a cursor carries its value. */
  place: string;
  rows: string;
  fill: (numbers: string) => string;
}

const protocol = (letter: string) =>
  `'${letter}-' || upper(substr(lpad(to_hex(n), 8, '0'), 1, 4) || '-' || substr(lpad(to_hex(n), 8, '0'), 5, 4))`;

/** Rows are inserted by the database's owner, bypassing the rules; `n` counts them. */
const queues: Over[] = [
  {
    path: '/staff/withdrawals?tab=pagos',
    table: 'withdrawals',
    sort: '-id',
    place: 'id',
    rows: `state = 'paid'`,
    fill: (
      numbers,
    ) => `insert into withdrawals (user_id, amount_cents, fee_cents, state, pix_key_type, pix_key, holder_name,
        decided_by, decided_at, paid_at)
      select ${sale.seller.id}, 5000, 250, 'paid', 'cpf', '11144477735', 'Ana Souza', ${staff.id}, market_now(), market_now()
      from ${numbers}`,
  },
  {
    path: '/staff/refunds?tab=devolvidos',
    table: 'refunds',
    sort: '-id',
    place: 'id',
    rows: `state = 'completed'`,
    fill: (
      numbers,
    ) => `insert into refunds (order_id, payment_id, reason, amount_cents, state, completed_at, decided_by, decided_at)
      select ${sale.id}, ${paymentId}, 'seller_refund', 1, 'completed', market_now(), ${staff.id}, market_now()
      from ${numbers}`,
  },
  {
    path: '/staff/receipts?tab=recusados',
    table: 'receipts',
    sort: '-id',
    place: 'id',
    rows: `state = 'rejected'`,
    fill: (numbers) => `with files as (insert into receipt_files (owner_id, key, media, bytes, content_hash)
        select ${sale.buyer.id}, rpad(md5(n::text), 43, 'a'), 'application/pdf', n, sha256(n::text::bytea)
        from ${numbers} returning id, content_hash, bytes as n)
      insert into receipts (order_id, payment_id, sending, state, file_id, content_hash, payer_name, bank, paid_at,
        amount_cents, needs_two, decided_by, decided_at, refusal)
      select ${sale.id}, ${paymentId}, n, 'rejected', id, content_hash, 'Ana Souza', 'Banco Exemplo', market_now(), 1000,
        false, ${staff.id}, market_now(), 'illegible' from files`,
  },
  {
    path: '/staff/complaints?tab=encerradas',
    table: 'complaints',
    sort: '-closed',
    place: micros('closed_at'),
    rows: `state = 'closed'`,
    // Three rows close at the same moment: the id decides their order.
    fill: (
      numbers,
    ) => `insert into complaints (order_id, reason, wish, words, state, opened_at, mediated_at, closed_at, ending, result)
      select ${sale.id}, 'late', 'full', 'Passou do prazo e ninguém respondeu às mensagens.', 'closed', market_now(),
        market_now(), timestamptz '2026-01-01' + n / 3 * interval '1.000001 seconds', 'decided', 'full'
      from ${numbers}`,
  },
  {
    path: '/staff/reports?state=upheld,dismissed',
    table: 'reports',
    sort: '-id',
    place: 'id',
    rows: `state <> 'open'`,
    fill: (
      numbers,
    ) => `insert into reports (protocol, reporter_id, target_kind, target_id, reason, state, decided_by, decided_at)
      select ${protocol('D')}, ${sale.buyer.id}, 'user', ${sale.seller.id}, 'fraud',
        case when n % 3 = 0 then 'upheld' else 'dismissed' end, ${staff.id}, market_now()
      from ${numbers}`,
  },
  {
    path: '/staff/tickets?view=done&queue=money',
    table: 'tickets',
    sort: '-last',
    place: micros('last_message_at'),
    rows: `state in ('resolved', 'closed') and category in ('payment', 'withdrawal')`,
    fill: (
      numbers,
    ) => `insert into tickets (protocol, user_id, state, category, last_sequence, resolution, resolved_at, closed_at,
        last_message_at)
      select ${protocol('A')}, ${sale.buyer.id}, 'closed', (array['payment', 'withdrawal', 'other'])[1 + n % 3], 0, 'solved',
        market_now(), market_now(), timestamptz '2026-01-01' + n / 3 * interval '1.000001 seconds'
      from ${numbers}`,
  },
];

const fill = (queue: Over, from: number, to: number) =>
  owner.query(queue.fill(`generate_series(${from}, ${to}) n`));

beforeAll(async () => {
  sales = await openSales();
  staff = await sales.user({ role: 'admin' });
  sale = await sales.paid();
  owner = new Client({ connectionString: sales.database.ownerUrl });
  await owner.connect();
  const found = await owner.query<{ id: number }>(`select id::int from payments where order_id = ${sale.id}`);
  paymentId = found.rows[0]!.id;
  await owner.query('alter table complaints drop constraint complaints_reason');
  for (const queue of queues) {
    // One after another, because each locks its table.
    // oxlint-disable-next-line no-await-in-loop
    await owner.query(`alter table ${queue.table} disable trigger user`);
    // oxlint-disable-next-line no-await-in-loop
    await fill(queue, 1, rows);
  }
  await owner.query('vacuum analyze');
}, 120_000);
afterAll(async () => {
  await owner.end();
  await sales.close();
});

const get = (path: string, who = staff) => sales.request('GET', path, { token: who.token });
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);

async function expected({ table, place, rows: over }: Over): Promise<{ id: number; value: string }[]> {
  const found = await owner.query<{ id: number; value: string }>(
    `select id::int, (${place})::text as value from ${table} where ${over} order by ${place} desc, id desc`,
  );
  return found.rows;
}

/** The cursor of a page far down the list. */
function cursorAt(sort: string, value: string | number, id: number, backwards = false): string {
  return Buffer.from(JSON.stringify([sort, String(value), id, backwards])).toString('base64url');
}

/** Checks that a call takes about as long as another, in alternation until the noise of other processes is small. */
async function costsNoMore(call: string, than: string): Promise<void> {
  const least = { call: Infinity, than: Infinity };
  for (let turn = 0; turn < 60 && !(turn > 5 && least.call < least.than * 1.5 + 3); turn++) {
    // The alternation is the purpose.
    // oxlint-disable-next-line no-await-in-loop
    least.than = Math.min(least.than, await timeOf(than));
    // oxlint-disable-next-line no-await-in-loop
    least.call = Math.min(least.call, await timeOf(call));
  }
  expect(least.call, `against ${least.than} ms`).toBeLessThan(least.than * 1.5 + 3);
}

async function timeOf(path: string): Promise<number> {
  const began = performance.now();
  const { status } = await get(path);
  expect(status).toBe(200);
  return performance.now() - began;
}

describe.each(queues.map((queue) => [queue.path, queue] as const))('%s', (path, queue) => {
  test('pages forwards and backwards through every row once and in order, while rows are added', async () => {
    const all = idsOf(await expected(queue));
    const seen: number[] = [];
    let next: string | null = null;
    let page;
    for (let turned = 0; turned < 4; turned++) {
      page = (await get(`${path}&size=100${next ? `&cursor=${next}` : ''}`)).data;
      seen.push(...idsOf(page.items));
      next = page.next;
      await fill(queue, rows + turned * 10 + 1, rows + turned * 10 + 9);
    }
    expect(seen).toEqual(all.slice(0, 400));
    const before = (await get(`${path}&size=100&cursor=${page.previous}`)).data;
    expect(idsOf(before.items)).toEqual(all.slice(200, 300));
    expect(before.next).not.toBeNull();
    await owner.query(`delete from ${queue.table} where id > ${Math.max(...all)}`);
  });

  test('ends with its last row, on a page that takes as long as the first', async () => {
    const all = await expected(queue);
    const place = all.at(-31)!;
    const end = `${path}&cursor=${cursorAt(queue.sort, place.value, place.id)}`;
    const { items, next, previous } = (await get(end)).data;
    expect(idsOf(items)).toEqual(idsOf(all.slice(-30)));
    expect([next, typeof previous]).toEqual([null, 'string']);
    await costsNoMore(end, path);
  });

  test('refuses cursors of another sort, forged cursors and people who are not staff', async () => {
    const { data } = await get(path);
    for (const cursor of [
      cursorAt(queue.sort === '-id' ? 'id' : '-id', 1, 1),
      cursorAt(queue.sort, '9'.repeat(19), 1),
      cursorAt(queue.sort, "1'; drop table orders", 1),
      cursorAt(queue.sort, 'infinity', 1),
    ]) {
      const { status, body } = await get(`${path}&cursor=${cursor}`);
      expect([status, body.errors], cursor).toEqual([400, { cursor: 'Volte à primeira página.' }]);
    }
    expect((await get(`${path}&size=7`)).body.errors).toEqual({ size: 'Escolha 25, 50 ou 100 por página.' });
    expect((await get(`${path}&cursor=${data.next}`, sale.buyer)).status).toBe(403);
  });
});

test('a tab refuses a cursor of a tab with the other sort', async () => {
  const { next } = (await get('/staff/complaints?tab=encerradas')).data;
  expect((await get(`/staff/complaints?cursor=${next}`)).status).toBe(400);
  expect((await get(`/staff/withdrawals?tab=pendentes&cursor=${cursorAt('-id', 1, 1)}`)).status).toBe(400);
});

test('the latest moment that a cursor can contain causes no error', async () => {
  const cursor = cursorAt('-closed', '9'.repeat(17), Number.MAX_SAFE_INTEGER);
  expect((await get(`/staff/complaints?tab=encerradas&cursor=${cursor}`)).status).toBe(200);
});

test('pages through pending rows in order, and decisions meanwhile skip no row', async () => {
  await owner.query(`insert into withdrawals (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name)
    select ${sale.seller.id}, 5000, 250, 'cpf', '11144477735', 'Ana Souza' from generate_series(1, 60)`);
  const first = (await get('/staff/withdrawals?size=25')).data;
  expect(first.previous).toBeNull();
  // The whole first page is decided: the rows behind it must not be skipped.
  await owner.query(`update withdrawals set state = 'rejected' where id = any($1)`, [idsOf(first.items)]);
  const second = (await get(`/staff/withdrawals?size=25&cursor=${first.next}`)).data;
  const third = (await get(`/staff/withdrawals?size=25&cursor=${second.next}`)).data;
  const seen = [first, second, third].flatMap(({ items }) => idsOf(items));
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(new Set(seen).size).toBe(60);
  expect(third.next).toBeNull();
});

test('open tickets keep their order over all pages: late ones, then by priority, then by due time', async () => {
  await owner.query(`with made as (
      insert into tickets (protocol, user_id, state, category, last_message_at, asked_at, due_at, due_event)
      select ${protocol('A')}, ${sale.buyer.id}, case when asked is null then 'open' else 'waiting_user' end,
        (array['payment', 'order', 'account', 'other'])[1 + n % 4], said, asked, asked,
        case when asked is not null then 'lapse' end
      from (select n, case when n % 7 = 0 then market_now() end as asked,
          market_now() - n * interval '1 minute' as said from generate_series(900001, 900090) n) drawn
      returning id)
    insert into ticket_clocks (ticket_id, kind, due_at)
    select id, 'solution', market_now() + (id % 11 - 5) * interval '1 hour' from made where id % 5 <> 0`);
  for (const [view, states] of [
    ['open', ['open', 'in_progress']],
    ['waiting', ['waiting_user']],
  ] as const) {
    const { rows: turns } = await owner.query<{ id: number }>(
      `select t.id::int from tickets t join ticket_routes r on r.category = t.category
         left join ticket_clocks c on c.ticket_id = t.id
       where t.state = any ($1)
       order by c.due_at > market_now(), r.priority, c.due_at,
         case when c.due_at is null then t.last_message_at end, t.id`,
      [states],
    );
    const seen: number[] = [];
    let next: string | null = null;
    do {
      const { data } = await get(`/staff/tickets?view=${view}&size=25${next ? `&cursor=${next}` : ''}`);
      seen.push(...idsOf(data.items));
      next = data.next;
    } while (next);
    expect(seen).toEqual(idsOf(turns));
  }
});

/** Reports of one person about others, all from one network. */
const report = (reporter: number, from: number, targets: number[]) =>
  owner.query(
    `insert into reports (protocol, reporter_id, target_kind, target_id, reason, network)
     select ${protocol('D')}, ${reporter}, 'user', ($1::bigint[])[n - ${from} + 1], 'fraud', 'net ${reporter}'
     from generate_series(${from}, ${from + targets.length - 1}) n`,
    [targets],
  );

test('flagged reports come first over all pages, then the oldest', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => sales.user()));
  const flagged = people[20]!.id;
  await report(sale.buyer.id, 900_001, idsOf(people));
  await report(sale.seller.id, 900_101, [flagged]);
  await report(staff.id, 900_102, [flagged]);
  const first = (await get('/staff/reports?size=25')).data;
  const second = (await get(`/staff/reports?size=25&cursor=${first.next}`)).data;
  const seen = [...first.items, ...second.items];
  expect(seen.map(({ target }) => target.id === flagged)).toEqual(seen.map((_, index) => index < 3));
  expect(seen).toHaveLength(32);
  const rest = idsOf(seen.slice(3));
  expect(rest).toEqual(rest.toSorted((one, other) => one - other));
  expect(first.counts).toEqual({ open: 32, decided: 1_000 });
  const back = (await get(`/staff/reports?size=25&cursor=${second.previous}`)).data;
  expect(idsOf(back.items)).toEqual(idsOf(first.items));
});
