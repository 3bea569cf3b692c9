import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { decideComplaint as endpoint } from '#contract/complaints/staff-complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { mayEndWithReturn, refundOf } from '#domain/complaints/outcomes.ts';
import type { ComplaintResult } from '#domain/complaints/outcomes.ts';
import { replacedAtOnce } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { consumeClaim } from '#server/staff/queue-claims/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { whyAdmin } from '#server/staff/money-decisions/sums.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import { refuseTransition } from './refusals.ts';
import type { Case } from './cases.ts';
import { lockStaffCase, partiesOf } from './mediation/mediation.ts';
import { disputedCents, nothingToNotify, refundAtOnce } from './settling.ts';
import type { SettledCase } from './settling.ts';
import { countUnits } from './units.ts';
import { exceedsSupportLimit, lockComplaintSums } from './decision-sums.ts';

export type Verdict = Body<typeof endpoint>;

/** A verdict with its refund in cents. */
export interface Ruling {
  result: ComplaintResult;
  percent: number | null;
  refundCents: number;
  grounds: string;
  rule: string;
  /** R04: the guarantee fund's payment to the seller, and the part of it that the buyer owes (decision 72). */
  compensationCents?: number;
  buyerDebtCents?: number;
}

/** R07: staff decide. The money moves when the time to appeal is over (decision 17). */
export async function decide(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, ...verdict }: { id: number } & Verdict,
): Promise<Case> {
  const found = await lockStaffCase(tx, viewer, id);
  const { complaint, order } = found;
  const { totalCents } = order;
  const raised = complaint.raisedAt !== null;
  const { supportLimitCents } = (await currentRules(ctx.db, tx)).rules.complaints;
  const parties = partiesOf(found);
  const answer = can(viewer, 'decide_complaint', { parties, totalCents, supportLimitCents, raised });
  if (!answer.ok) fail(answer.reason, answer.reason === 'forbidden' ? { detail: adminOnly } : {});
  if (complaint.state !== 'in_mediation') await refuseDecided(tx, found);
  await consumeClaim(ctx, tx, viewer, 'complaints', id);
  const sums = await lockComplaintSums(tx, viewer, order.id);
  if (viewer.role !== 'admin' && exceedsSupportLimit(sums, totalCents, supportLimitCents))
    fail('forbidden', { detail: whyAdmin(sums, totalCents, supportLimitCents)! });
  const ruling = await computeRuling(tx, found, verdict);
  await writeDecision(tx, found, 'first', ruling, viewer);
  const decided = await moveToDecided(ctx, tx, found, { event: 'decide', actor: 'staff', viewer }, ruling);
  await notifySides(tx, decided, 'complaint.decided', viewer, decisionData(decided, ruling));
  return decided;
}

const adminOnly = 'Este caso precisa da decisão de uma administradora ou de um administrador.';

