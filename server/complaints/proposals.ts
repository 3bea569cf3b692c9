import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { proposeOutcome as endpoint } from '#contract/complaints/complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { mayEndWithReturn, refundOf } from '#domain/complaints/outcomes.ts';
import type { ComplaintResult, ProposalKind } from '#domain/complaints/outcomes.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import { replacedAtOnce } from '#domain/complaints/complaints.ts';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockOwnCase, notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import { refuseTransition } from './refusals.ts';
import type { Case, SidedCase } from './cases.ts';
import { nothingToReturn } from './decisions.ts';
import { disputedCents, endWithResult, nothingToNotify } from './settling.ts';
import type { SettledCase } from './settling.ts';

type Given = Body<typeof endpoint>;

/** R03: a side proposes an outcome; its earlier open proposal is replaced. */
export async function propose(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, ...given }: { id: number } & Given,
): Promise<Case> {
  const found = await lockOwnCase(tx, viewer, id);
  const { complaint, order, side, now } = found;
  if (complaint.state !== 'negotiating') await refuseTransition(tx, found, side);
  if (complaint.promiseKind)
    await refuseTransition(tx, found, side, {
      detail: 'Vocês já fizeram um acordo. Acompanhe o prazo combinado.',
    });
  if (given.kind === 'return' && !mayEndWithReturn(order))
    fail('invalid_request', { errors: { kind: nothingToReturn } });
  const { complaints: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const promiseBy = promiseOf(found, given, rules);
  if (given.kind === 'partial' && given.percent === undefined)
    fail('invalid_request', { errors: { percent: 'Diga quanto por cento volta.' } });
  const percent = given.kind === 'partial' ? given.percent! : null;
  const refundCents = refundOf(given.kind, disputedCents(found), percent);
  await sql`update complaint_proposals set state = 'replaced', due_at = null, answered_at = ${now}
    where complaint_id = ${id} and side = ${side} and state = 'open'`.execute(tx);
  // A proposal expires with the date it promises.
  const until = new Date(Math.min(now.getTime() + rules.proposalMs, promiseBy?.getTime() ?? Infinity));
  await sql`insert into complaint_proposals (complaint_id, side, kind, refund_cents, percent, promise_by, words, due_at)
    values (${id}, ${side}, ${given.kind}, ${refundCents}, ${percent}, ${promiseBy}, ${given.words ?? ''},
      ${until})`.execute(tx);
  const proposed = await applyTransition(tx, found, {
    event: 'propose',
    actor: side,
    viewer,
    words: given.words || null,
    facts: { kind: given.kind, refundCents, percent, promiseBy },
  });
  await notifySides(tx, proposed, 'complaint.proposed', viewer, {
    side,
    kind: given.kind,
    refundCents,
    until,
  });
  return proposed;
}

/** A repair and a manual replacement need a date; every other outcome is carried out at once. */
function promiseOf({ order, now }: SidedCase, given: Given, rules: ComplaintRules): Date | null {
  if (!needsDate(given.kind, order.deliveryType)) return null;
  const by = new Date(given.promiseBy ?? Number.NaN);
  const latest = now.getTime() + rules.maxPromiseMs;
  if (by.getTime() > now.getTime() && by.getTime() <= latest) return by;
  const days = Math.round(rules.maxPromiseMs / 86_400_000);
  fail('invalid_request', { errors: { promiseBy: `Escolha uma data nos próximos ${days} dias.` } });
}

const needsDate = (kind: ProposalKind, deliveryType: DeliveryType) =>
  kind === 'fix' || (kind === 'replacement' && !replacedAtOnce(deliveryType));

interface OpenProposal {
  id: number;
  side: ComplaintSide;
  kind: ProposalKind;
  refund_cents: number;
  percent: number | null;
  promise_by: Date | null;
  state: string;
  due_at: Date | null;
}

/** R03: the other side refuses the proposal, or accepts it, which carries it out. */
export async function answerProposal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, proposalId, answer }: { id: number; proposalId: number; answer: 'accept' | 'refuse' },
): Promise<SettledCase> {
  const found = await lockOwnCase(tx, viewer, id);
  const { rows } = await sql<OpenProposal>`
    select id, side, kind, refund_cents, percent, promise_by, state, due_at from complaint_proposals
    where id = ${proposalId} and complaint_id = ${id} for no key update`.execute(tx);
  const proposal = rows[0] ?? fail('not_found');
  if (proposal.side === found.side)
    fail('forbidden', { detail: 'A resposta a esta proposta é do outro lado.' });
  const { side, complaint } = found;
  if (proposal.state !== 'open' || complaint.state !== 'negotiating')
    await refuseTransition(tx, found, side, { proposal: proposal.state });
  if (proposal.due_at! <= found.deadlineNow)
    await refuseTransition(tx, found, side, {
      detail: 'O prazo desta proposta acabou. Faça outra ou espere a do outro lado.',
      proposal: proposal.state,
    });
  await sql`update complaint_proposals set state = ${answer === 'accept' ? 'accepted' : 'refused'}, due_at = null,
    answered_at = ${found.now} where id = ${proposalId}`.execute(tx);
  return answer === 'accept'
    ? acceptProposal(ctx, tx, found, viewer, proposal)
    : refuseProposal(tx, found, viewer, proposal);
}

async function refuseProposal(
  tx: Tx,
  found: SidedCase,
  viewer: Viewer,
  { kind, refund_cents: refundCents, percent, promise_by: promiseBy }: OpenProposal,
): Promise<SettledCase> {
  const facts = { kind, refundCents, percent, promiseBy };
  const refused = await applyTransition(tx, found, { event: 'refuse', actor: found.side, viewer, facts });
  await notifySides(tx, refused, 'complaint.proposal_refused', viewer, { side: found.side });
  return { found: refused, notifyProvider: nothingToNotify };
}

const resultOf: Record<Exclude<ProposalKind, 'fix'>, ComplaintResult> = {
  full: 'full',
  return: 'return',
  partial: 'partial',
  replacement: 'replacement',
  keep: 'release',
};

async function acceptProposal(
  ctx: Ctx,
  tx: Tx,
  found: SidedCase,
  viewer: Viewer,
  { kind, refund_cents: refundCents, promise_by: promiseBy }: OpenProposal,
): Promise<SettledCase> {
  if (kind === 'fix' || promiseBy) return acceptWithDate(tx, found, viewer, kind, promiseBy!);
  return endWithResult(ctx, tx, found, {
    event: 'accept',
    actor: found.side,
    viewer,
    ending: 'agreed',
    result: resultOf[kind],
    refundCents,
    facts: { kind, refundCents },
  });
}

/** Stores an agreement with a date: it is binding until then, and a missed date leads to a full refund. */
async function acceptWithDate(
  tx: Tx,
  found: SidedCase,
  viewer: Viewer,
  kind: ProposalKind,
  promiseBy: Date,
): Promise<SettledCase> {
  await sql`update complaints set promise_kind = ${kind}, promise_by = ${promiseBy} where id = ${found.complaint.id}`.execute(
    tx,
  );
  await sql`update complaint_proposals set state = 'replaced', due_at = null, answered_at = ${found.now}
    where complaint_id = ${found.complaint.id} and state = 'open'`.execute(tx);
  const agreed = await applyTransition(tx, found, {
    event: 'agree',
    actor: found.side,
    viewer,
    due: { at: promiseBy, event: 'promise' },
    facts: { kind, promiseBy },
  });
  await notifySides(tx, agreed, 'complaint.agreed', viewer, { kind, promiseBy });
  return { found: agreed, notifyProvider: nothingToNotify };
}
