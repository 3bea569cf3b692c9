import { sql } from 'kysely';
import type { Role, Viewer } from '#domain/accounts.ts';
import type { Tx } from './context.ts';

/** What can happen. Each kind has a notification template, or deliberately none (`server/notifications`). */
export type EventKind =
  | 'account.registered'
  | 'account.email_confirmed'
  | 'account.signed_in'
  | 'listing.submitted'
  | 'listing.approved'
  | 'listing.changes_requested'
  | 'listing.rejected'
  | 'listing.sold_out'
  | 'question.asked'
  | 'question.answered'
  | 'order.placed'
  | 'order.paid'
  | 'order.started'
  | 'order.delivered'
  | 'order.completed'
  | 'order.cancelled'
  | 'order.expired'
  | 'settlement.released'
  | 'refund.completed'
  | 'withdrawal.requested'
  | 'withdrawal.approved'
  | 'withdrawal.paid'
  | 'withdrawal.rejected'
  | 'withdrawal.returned'
  | 'withdrawal.cancelled';

export interface Happening {
  kind: EventKind;
  /** `null` is the system itself. */
  actor: Viewer | null;
  subject: { kind: 'user' | 'listing' | 'question' | 'order' | 'refund' | 'withdrawal'; id: number };
  /** Facts the words of a notification need; never secrets. */
  data?: Record<string, unknown>;
  ip?: string;
}

/**
 * Records what happened, in the transaction in which it happened. Timelines, audit and notifications all come from
 * here: the row in `event_outbox` is what the notifications' relay picks up afterwards.
 */
export async function record(tx: Tx, happening: Happening): Promise<void> {
  const { kind, actor, subject, data, ip } = happening;
  const role: Role | 'system' = actor ? actor.role : 'system';
  await sql`with happened as (
      insert into events (kind, actor_id, actor_role, subject_kind, subject_id, data, ip)
      values (${kind}, ${actor?.id ?? null}, ${role}, ${subject.kind}, ${subject.id}, ${JSON.stringify(data ?? {})}, ${ip ?? null})
      returning id)
    insert into event_outbox (event_id) select id from happened`.execute(tx);
}
