import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { appealDecision as endpoint } from '#contract/complaints/complaints.ts';
import type { decideAppeal as deciding } from '#contract/complaints/staff-complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import {
  compensationOf,
  losingSides,
  mayAppeal,
  overrulesUncontested,
  paidInFull,
} from '#domain/complaints/outcomes.ts';
import type { AppealStatements, DecidedResult } from '#domain/complaints/outcomes.ts';
import { replacedAtOnce } from '#domain/complaints/complaints.ts';
import type { ComplaintDue } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { compensation } from '#domain/ledger/compensations.ts';
import { consumeClaim } from '#server/staff/queue-claims/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { formatMoment } from '#server/formats.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { appealFundTimer } from './fund.ts';
import { lockOwnCase, notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import { refuseTransition } from './refusals.ts';
import type { Case, SidedCase } from './cases.ts';
import { refuseDecided, computeRuling, writeDecision } from './decisions.ts';
import type { Ruling } from './decisions.ts';
import { lockStaffCase, partiesOf } from './mediation/mediation.ts';
import { carryOutDecision, endWithResult, refundUncontested } from './settling.ts';
import type { SettledCase } from './settling.ts';

/**
 * R08: each losing side appeals at most once, in its own time. What can no longer be contested is carried out at once, the
 * rest waits (decision 58).
 */
export async function appeal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, ground, words }: { id: number } & Body<typeof endpoint>,
): Promise<SettledCase> {
  const found = await lockOwnCase(tx, viewer, id);
  const { side, complaint } = found;
  await requireOpenAppeal(tx, found);
  await sql`insert into complaint_appeals (complaint_id, side, ground, words)
    values (${id}, ${side}, ${ground}, ${words})`.execute(tx);
  const heard = withResponses(found, { appealed: [side], waived: [] });
  const otherUntil = isOpen(heard) ? complaint.appealsEndAt! : null;
  const due = otherUntil
    ? { at: otherUntil, event: 'close_appeals' as const }
    : await finalTimer(ctx, tx, heard);
  const appealed = await applyTransition(tx, heard, {
    event: 'appeal',
    actor: side,
    viewer,
    words,
    facts: { ground },
    due,
  });
  await notifySides(tx, appealed, 'complaint.appealed', viewer, { side, otherUntil });
  return refundUncontested(ctx, tx, appealed);
}

/**
 * R08, R10: a losing side waives its appeal. When no other side can appeal, the decision, or its uncontested part, is
 * carried out at once.
 */
export async function concede(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<SettledCase> {
  const found = await lockOwnCase(tx, viewer, id);
  const by = { actor: found.side, viewer };
  await requireOpenAppeal(tx, found);
  const heard = withResponses(found, { appealed: [], waived: [found.side] });
  if (found.complaint.state === 'decided' && !isOpen(heard))
    return carryOutDecision(ctx, tx, found, { event: 'concede', ...by });
  const due = isOpen(heard) ? undefined : await finalTimer(ctx, tx, heard);
  return refundUncontested(ctx, tx, await applyTransition(tx, heard, { event: 'waive', ...by, due }));
}

/** R08: the time of the side that did not appeal is over, so the part it does not contest is carried out. */
export async function closeAppeals(ctx: Ctx, tx: Tx, found: Case): Promise<SettledCase> {
  const due = await finalTimer(ctx, tx, found);
  const how = { event: 'close_appeals', actor: 'system', viewer: null, due } as const;
  return refundUncontested(ctx, tx, await applyTransition(tx, found, how));
}

/** N03: no further appeal can join, so the time of staff begins. */
async function finalTimer(ctx: Ctx, tx: Tx, { order, now }: Case): Promise<ComplaintDue> {
  const { complaints: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  return appealFundTimer(now, rules);
}

function withResponses<C extends Case>({ complaint, ...found }: C, more: AppealStatements): Case {
  const appealed = [...complaint.appealed, ...more.appealed];
  const waived = [...complaint.waived, ...more.waived];
  return { ...found, complaint: { ...complaint, appealed, waived } };
}

/** Whether a losing side has neither appealed nor waived yet. */
const isOpen = ({ complaint }: Case) => mayAppeal(complaint.result!, complaint).length > 0;

/** Only a losing side that has not responded yet may respond to a decision, before the deadline. */
async function requireOpenAppeal(tx: Tx, found: SidedCase): Promise<void> {
  const { complaint, side } = found;
  const { state, result, appealed, waived } = complaint;
  if (state !== 'decided' && state !== 'appealed')
    await refuseTransition(
      tx,
      found,
      side,
      isLate(found) ? { detail: `${appealsOver} A decisão já vale.` } : {},
    );
  if (!losingSides(result!).includes(side))
    fail('forbidden', { detail: 'A decisão foi a seu favor. Só o outro lado pode recorrer.' });
  if (appealed.includes(side))
    await refuseTransition(tx, found, side, { detail: 'Você já recorreu desta decisão.' });
  if (waived.includes(side))
    await refuseTransition(tx, found, side, { detail: 'Você aceitou esta decisão e não recorre mais.' });
  if (isLate(found)) await refuseTransition(tx, found, side, { detail: appealsOver });
}

const appealsOver = 'O prazo para recorrer acabou.';
const isLate = ({ complaint: { appealsEndAt }, deadlineNow }: Case) =>
  appealsEndAt !== null && appealsEndAt <= deadlineNow;

interface FirstDecision extends DecidedResult {
  decidedBy: number | null;
}

/** R09: another admin decides all appeals together and finally; uncontested parts remain. */
export async function decideAppeal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, buyerAbuse = false, ...verdict }: { id: number } & Body<typeof deciding>,
): Promise<SettledCase> {
  const found = await lockStaffCase(tx, viewer, id);
  if (found.complaint.appealed.length === 0) await refuseTransition(tx, found, 'staff');
  const first = await findFirstDecision(tx, id);
  const { decidedBy } = first;
  const answer = can(viewer, 'decide_appeal', { parties: partiesOf(found), decidedBy });
  if (!answer.ok) fail(answer.reason, refusalWords(answer.reason, first, viewer));
  if (found.complaint.state !== 'appealed') await refuseDecided(tx, found);
  await refuseEarly(tx, found);
  await consumeClaim(ctx, tx, viewer, 'complaints', id);
  const given = await computeRuling(tx, found, verdict);
  const ruling = withCompensation(found, given, buyerAbuse);
  refuseUncontested(found, first, ruling);
  await writeDecision(tx, found, 'appeal', ruling, viewer);
  await compensate(tx, found, ruling);
  const { result, refundCents, grounds, rule } = ruling;
  return endWithResult(ctx, tx, found, {
    event: 'decide_appeal',
    actor: 'staff',
    viewer,
    ending: 'appeal_decided',
    result,
    refundCents,
    words: grounds,
    facts: { result, refundCents, rule },
    notificationData: compensationData(ruling),
  });
}

