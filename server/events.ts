import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Role, Viewer } from '#domain/accounts.ts';
import type { Tx } from './context.ts';

/** What can happen. Each kind has a notification template, or deliberately none (`server/notifications`). */
export type EventKind =
  | 'account.registered'
  | 'account.email_confirmed'
  | 'account.signed_in'
  | 'account.email_change_requested'
  | 'account.email_changed'
  | 'account.phone_confirmed'
  | 'account.phone_changed'
  | 'account.username_changed'
  | 'account.password_changed'
  | 'account.identity_verified'
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
  await sql`with ${recording([happening])} select from happened`.execute(tx);
}

/**
 * The same as a part of a larger statement: `with …, happened as (…), awaiting_relay as (…) select …`, for writes
 * that should cost one round trip. No happenings write nothing.
 * @param subjectId the subject's id when only the statement knows it, as in `(select id from placed)`; nothing is
 *   written where it is null
 */
export function recording(
  happenings: readonly Happening[],
  subjectId: RawBuilder<unknown> = sql`h.subject_id`,
): RawBuilder<unknown> {
  const rows = happenings.map(({ kind, actor, subject, data, ip }) => ({
    kind,
    actor_id: actor?.id ?? null,
    actor_role: (actor ? actor.role : 'system') satisfies Role | 'system',
    subject_kind: subject.kind,
    subject_id: subject.id,
    data: data ?? {},
    ip: ip ?? null,
  }));
  return sql`happened as (
      insert into events (kind, actor_id, actor_role, subject_kind, subject_id, data, ip)
      select h.kind, h.actor_id, h.actor_role, h.subject_kind, ${subjectId}, h.data, h.ip
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h (kind text, actor_id bigint, actor_role text,
        subject_kind text, subject_id bigint, data jsonb, ip text)
      where ${subjectId} is not null
      returning id),
    awaiting_relay as (insert into event_outbox (event_id) select id from happened)`;
}
