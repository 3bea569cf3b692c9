import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { decideDocuments as endpoint } from '#contract/accounts/document-checks.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { approvalEffect } from '#domain/accounts/documents/checks.ts';
import type { DocumentRefusal } from '#domain/accounts/documents/checks.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { refuseEarlierDecider } from '#server/staff/queue-claims/earlier-deciders.ts';
import { currentRules } from '#server/settings/queries.ts';
import { withdrawProvenBirths } from '#server/accounts/ages/births.ts';
import { approveDocuments, lockOpenCheck, whyNotApproved } from './approval.ts';
import type { LockedCheck } from './approval.ts';

type Input = { id: number } & Body<typeof endpoint>;

/**
 * A person of the team approves or refuses documents. N3 and claims need two different people, also in PostgreSQL.
 * @throws `own_decision`, also for the holder of a document that is claimed · `already_decided` · `wrong_state` for the
 *   second approval by the same person, and as {@link whyNotApproved} says
 */
export async function decideDocuments(ctx: Ctx, tx: Tx, viewer: Viewer, input: Input): Promise<void> {
  const check = (await lockOpenCheck(tx, input.id)) ?? fail('not_found');
  const answer = can(viewer, 'decide_document', { id: check.userId, holderId: check.holderId });
  if (!answer.ok) fail(answer.reason);
  if (!check.isOpen) fail('already_decided', { detail: 'Estes documentos já foram decididos.' });
  const sentAt = sql`(select created_at from document_checks where id = ${check.id})`;
  await refuseEarlierDecider(tx, viewer, check.userId, sentAt);
  if (input.decision === 'refuse') return refuseDocuments(tx, viewer, check, input);
  const effect = approvalEffect(check, viewer.id);
  if (effect === null) refuse('Você já aprovou. Outra pessoa da equipe precisa conferir também.');
  const why = whyNotApproved(check);
  if (why !== null) refuse(why);
  if (effect === 'approve_first') return approveFirst(tx, viewer, check, input.note);
  const { documents } = (await currentRules(ctx.db, tx)).rules;
  await approveDocuments(tx, check, { by: viewer, note: input.note, validDays: documents.validDays });
}

function refuse(detail: string): never {
  return fail('wrong_state', { detail, meta: { allowed: [] } });
}

async function approveFirst(tx: Tx, viewer: Viewer, check: LockedCheck, note: string): Promise<void> {
  const { id, userId, state } = check;
  const after = state === 'sent' ? 'in_review' : state;
  await sql`update document_checks set state = ${after}, first_by = ${viewer.id}, first_at = market_now()
    where id = ${id}`.execute(tx);
  await recordDecision(tx, {
    kind: 'account.documents_first_approved',
    actor: viewer,
    subject: { kind: 'user', id: userId },
    data: { checkId: id },
    before: { state },
    after: { state: after },
    reason: note,
  });
}

async function refuseDocuments(tx: Tx, viewer: Viewer, check: LockedCheck, input: Input): Promise<void> {
  const { id, userId, state, firstBy } = check;
  const refusal: DocumentRefusal =
    input.refusal ?? fail('invalid_request', { errors: { refusal: 'Escolha o motivo.' } });
  if (refusal === 'in_use' && check.holderId === null)
    fail('invalid_request', { errors: { refusal: 'Nenhuma outra conta confirmou este documento.' } });
  await sql`update document_checks set state = 'refused', refusal = ${refusal}, note = ${input.note},
      decided_by = ${viewer.id}, decided_at = market_now() where id = ${id}`.execute(tx);
  await recordDecision(tx, {
    kind: 'account.documents_refused',
    actor: viewer,
    subject: { kind: 'user', id: userId },
    data: { checkId: id, refusal, deciders: firstBy === null ? [] : [firstBy] },
    before: { state },
    after: { state: 'refused', refusal },
    reason: input.note,
  });
}

/**
 * Withdraws an approval: «Identidade verificada», the proofs of document and birth that came from it, and level N3 end.
 * @throws `own_decision` · `wrong_state` unless it is in force
 */
export async function revokeDocuments(
  tx: Tx,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const check = (await lockOpenCheck(tx, id)) ?? fail('not_found');
  const answer = can(viewer, 'decide_document', { id: check.userId });
  if (!answer.ok) fail(answer.reason);
  if (check.state !== 'approved') refuse('Esta aprovação não vale mais. Confira a situação atual.');
  await sql`update document_checks set state = 'revoked', revoked_by = ${viewer.id}, revoked_at = market_now(),
      revocation = ${reason} where id = ${id}`.execute(tx);
  await sql`update users set level_granted_at = null,
      proven_document = case when document_proven_by <> 'documents' then proven_document end,
      document_proven_at = case when document_proven_by <> 'documents' then document_proven_at end,
      document_proven_by = nullif(document_proven_by, 'documents')
    where id = ${check.userId}`.execute(tx);
  await withdrawProvenBirths(tx, [check.userId]);
  await recordDecision(tx, {
    kind: 'account.documents_revoked',
    actor: viewer,
    subject: { kind: 'user', id: check.userId },
    data: { checkId: id },
    before: { state: 'approved' },
    after: { state: 'revoked' },
    reason,
  });
}
