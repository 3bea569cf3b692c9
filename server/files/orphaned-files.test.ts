import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { pdfOf } from '#test/files/pdfs.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { fileColumns } from './orphaned-files.ts';

/** Private files that no row references any more, and a process that dies at the worst moment. */
let sales: Sales;
let sale: Placed;
beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid();
});
afterAll(() => sales.close());

const day = 86_400_000;

test.each([
  ['order_files', 'conversations.forget-unsent-files', () => `/order-files?order=${sale.hash}`],
  ['ticket_files', 'tickets.drop-loose-files', () => '/ticket-files'],
  ['receipt_files', 'receipts.forget-files', () => '/receipt-files'],
])(
  'no file of %s outlives its reference, although its remover dies in between',
  async (table, name, path) => {
    const sent = await sales.request('POST', path(), {
      token: sale.buyer.token,
      body: pdfOf(['<</Type/Catalog>>']),
      headers: { 'content-type': 'application/pdf' },
    });
    expect(sent.status, sent.text).toBe(201);
    const keys = async () => {
      const { rows } = await sql<{ key: string }>`select key from ${sql.table(table)}`.execute(sales.db);
      return rows.map(({ key }) => key);
    };
    const [key] = await keys();
    await sales.moveClock(day + 3_600_000);
    const { files } = sales.ctx;
    (await files.read(key!))!.destroy();
    // The process that asked dies while it waits, and does nothing more.
    sales.ctx.files = { ...files, remove: () => new Promise(() => undefined) };
    void allSweeps.find((sweep) => sweep.name === name)!.run(sales.ctx);
    await expect.poll(keys).toEqual([]);
    sales.ctx.files = files;
    await sales.drain();
    expect(await files.read(key!)).toBeNull();
  },
);

test('a file whose process dies before a row references it is removed after a day', async () => {
  const { files } = sales.ctx;
  const pdf = pdfOf(['<</Type/Catalog>>']);
  const send = () =>
    sales.request('POST', '/receipt-files', {
      token: sale.buyer.token,
      body: pdf,
      headers: { 'content-type': 'application/pdf' },
    });
  const written: string[] = [];
  sales.ctx.files = {
    ...files,
    async write(key, content) {
      await files.write(key, content);
      written.push(key);
      return new Promise(() => undefined);
    },
  };
  void send();
  await expect.poll(() => written).toHaveLength(1);
  sales.ctx.files = files;
  const named = await send();
  expect(named.status, named.text).toBe(201);
  const { rows } = await sql<{ key: string }>`select key from receipt_files order by id desc limit 1`.execute(
    sales.db,
  );
  const isStored = async (key: string) => {
    const file = await files.read(key);
    file?.destroy();
    return file !== null;
  };
  await sales.drain();
  expect(await isStored(written[0]!)).toBe(true);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`.execute(
    sales.db,
  );
  await sales.drain();
  expect([await isStored(written[0]!), await isStored(rows[0]!.key)]).toEqual([false, true]);
});

test('every column that references a private file is known', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and (column_name = 'file_key' or table_name like '%\\_files' and column_name = 'key')
    order by 1`.execute(sales.db);
  expect(rows.map(({ place }) => place)).toEqual(fileColumns.map(([table, column]) => `${table}.${column}`));
});
