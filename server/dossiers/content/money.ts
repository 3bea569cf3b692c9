import { sql } from 'kysely';
import type { Dossier, DossierJournal } from '#domain/dossiers/dossier.ts';
import { movementsFor } from '#domain/dossiers/ledger-view.ts';
import { sights } from '#domain/dossiers/readers.ts';
import type { DossierReader } from '#domain/dossiers/readers.ts';
import type { Queryable } from '#server/context.ts';
import { orderJournals } from '#server/ledger/order-journals.ts';
import { iso } from './instants.ts';

/** Payments of an order that somebody tried, with the number by which banks know them. */
export async function paymentsFor(
  db: Queryable,
  orderId: number,
  reader: DossierReader,
): Promise<Dossier['payments']> {
  const { rows } = await sql<Dossier['payments'][number]>`
    select method, state, amount_cents as "amountCents", received_cents as "receivedCents",
      ${iso('created_at')} as "createdAt", ${iso('confirmed_at')} as "confirmedAt",
      ${iso('contested_at')} as "contestedAt",
      case when ${sights[reader].bankNumbers} then end_to_end_id end as "bankNumber"
    from payments where order_id = ${orderId} order by id`.execute(db);
  return rows;
}

export async function refundsOf(db: Queryable, orderId: number): Promise<Dossier['refunds']> {
  const { rows } = await sql<Dossier['refunds'][number]>`
    select reason, state, amount_cents as "amountCents", destination, ${iso('created_at')} as "createdAt",
      ${iso('completed_at')} as "completedAt"
    from refunds where order_id = ${orderId} order by id`.execute(db);
  return rows;
}

/** The journals of an order that the reader may see, each with its place in the published chain. */
export async function ledgerFor(
  db: Queryable,
  orderId: number,
  reader: DossierReader,
): Promise<DossierJournal[]> {
  const journals = await orderJournals(db, orderId);
  return journals.flatMap(({ legs, at, ...journal }) => {
    const movements = movementsFor(reader, journal.kind, legs);
    return movements && movements.length > 0 ? [{ ...journal, at: at.toISOString(), movements }] : [];
  });
}

/** What the team decided about the order outside of its complaints, without the notes that it wrote for itself. */
export async function decisionsFor(
  db: Queryable,
  orderId: number,
  reader: DossierReader,
): Promise<Dossier['decisions']> {
  const { rows } = await sql<Dossier['decisions'][number]>`
    select kind, ${iso('began')} as at, ${iso('ended')} as "endedAt",
      case when ${sights[reader].fees} then cents end as "amountCents" from (
      select f.event as kind, f.done_at as began, null::timestamptz as ended, null::bigint as cents
      from forced_moves f where f.order_id = ${orderId} and f.done_at is not null
      union all
      select 'analysis', a.marked_at, a.ended_at, null from analyses a where a.order_id = ${orderId}
      union all
      select 'block', b.created_at, b.lifted_at, b.amount_cents from sale_blocks b where b.order_id = ${orderId}) x
    order by began, kind`.execute(db);
  return rows;
}
