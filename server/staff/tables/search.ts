import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { searchStaff } from '#contract/staff/staff.ts';
import { maskEmail } from '#domain/accounts/accounts.ts';
import { orderCode, orderIdOf } from '#domain/orders/orders.ts';
import type { Db } from '#server/context.ts';
import { isId, matchesOrder, matchesPerson, titleContains } from './search-conditions.ts';

type Found = Reply<typeof searchStaff>;

const shown = 6;

/** People, orders and listings that match the text; each query uses an index, so that it is fast enough for typing. */
export async function searchEverything(db: Db, q: string): Promise<Found> {
  const [users, orders, listings] = await Promise.all([people(db, q), ordersOf(db, q), listingsOf(db, q)]);
  return { users, orders, listings };
}

async function people(db: Db, q: string): Promise<Found['users']> {
  const { rows } = await sql<{ id: number; username: string; email: string }>`
    select id, username::text, email::text from users t where ${matchesPerson(q)} order by username limit ${shown}`.execute(
    db,
  );
  return rows.map(({ id, username, email }) => ({
    path: `/dashboard/usuarios?id=${id}`,
    title: `@${username}`,
    detail: maskEmail(email),
  }));
}

async function ordersOf(db: Db, q: string): Promise<Found['orders']> {
  if (orderIdOf(q) === null && !isId(q) && q.length < 20) return [];
  const { rows } = await sql<{ id: number; title: string }>`
    select t.id, v.title from orders t join listing_versions v on v.id = t.listing_version_id
    where ${matchesOrder(q)} order by t.id desc limit ${shown}`.execute(db);
  return rows.map(({ id, title }) => ({
    path: `/dashboard/pedidos/${id}`,
    title: orderCode(id),
    detail: title,
  }));
}

async function listingsOf(db: Db, q: string): Promise<Found['listings']> {
  if (q.length < 3 && !isId(q)) return [];
  const { rows } = await sql<{ id: number; title: string; seller: string }>`
    select t.id, t.title, u.username::text as seller from listings t join users u on u.id = t.seller_id
    where ${isId(q) ? sql`t.id = ${Number(q)}` : titleContains(q)}
    limit ${shown}`.execute(db);
  return rows.map(({ id, title, seller }) => ({
    path: `/dashboard/anuncios?id=${id}`,
    title,
    detail: `@${seller}`,
  }));
}
