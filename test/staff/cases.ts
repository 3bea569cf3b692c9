import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';

/**
 * Gives one of the team a reason to read an order (T110): its buyer asks about it, and the question is assigned to the
 * reader. Answers with the question's id.
 */
export async function openCase(
  sales: Pick<Sales, 'request'>,
  { buyer, hash }: Placed,
  reader: Person,
): Promise<number> {
  const support = openSupport(sales);
  const asked = await support.ask(buyer, { category: 'order', about: { kind: 'order', hash } });
  expect(asked.status, asked.text).toBe(201);
  const assigned = await support.assign(reader, asked.data.id, reader.username);
  expect(assigned.status, assigned.text).toBe(200);
  return asked.data.id;
}

/** The same for all staff at once, where it does not matter who reads. */
export async function openCaseForAll(sales: Pick<Sales, 'db'>, { id }: Placed): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into tickets (protocol, user_id, category, order_id)
    select 'A-' || lpad(o.id::text, 4, '0') || '-' || lpad(s.id::text, 4, '0'), o.buyer_id, 'order', o.id
    from orders o join users s on s.role in ('support', 'admin') and s.id not in (o.buyer_id, o.seller_id)
    where o.id = ${id} returning id`.execute(sales.db);
  await sql`
    update tickets set assignee_id = right(protocol, 4)::bigint, assigned_at = market_now()
    where id = any(${rows.map((ticket) => ticket.id)}::bigint[])`.execute(sales.db);
}