const compensationData = ({ compensationCents = 0, buyerDebtCents = 0 }: Ruling) =>
  compensationCents > 0 ? { compensationCents, buyerDebtCents } : {};

/**
 * R04, M10: the buyer was refunded when the seller did not answer, and keeps the money. A seller whose appeal succeeds gets
 * the net amount of the sale from the guarantee fund; the buyer owes it only when the decision names abuse.
 */
function withCompensation(found: Case, ruling: Ruling, buyerAbuse: boolean): Ruling {
  const { complaint, order } = found;
  if (!paidInFull(complaint)) {
    if (buyerAbuse) fail('invalid_request', { errors: { buyerAbuse: abuseWords.unpaid } });
    return ruling;
  }
  if (ruling.result === 'replacement')
    fail('invalid_request', {
      errors: { result: 'O valor já voltou a quem comprou. A troca não cabe mais.' },
    });
  const compensationCents = compensationOf(complaint.paidCents, ruling.refundCents, order.fee);
  if (buyerAbuse && compensationCents === 0)
    fail('invalid_request', { errors: { buyerAbuse: abuseWords.nothing } });
  return { ...ruling, compensationCents, buyerDebtCents: buyerAbuse ? compensationCents : 0 };
}

const abuseWords = {
  unpaid: 'Só há débito quando o valor já voltou a quem comprou antes do recurso.',
  nothing: 'Quem vendeu não recebe nada neste resultado, então quem comprou não deve nada.',
};

async function compensate(tx: Tx, { order }: Case, ruling: Ruling): Promise<void> {
  const { compensationCents: amountCents = 0, buyerDebtCents: debtCents = 0 } = ruling;
  if (amountCents === 0) return;
  const { id: orderId, sellerId, buyerId } = order;
  await creditAndCollectDebt(tx, sellerId, () =>
    post(tx, compensation({ orderId, sellerId, buyerId, amountCents, debtCents })),
  );
}

async function findFirstDecision(tx: Tx, id: number): Promise<FirstDecision> {
  const { rows } = await sql<FirstDecision>`
    select result, refund_cents as "refundCents", decided_by as "decidedBy" from complaint_decisions
    where complaint_id = ${id} and instance = 'first'`.execute(tx);
  return rows[0]!;
}

function refusalWords(reason: 'forbidden' | 'own_decision', { decidedBy }: FirstDecision, viewer: Viewer) {
  if (reason === 'forbidden')
    return { detail: 'Recursos são decididos por administradoras e administradores.' };
  return decidedBy === viewer.id
    ? { detail: 'Você tomou a decisão anterior. Outra pessoa precisa julgar o recurso.' }
    : {};
}

/** Both appeals get one decision, so it must wait until no appeal can be added. */
async function refuseEarly(tx: Tx, found: Case): Promise<void> {
  const { appealsEndAt } = found.complaint;
  if (appealsEndAt! > found.deadlineNow)
    await refuseTransition(tx, found, 'staff', {
      detail: `O outro lado ainda pode recorrer até ${formatMoment(appealsEndAt!)}. Decida depois disso.`,
      from: appealsEndAt!.toISOString(),
    });
}

function refuseUncontested({ complaint, order }: Case, first: FirstDecision, ruling: Ruling): void {
  if (overrulesUncontested(first, complaint.appealed, ruling))
    fail('invalid_request', {
      errors: { result: 'Um recurso não pode piorar a situação de quem recorreu, se só esse lado recorreu.' },
    });
  const undelivered = !replacedAtOnce(order.deliveryType) && !complaint.fulfilledAt;
  if (ruling.result === 'replacement' && undelivered)
    fail('invalid_request', {
      errors: { result: 'Nesta etapa a troca só vale se a outra unidade já foi entregue.' },
    });
}
