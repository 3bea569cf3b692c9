import type { Viewer } from '#domain/accounts/accounts.ts';
import { paidInFull } from '#domain/complaints/outcomes.ts';
import { escalatableAt } from '#domain/complaints/complaints.ts';
import { durationText } from '#domain/text/durations.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockOwnCase, notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import { refuseTransition } from './refusals.ts';
import type { Case } from './cases.ts';
import { endWithResult } from './settling.ts';
import type { SettledCase } from './settling.ts';

/** The reply to a command that moved the case. */
export function presentTransition({ complaint: { id, state } }: Case) {
  return { id, state };
}

/** R02: the seller answers; five days after the opening staff start to mediate by themselves (R05). */
export async function answerComplaint(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, words }: { id: number; words: string },
): Promise<Case> {
  const found = await lockOwnCase(tx, viewer, id);
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  const { state, openedAt } = found.complaint;
  if (state === 'decided' && found.side === 'seller' && paidInFull(found.complaint))
    await refuseTransition(tx, found, 'seller', {
      detail: 'O prazo para responder acabou. Sem resposta, o valor voltou a quem comprou.',
    });
  const at = new Date(openedAt.getTime() + rules.mediateAfterMs);
  const answered = await applyTransition(tx, found, {
    event: 'answer',
    actor: found.side,
    viewer,
    words,
    due: { at, event: 'mediate' },
  });
  await notifySides(tx, answered, 'complaint.answered', viewer);
  return answered;
}

/** R05: a side asks staff to mediate. */
export async function escalate(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<Case> {
  const found = await lockOwnCase(tx, viewer, id);
  const { complaint, side, now, order } = found;
  const { complaints: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  if (complaint.state !== 'open' && complaint.state !== 'negotiating')
    await refuseTransition(tx, found, side);
  const promise = complaint.promiseKind && { fulfilledAt: complaint.fulfilledAt };
  const from =
    escalatableAt({ ...complaint, side, promise }, rules) ??
    (await refuseTransition(tx, found, side, {
      detail: 'Vocês têm um acordo em andamento. Ele vale até a data combinada.',
    }));
  if (now < from)
    await refuseTransition(tx, found, side, {
      detail: `Vocês ainda têm tempo para se acertar. A equipe entra a pedido ${durationText(rules.escalateAfterMs)} depois da abertura.`,
      from: from.toISOString(),
    });
  return mediate(ctx, tx, found, { by: side, viewer });
}

/** R05: staff take over; without a decision by day fifteen an admin must decide (R12). */
export async function mediate(
  ctx: Ctx,
  tx: Tx,
  given: Case,
  { by, viewer }: { by: 'buyer' | 'seller' | 'system'; viewer: Viewer | null },
): Promise<Case> {
  const { complaints: rules } = await rulesOf(ctx.db, given.order.ruleVersionId, tx);
  const mediated = await applyTransition(tx, given, {
    event: by === 'system' ? 'mediate_by_time' : 'escalate',
    actor: by,
    viewer,
    due: { at: new Date(given.complaint.openedAt.getTime() + rules.adminAfterMs), event: 'raise' },
  });
  await notifySides(tx, mediated, 'complaint.mediated', viewer, { by });
  return mediated;
}

/** R11: the buyer withdraws the complaint finally. Uncontested parts that were refunded stay refunded. */
export async function withdraw(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<SettledCase> {
  const found = await lockOwnCase(tx, viewer, id);
  if (found.side === 'buyer' && found.complaint.state !== 'closed' && paidInFull(found.complaint))
    await refuseTransition(tx, found, 'buyer', {
      detail: 'O valor já voltou para você. Não há do que desistir.',
    });
  return endWithResult(ctx, tx, found, {
    event: 'withdraw',
    actor: found.side,
    viewer,
    ending: 'withdrawn',
    result: null,
    refundCents: 0,
  });
}
