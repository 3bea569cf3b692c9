import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Role, Viewer } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import type { EventKind } from '#domain/events.ts';

export interface NewEvent {
  kind: EventKind;
  /** `null` means the system; `operator` a command of `npm run admin`. */
  actor: Viewer | 'operator' | null;
  /** `installation` (id 1) is for events without a subject, such as a sign-in to an account that does not exist. */
  subject: {
    kind:
      | 'user'
      | 'listing'
      | 'question'
      | 'favorite'
      | 'awaited'
      | 'follow'
      | 'report'
      | 'order'
      | 'refund'
      | 'withdrawal'
      | 'category'
      | 'ticket'
      | 'payment'
      | 'installation';
    id: number;
  };
  /** Values that the notification's text needs; never secrets. */
  data?: Record<string, unknown>;
  ip?: string;
}

/**
 * Records an event in the transaction in which it happens. Timelines, the audit log and notifications are all made from
 * it: the notification relay later reads on from `event_relay`.
 */
export async function record(tx: Tx, happening: NewEvent): Promise<void> {
  await sql`with ${insertEvents([happening], sql`market_now()`)} select from happened`.execute(tx);
}

/** An event that a person of the team or the system decided, with its change and reason: one row of `audit_log`. */
export interface Decision extends NewEvent {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string;
}

/**
 * Records a decision of staff or of the system in its own transaction. The same row serves the timeline, the audit log
 * and the notification; it can never be changed, not even by the owner of the database.
 */
export async function recordDecision(tx: Tx, decision: Decision): Promise<void> {
  const { before, after, reason, data, ...happening } = decision;
  await record(tx, { ...happening, data: { ...data, before, after, reason } });
}

/**
 * The same as part of a larger statement: `with …, happened as (…) select …`, for writes that
 * should take one round trip. An empty list writes nothing.
 * @param at the time of the events: the statement's current time, read once
 * @param subjectId the subject's id when only the statement knows it, as in `(select id from placed)`; nothing is
 *   written where it is null
 */
export function insertEvents(
  happenings: readonly NewEvent[],
  at: Date | RawBuilder<unknown>,
  subjectId: RawBuilder<unknown> = sql`h.subject_id`,
): RawBuilder<unknown> {
  const rows = happenings.map(({ kind, actor, subject, data, ip }) => ({
    kind,
    ...actorColumns(actor),
    subject_kind: subject.kind,
    subject_id: subject.id,
    data: data ?? {},
    ...(ip !== undefined && { ip }),
  }));
  return sql`happened as (
      insert into events (at, kind, actor_id, actor_role, subject_kind, subject_id, data, ip)
      select ${at}::timestamptz, h.kind, h.actor_id, h.actor_role, h.subject_kind, ${subjectId}, h.data, h.ip
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h (kind text, actor_id bigint, actor_role text,
        subject_kind text, subject_id bigint, data jsonb, ip text)
      where ${subjectId} is not null
      returning id)`;
}

/** The IP addresses of users are stored with events of their account only; those of staff with every event. */
function actorColumns(actor: NewEvent['actor']): {
  actor_id: number | null;
  actor_role: Role | 'operator' | 'system';
  ip: string | null;
} {
  if (actor === null || actor === 'operator')
    return { actor_id: null, actor_role: actor ?? 'system', ip: null };
  return { actor_id: actor.id, actor_role: actor.role, ip: (isStaff(actor.role) ? actor.ip : null) ?? null };
}
