import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales } from '#test/sales.ts';
import type { Placed, Sales } from '#test/sales.ts';
import { pdfOf } from '#test/pdfs.ts';
import { allSweeps } from './sweeps.ts';

/** Private files that nothing names any more, and a process that dies at the worst moment. */
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
])('of %s none outlives its mention, though its remover dies between', async (table, name, door) => {
  const sent = await sales.request('POST', door(), {
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
  // Whoever asked dies while it waits, and does nothing more.
  sales.ctx.files = { ...files, remove: () => new Promise(() => undefined) };
  void allSweeps.find((sweep) => sweep.name === name)!.run(sales.ctx);
  await expect.poll(keys).toEqual([]);
  sales.ctx.files = files;
  await sales.drain();
  expect(await files.read(key!)).toBeNull();
});
