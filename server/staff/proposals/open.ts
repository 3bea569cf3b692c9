import { sql } from 'kysely';
import type { PendingProposal } from '#contract/staff/proposals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ProposalKind } from '#domain/staff/proposals.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { enqueue } from '#server/background/jobs.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { proposalsPath, proposalWords } from './notice-words.ts';
import { titleOf } from './words.ts';

/** A change of power as its author asks for it. */
export interface NewProposal {
  kind: ProposalKind;
  /** The user it is about; 1 is the installation. */
  subjectId: number;
  subjectKey?: string;
  /** What exactly would be written: PostgreSQL compares the write with it. */
  payload: Record<string, unknown>;
  /** Secrets among it, sealed. */
  sealed?: Buffer;
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

interface Opened {
  id: number;
  takes_effect_at: Date | null;
  expires_at: Date;
}

/**
 * Keeps a change that waits for a second admin, or for the delay of a market with one admin, and notifies at once
 * whoever may confirm or stop it (decision 74). PostgreSQL says which of the two it is.
 * @throws `wrong_state` when another change of the same thing is pending
 */
export async function propose(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  proposal: NewProposal,
): Promise<PendingProposal> {
  const { kind, subjectId, subjectKey = '', payload, sealed = null, reason } = proposal;
  const { rows } = await sql<Opened>`
    insert into staff_proposals (kind, subject_id, subject_key, payload, sealed, reason, proposed_by)
    values (${kind}, ${subjectId}, ${subjectKey}, ${JSON.stringify(payload)}::jsonb, ${sealed}, ${reason}, ${viewer.id})
    on conflict do nothing returning id, takes_effect_at, expires_at`.execute(tx);
  const opened =
    rows[0] ??
    fail('wrong_state', {
      detail: 'Já há uma mudança igual à espera. Confirme ou pare essa antes, em Mudanças.',
      meta: { allowed: [] },
    });
  await record(tx, {
    kind: 'proposal.made',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    data: { proposalId: opened.id, before: proposal.before, after: proposal.after, reason },
  });
  await notifyTeam(ctx, tx, viewer, proposal, opened);
  return {
    id: opened.id,
    takesEffectAt: opened.takes_effect_at?.toISOString() ?? null,
    expiresAt: opened.expires_at.toISOString(),
  };
}

/** The other admins, who may confirm; of a change that nobody confirms the whole team and the company's address. */
async function notifyTeam(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { kind, payload, reason }: NewProposal,
  { id, takes_effect_at: effectAt }: Opened,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where state <> 'closed'
      and (role = 'admin' and state = 'active' and id <> ${viewer.id} or ${effectAt !== null} and role <> 'user')
    order by id`.execute(tx);
  const title = titleOf({ kind, payload });
  const data = {
    proposalId: id,
    title,
    reason,
    by: viewer.username,
    effectAt: effectAt?.toISOString() ?? null,
  };
  for (const { id: userId } of rows)
    await record(tx, {
      kind: 'staff.proposal_made',
      actor: null,
      subject: { kind: 'user', id: userId },
      data,
    });
  if (!effectAt) return;
  await enqueue(tx, 'mail.send', companyMail(ctx.config.publicUrl, proposalWords(data)));
}

/** The letter to the company's address, which has no account and so gets no notice. */
function companyMail(origin: string, { title, description }: ReturnType<typeof proposalWords>): LetterParts {
  return {
    name: 'aviso',
    values: { nome: brandName, assunto: title, texto: description },
    to: rulesInForce.company.email,
    subject: title,
    heading: title,
    paragraphs: [description],
    button: { label: 'Ver no site', url: `${origin}${proposalsPath}` },
  };
}
