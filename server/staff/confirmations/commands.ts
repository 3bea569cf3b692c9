import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { ProposalState } from '#domain/staff/proposals.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { formatMoment } from '#server/formats.ts';
import { appliers } from './appliers.ts';
import { lockProposal } from '#server/staff/proposals/stored.ts';
import type { StoredProposal } from '#server/staff/proposals/stored.ts';
import { titleOf } from '#server/staff/proposals/text.ts';

interface Closed {
  id: number;
  state: ProposalState;
}

/**
 * A second admin confirms the change, which is written in this transaction (decision 74).
 * @throws `second_person_needed` when the viewer proposed it or became an admin later, `settings_changed` when the
 *   value it would change has changed since
 */
export async function confirmProposal(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<Closed> {
  const answer = can(viewer, 'confirm_proposal', undefined);
  if (!answer.ok) fail(answer.reason);
  const proposal = (await lockProposal(tx, id)) ?? fail('not_found');
  refuseEnded(proposal);
  const obstacle = obstacleTo(proposal, viewer, await adminSince(tx, viewer.id));
  if (obstacle) fail('second_person_needed', { detail: obstacle });
  if (proposal.now >= proposal.expiresAt)
    fail('wrong_state', { detail: 'Esta mudança esperou demais e expirou.', meta: { allowed: [] } });
  const outdated = await appliers[proposal.kind].outdated(ctx, tx, proposal);
  if (outdated) fail('settings_changed', { detail: `${outdated} Pare esta mudança e proponha de novo.` });
  await sql`update staff_proposals set state = 'applied', confirmed_by = ${viewer.id} where id = ${id}`.execute(
    tx,
  );
  await appliers[proposal.kind].apply(ctx, tx, proposal, viewer);
  await conclude(tx, proposal, 'applied', viewer);
  return { id, state: 'applied' };
}

/** Any member of staff can stop a proposal; its author withdraws it this way too. */
export async function stopProposal(
  tx: Tx,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<Closed> {
  const answer = can(viewer, 'stop_proposal', undefined);
  if (!answer.ok) fail(answer.reason);
  const proposal = (await lockProposal(tx, id)) ?? fail('not_found');
  refuseEnded(proposal);
  await sql`update staff_proposals set state = 'stopped', stopped_by = ${viewer.id}, stop_reason = ${reason}
    where id = ${id}`.execute(tx);
  await conclude(tx, proposal, 'stopped', viewer, reason);
  return { id, state: 'stopped' };
}

function refuseEnded({ state, confirmedByName, stoppedByName, closedAt }: StoredProposal): void {
  if (state === 'pending') return;
  const detail: Record<Exclude<ProposalState, 'pending'>, string> = {
    applied: confirmedByName ? `@${confirmedByName} já confirmou esta mudança.` : 'Esta mudança já vale.',
    stopped: `@${stoppedByName} parou esta mudança.`,
    expired: 'Esta mudança esperou demais e expirou.',
    outdated: 'O que esta mudança alterava mudou antes. Proponha de novo.',
  };
  fail('already_decided', {
    detail: detail[state],
    meta: { state, by: confirmedByName ?? stoppedByName, at: closedAt?.toISOString() ?? null },
  });
}

/** Why this viewer cannot confirm it, in Portuguese; null when they can. PostgreSQL enforces the same rules. */
export function obstacleTo(
  { proposedBy, proposedAt, takesEffectAt }: StoredProposal,
  viewer: Viewer,
  since: Date | null,
): string | null {
  if (viewer.role !== 'admin') return 'Só um admin confirma uma mudança.';
  if (takesEffectAt)
    return `Havia um só admin quando foi proposta: vale a partir de ${formatMoment(takesEffectAt)}, se ninguém parar.`;
  if (proposedBy === viewer.id) return 'Outro admin precisa confirmar, porque você propôs.';
  if (since === null || since >= proposedAt)
    return 'Só confirma quem já era admin quando a mudança foi proposta.';
  return null;
}

export async function adminSince(db: Tx | Ctx['db'], id: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select admin_since as since from users where id = ${id}`.execute(db);
  return rows[0]?.since ?? null;
}

/** Records how it ended, and notifies its author, or the whole team if the whole team had been notified of it. */
async function conclude(
  tx: Tx,
  proposal: StoredProposal,
  state: Exclude<ProposalState, 'pending'>,
  actor: Viewer | null,
  reason = proposal.reason,
): Promise<void> {
  const title = titleOf(proposal);
  await record(tx, {
    kind: `proposal.${state}`,
    actor,
    subject: { kind: 'installation', id: 1 },
    data: { proposalId: proposal.id, title, proposedBy: proposal.proposedByName, reason },
  });
  const { rows } = await sql<{ id: number }>`
    select id from users where state <> 'closed' and id is distinct from ${actor?.id ?? null}
      and (id = ${proposal.proposedBy} or ${proposal.takesEffectAt !== null} and role <> 'user') order by id`.execute(
    tx,
  );
  for (const { id } of rows)
    await record(tx, {
      kind: 'staff.proposal_ended',
      actor: null,
      subject: { kind: 'user', id },
      data: { title, state, by: actor?.username ?? null, reason },
    });
}

/** Applies a proposal whose delay in a market with one admin is over, or expires one that was not confirmed in time. */
export async function runDue(ctx: Ctx, tx: Tx, id: number): Promise<void> {
  const proposal = await lockProposal(tx, id);
  if (proposal?.state !== 'pending') return;
  const { kind, now, takesEffectAt } = proposal;
  if (now >= proposal.expiresAt) return close(tx, proposal, 'expired');
  if (!takesEffectAt || now < takesEffectAt) return;
  if (await appliers[kind].outdated(ctx, tx, proposal)) return close(tx, proposal, 'outdated');
  await sql`update staff_proposals set state = 'applied' where id = ${id}`.execute(tx);
  await appliers[kind].apply(ctx, tx, proposal, null);
  await conclude(tx, proposal, 'applied', null);
}

async function close(tx: Tx, proposal: StoredProposal, state: 'expired' | 'outdated'): Promise<void> {
  await sql`update staff_proposals set state = ${state} where id = ${proposal.id}`.execute(tx);
  await conclude(tx, proposal, state, null);
}
