import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { openTicket, TicketAbout } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Tx } from '#server/context.ts';
import { formatCents } from '#server/formats.ts';

type About = NonNullable<Body<typeof openTicket>['about']>;

/**
 * Finds the id of a ticket's subject, which must belong to the person.
 * @throws `not_found` for another person's
 */
export async function findOwnSubject(
  tx: Tx,
  viewer: Viewer,
  about: About,
): Promise<{ order?: number; withdrawal?: number; listing?: number }> {
  const { rows } = await finder(viewer.id, about).execute(tx);
  return { [about.kind]: (rows[0] ?? fail('not_found')).id };
}

function finder(userId: number, about: About): RawBuilder<{ id: number }> {
  switch (about.kind) {
    case 'order':
      return sql`select id from orders where hash = ${about.hash} and ${userId} in (buyer_id, seller_id)`;
    case 'withdrawal':
      return sql`select id from withdrawals where id = ${about.id} and user_id = ${userId}`;
    case 'listing':
      return sql`select id from listings where id = ${about.id} and seller_id = ${userId} and state <> 'removed'`;
  }
}

export interface AboutRow {
  order_id: number | null;
  order_hash: string | null;
  order_title: string | null;
  withdrawal_id: number | null;
  withdrawal_cents: number | null;
  listing_slug: string | null;
  listing_title: string | null;
}

/** Columns and joins for the subject of `tickets t`. */
export const aboutColumns = sql`t.order_id, o.hash as order_hash, ov.title as order_title, t.withdrawal_id,
  w.amount_cents as withdrawal_cents, l.slug as listing_slug, l.title as listing_title`;
export const aboutJoins = sql`left join orders o on o.id = t.order_id
  left join listing_versions ov on ov.id = o.listing_version_id
  left join withdrawals w on w.id = t.withdrawal_id
  left join listings l on l.id = t.listing_id`;

export interface MergedRow {
  merged_into_id: number | null;
  merged_into_protocol: string | null;
}

/** Column and join for the ticket into which `tickets t` was merged. */
export const mergedColumns = sql`t.merged_into_id, into_t.protocol as merged_into_protocol`;
export const mergedJoins = sql`left join tickets into_t on into_t.id = t.merged_into_id`;

export function presentMerged({ merged_into_id: id, merged_into_protocol: protocol }: MergedRow) {
  return id === null || protocol === null ? null : { id, protocol };
}

/** @param side the reader: a withdrawal links to its owner's page, or to the team's queue */
export function presentAbout(row: AboutRow, side: 'user' | 'staff'): TicketAbout | null {
  if (row.order_id !== null)
    return {
      kind: 'order',
      label: `Pedido ${orderCode(row.order_id)} · ${row.order_title}`,
      path: `/pedido/${row.order_hash}`,
    };
  if (row.withdrawal_id !== null)
    return {
      kind: 'withdrawal',
      label: `Saque de ${formatCents(row.withdrawal_cents!)}`,
      path: side === 'user' ? '/conta/transacoes' : '/dashboard/saques',
    };
  if (row.listing_title !== null)
    return { kind: 'listing', label: `Anúncio · ${row.listing_title}`, path: `/anuncio/${row.listing_slug}` };
  return null;
}