/** Refuses with the name of the earlier decider of the case or its appeal. */
export async function refuseDecided(tx: Tx, found: Case): Promise<never> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select (select username::text from users where id = d.decided_by) as by, at from complaint_decisions d
    where complaint_id = ${found.complaint.id} order by at desc limit 1`.execute(tx);
  const last = rows[0] ?? (await refuseTransition(tx, found, 'staff'));
  const meta = { state: found.complaint.state, by: last.by, at: last.at.toISOString() };
  const detail = last.by === null ? 'Um prazo já decidiu este caso.' : `@${last.by} já decidiu este caso.`;
  fail('already_decided', { detail, meta });
}

/** S11: the refusal of a return of what was not received, or is not a thing. */
export const nothingToReturn = 'Só volta uma coisa que quem comprou recebeu.';

/** Computes the refund of a verdict. @throws `invalid_request`, or `out_of_stock` when no unit can replace the bought one */
export async function computeRuling(tx: Tx, found: Case, verdict: Verdict): Promise<Ruling> {
  const { order } = found;
  const { result, grounds, rule } = verdict;
  if (result === 'partial' && verdict.percent === undefined)
    fail('invalid_request', { errors: { percent: 'Diga quanto por cento volta.' } });
  if (result === 'return' && !mayEndWithReturn(order))
    fail('invalid_request', { errors: { result: nothingToReturn } });
  const percent = result === 'partial' ? verdict.percent! : null;
  if (result === 'replacement' && replacedAtOnce(order.deliveryType))
    if ((await countUnits(tx, order.listingId)) < order.quantity)
      fail('out_of_stock', { detail: 'Não há outra unidade disponível neste anúncio.' });
  return { result, percent, refundCents: refundOf(result, disputedCents(found), percent), grounds, rule };
}

export async function writeDecision(
  tx: Tx,
  { complaint }: Case,
  instance: 'first' | 'appeal',
  ruling: Ruling,
  viewer: Viewer | null,
): Promise<void> {
  const { result, refundCents, percent, grounds, rule, compensationCents = 0, buyerDebtCents = 0 } = ruling;
  await sql`insert into complaint_decisions (complaint_id, instance, result, refund_cents, percent, grounds, rule,
      decided_by, compensation_cents, buyer_debt_cents)
    values (${complaint.id}, ${instance}, ${result}, ${refundCents}, ${percent}, ${grounds}, ${rule},
      ${viewer?.id ?? null}, ${compensationCents}, ${buyerDebtCents})`.execute(tx);
}

type Decider =
  | { event: 'decide'; actor: 'staff'; viewer: Viewer }
  | { event: 'presume_silent' | 'break_promise'; actor: 'system'; viewer: null };

/** Moves the complaint to `decided`, open to appeal; a manual replacement must be delivered within that time. */
export async function moveToDecided(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  by: Decider,
  { result, refundCents, grounds, rule }: Ruling,
): Promise<Case> {
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  const at = new Date(found.now.getTime() + rules.appealMs);
  const byHand = result === 'replacement' && !replacedAtOnce(found.order.deliveryType);
  if (byHand)
    await sql`update complaints set promise_kind = 'replacement', promise_by = ${at}, fulfilled_at = null
      where id = ${found.complaint.id}`.execute(tx);
  return applyTransition(tx, found, {
    ...by,
    due: { at, event: 'close' },
    words: grounds,
    facts: { result, refundCents, rule },
    outcome: { result, refundCents },
  });
}

/**
 * R03, R04: a missed deadline decides for the buyer with a full refund: at once when the seller did not answer (decision
 * 72), after the time to appeal when an agreement was not kept.
 */
export async function decideByDeadline(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  event: 'presume_silent' | 'break_promise',
): Promise<SettledCase> {
  const ruling: Ruling = {
    result: 'full',
    percent: null,
    refundCents: disputedCents(found),
    ...deadlineGrounds[event],
  };
  await writeDecision(tx, found, 'first', ruling, null);
  const decided = await moveToDecided(ctx, tx, found, { event, actor: 'system', viewer: null }, ruling);
  const paid = event === 'presume_silent';
  await notifySides(tx, decided, 'complaint.decided', null, { ...decisionData(decided, ruling), paid });
  return paid ? refundAtOnce(ctx, tx, decided) : { found: decided, notifyProvider: nothingToNotify };
}

const deadlineGrounds = {
  presume_silent: {
    grounds: 'Quem vendeu não respondeu à reclamação no prazo. Sem resposta, o valor volta inteiro na hora.',
    rule: 'Reclamações, regra R04: silêncio de quem vende',
  },
  break_promise: {
    grounds: 'O que vocês combinaram não foi entregue até a data marcada. O valor volta inteiro.',
    rule: 'Reclamações, regra R03: acordo não cumprido',
  },
};

/** The data of a decision for the notifications of both sides and the audit log. */
function decisionData({ complaint }: Case, { result, refundCents, grounds }: Ruling) {
  const after = { state: complaint.state, result, refundCents };
  return { result, refundCents, appealUntil: complaint.dueAt, before: null, after, reason: grounds };
}
