import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { checkRecentBooks } from './books.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterAll(() => sales.close());

test('the check of every minute finds a balance changed by SQL, freezes money and notifies every admin', async () => {
  const sale = await sales.paid();
  const owner = connect(sales.database.ownerUrl, { max: 1, applicationName: 'test' });
  const tamper = (by: number) =>
    sql`update money.accounts set credits = credits + ${by}
      where kind = 'escrow' and case_id = ${sale.id}`.execute(owner);
  await tamper(100);
  await checkRecentBooks(sales.ctx);

  const books = await sales.request('GET', '/staff/books', { token: admin.token });
  expect(books.data.frozen).toMatchObject({ reason: expect.stringContaining('I1') });
  const broken = books.data.check.invariants.filter(({ breaks }: { breaks: number }) => breaks > 0);
  expect(broken.map(({ id }: { id: string }) => id)).toEqual(['I1', 'I3', 'I4']);
  await checkRecentBooks(sales.ctx);
  await sales.drain();
  const title = 'O dinheiro está parado';
  const { data } = await sales.request('GET', '/notifications', { token: admin.token });
  expect(data.items.filter((notice: { title: string }) => notice.title === title)).toHaveLength(1);
  const { rows } =
    await sql`select from mails where recipient = ${admin.email} and subject = ${title}`.execute(sales.db);
  expect(rows).toHaveLength(1);

  await tamper(-100);
  await sql`update money.status set frozen_at = null, reason = null`.execute(owner);
  await owner.destroy();
  await sales.checkBooks();
});
