import { sql } from 'kysely';
import type { PendingProposal } from '#contract/staff/proposals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ProposalKind } from '#domain/staff/proposals.ts';
import { isEnteredCompany } from '#domain/settings/company.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { enqueue } from '#server/background/jobs.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { proposalsPath, proposalNotice } from './notice-text.ts';
import { titleOf } from './text.ts';

/** A guarded change as its author proposes it. */
export interface NewProposal {
  kind: ProposalKind;
  /** The user that it changes; 1 for the installation. */
  subjectId: number;
  subjectKey?: string;
  /** The exact values to write; PostgreSQL compares the write with them. */
  payload: Record<string, unknown>;
  /** The secrets of the payload, encrypted. */
  sealed?: Buffer;
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

interface Opened {
  id: number;
  takes_effect_at: Date | null;
  expires_at: Date;
  due: boolean;
}

/**
 * Stores a change that needs a second admin, or the delay of a market with one admin, and notifies at once the people
 * who may confirm or stop it (decision 74). PostgreSQL decides which of the two applies.
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
    on conflict do nothing returning id, takes_effect_at, expires_at,
      coalesce(takes_effect_at <= market_now(), false) as due`.execute(tx);
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
  // It takes effect at once where the market has no other account.
  if (opened.due) await enqueue(tx, 'proposals.run-due', {});
  return {
    id: opened.id,
    takesEffectAt: opened.takes_effect_at?.toISOString() ?? null,
    expiresAt: opened.expires_at.toISOString(),
  };
}

/** Notifies the other admins, who may confirm; with only one admin, the whole team and the company's address. */
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
  if (!effectAt || !isEnteredCompany(rulesInForce.company)) return;
  await enqueue(tx, 'mail.send', companyMail(ctx.config.publicUrl, proposalNotice(data)));
}

/** The mail to the company's address, which has no account and so gets no notice. */
function companyMail(origin: string, { title, description }: ReturnType<typeof proposalNotice>): LetterParts {
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
