import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Role, Viewer } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import type { EventKind } from './kinds.ts';

export interface Happening {
  kind: EventKind;
  /** `null` is the system itself. */
  actor: Viewer | null;
  /** `installation` (id 1) is for what happens to nobody's thing: a sign-in to an account that does not exist. */
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
  /** Facts the words of a notification need; never secrets. */
  data?: Record<string, unknown>;
  ip?: string;
}

/**
 * Records what happened, in the transaction in which it happened. Timelines, audit and notifications all come from
 * here: the row in `event_outbox` is what the notifications' relay picks up afterwards.
 */
export async function record(tx: Tx, happening: Happening): Promise<void> {
  await sql`with ${recording([happening], sql`market_now()`)} select from happened`.execute(tx);
}

/** A happening that somebody decided, with what it changed and why: one row of `audit_log`. */
export interface Decision extends Happening {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string;
}

/**
 * Records a decision of staff or of the system in its own transaction. The same row is timeline, audit and notice;
 * nobody can change it afterwards, the owner of the database neither.
 */
export async function recordDecision(tx: Tx, decision: Decision): Promise<void> {
  const { before, after, reason, data, ...happening } = decision;
  await record(tx, { ...happening, data: { ...data, before, after, reason } });
}

/**
 * The same as a part of a larger statement: `with …, happened as (…), awaiting_relay as (…) select …`, for writes
 * that should cost one round trip. No happenings write nothing.
 * @param at when: the statement's present, read once
 * @param subjectId the subject's id when only the statement knows it, as in `(select id from placed)`; nothing is
 *   written where it is null
 */
export function recording(
  happenings: readonly Happening[],
  at: Date | RawBuilder<unknown>,
  subjectId: RawBuilder<unknown> = sql`h.subject_id`,
): RawBuilder<unknown> {
  const rows = happenings.map(({ kind, actor, subject, data, ip }) => ({
    kind,
    actor_id: actor?.id ?? null,
    actor_role: (actor ? actor.role : 'system') satisfies Role | 'system',
    subject_kind: subject.kind,
    subject_id: subject.id,
    data: data ?? {},
    // People's addresses are kept with what happens to their account only; staff's with everything they do.
    ip: ip ?? (actor && isStaff(actor.role) ? actor.ip : null) ?? null,
  }));
  return sql`happened as (
      insert into events (at, kind, actor_id, actor_role, subject_kind, subject_id, data, ip)
      select ${at}::timestamptz, h.kind, h.actor_id, h.actor_role, h.subject_kind, ${subjectId}, h.data, h.ip
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h (kind text, actor_id bigint, actor_role text,
        subject_kind text, subject_id bigint, data jsonb, ip text)
      where ${subjectId} is not null
      returning id),
    awaiting_relay as (insert into event_outbox (event_id) select id from happened)`;
}
