import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isStaff } from '#domain/accounts.ts';
import type { Role, Viewer } from '#domain/accounts.ts';
import type { Tx } from './context.ts';

/** What can happen. Each kind has a notification template, or deliberately none (`server/notifications`). */
export type EventKind =
  | 'account.sign_in_refused'
  | 'account.password_reset_requested'
  | 'account.password_changed'
  | 'account.claim_dropped'
  | 'account.identity_linked'
  | 'account.identity_unlinked'
  | 'account.registered'
  | 'account.email_confirmed'
  | 'account.signed_in'
  | 'account.new_device'
  | 'account.session_ended'
  | 'account.second_factor_enabled'
  | 'account.second_factor_disabled'
  | 'account.recovery_codes_renewed'
  | 'account.recovery_code_used'
  | 'account.passkey_added'
  | 'account.passkey_removed'
  | 'account.restricted'
  | 'account.suspended'
  | 'account.banned'
  | 'account.reinstated'
  | 'account.sessions_ended_by_staff'
  | 'account.role_changed'
  | 'account.unmasked'
  | 'listing.suspended'
  | 'listing.republished'
  | 'listing.removed_by_staff'
  | 'listing.paused_by_staff'
  | 'listing.moved'
  | 'staff.noted'
  | 'staff.reminder_due'
  | 'staff.table_exported'
  | 'staff.export_ready'
  | 'staff.money_frozen'
  | 'staff.work_stuck'
  | 'staff.looks_exceeded'
  | 'staff.case_assigned'
  | 'staff.codes_missing'
  | 'staff.hand_payment_doubtful'
  | 'staff.payout_unknown'
  | 'payment.reconciled'
  | 'account.export_requested'
  | 'account.export_ready'
  | 'account.tax_type_changed'
  | 'account.text_announced'
  | 'account.consent_given'
  | 'account.consent_taken_back'
  | 'account.closure_asked'
  | 'account.closure_kept'
  | 'account.closure_near'
  | 'account.closure_postponed'
  | 'account.closed'
  | 'account.email_change_requested'
  | 'account.email_changed'
  | 'account.phone_confirmed'
  | 'account.phone_changed'
  | 'account.username_changed'
  | 'account.identity_verified'
  | 'listing.submitted'
  | 'listing.review_late'
  | 'listing.approved'
  | 'listing.changes_requested'
  | 'listing.rejected'
  | 'listing.published'
  | 'listing.sold_out'
  | 'listing.low_stock'
  | 'listing.expiring'
  | 'listing.expired'
  | 'listing.renewed'
  | 'listing.week_over'
  | 'revision.submitted'
  | 'revision.review_late'
  | 'revision.applied'
  | 'revision.changes_requested'
  | 'revision.rejected'
  | 'revision.withdrawn'
  | 'account.trusted'
  | 'account.trust_withdrawn'
  | 'account.level_granted'
  | 'account.level_withdrawn'
  | 'listing.flagged'
  | 'question.asked'
  | 'question.held'
  | 'question.answered'
  | 'question.answer_mended'
  | 'question.withdrawn'
  | 'question.hidden'
  | 'question.shown'
  | 'question.asker_blocked'
  | 'question.asker_unblocked'
  | 'favorite.price_dropped'
  | 'awaited.returned'
  | 'follow.published'
  | 'report.made'
  | 'report.upheld'
  | 'report.dismissed'
  | 'order.placed'
  | 'order.paid'
  | 'order.started'
  | 'order.codes_missing'
  | 'order.delivered'
  | 'order.completed'
  | 'order.cancelled'
  | 'order.regretted'
  | 'order.refunded'
  | 'order.partly_refunded'
  | 'order.resumed'
  | 'order.expired'
  | 'order.boleto_ready'
  | 'order.payment_near'
  | 'order.delivery_near'
  | 'order.delivery_overdue'
  | 'order.confirmation_near'
  | 'conversation.unread'
  | 'conversation.held'
  | 'conversation.released'
  | 'conversation.kept_back'
  | 'conversation.removed'
  | 'conversation.inspected'
  | 'conversation.note_read'
  | 'payment.held'
  | 'payment.part_held'
  | 'payment.declined'
  | 'payment.reviewed'
  | 'payment.analysed'
  | 'payment.analysis_ended'
  | 'payment.contested'
  | 'payment.upheld'
  | 'payment.charged_back'
  | 'complaint.opened'
  | 'complaint.answer_due'
  | 'complaint.answered'
  | 'complaint.proposed'
  | 'complaint.proposal_refused'
  | 'complaint.agreed'
  | 'complaint.fulfilled'
  | 'complaint.evidence_added'
  | 'complaint.mediated'
  | 'complaint.evidence_asked'
  | 'complaint.evidence_given'
  | 'complaint.evidence_lapsed'
  | 'complaint.raised'
  | 'complaint.decided'
  | 'complaint.appealed'
  | 'complaint.closed'
  | 'rating.asked'
  | 'rating.published'
  | 'rating.replied'
  | 'rating.removed'
  | 'receipt.sent'
  | 'receipt.proposed'
  | 'receipt.rejection_proposed'
  | 'receipt.approved'
  | 'receipt.rejected'
  | 'receipt.line_proposed'
  | 'receipt.line_matched'
  | 'statement.loaded'
  | 'settlement.released'
  | 'refund.completed'
  | 'refund.asked'
  | 'refund.approved'
  | 'refund.rejected'
  | 'refund.paid_by_hand'
  | 'order.cancellation_asked'
  | 'order.cancellation_refused'
  | 'order.force_asked'
  | 'order.force_dropped'
  | 'order.forced'
  | 'order.delivery_data_opened'
  | 'order.delivery_data_read'
  | 'order.link_renewed'
  | 'order.invoice_informed'
  | 'withdrawal.requested'
  | 'withdrawal.first_approved'
  | 'withdrawal.approved'
  | 'withdrawal.paid'
  | 'withdrawal.rejected'
  | 'withdrawal.returned'
  | 'withdrawal.reopened'
  | 'withdrawal.repaid'
  | 'withdrawal.cancelled'
  | 'category.created'
  | 'category.changed'
  | 'category.moved'
  | 'category.removed'
  | 'settings.changed'
  | 'settings.credentials_set'
  | 'settings.credentials_removed'
  | 'settings.page_published'
  | 'ticket.opened'
  | 'ticket.user_wrote'
  | 'ticket.answered'
  | 'ticket.assigned'
  | 'ticket.moved'
  | 'ticket.noted'
  | 'ticket.reopened'
  | 'ticket.confirmed'
  | 'ticket.lapse_near'
  | 'ticket.overdue'
  | 'ticket.resolved'
  | 'ticket.closed'
  | 'ticket.linked'
  | 'ticket.merged'
  | 'ticket.returned'
  | 'ticket.left_silent'
  | 'ticket.rating_asked'
  | 'ticket.rated'
  | 'ticket.macro_changed';

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
