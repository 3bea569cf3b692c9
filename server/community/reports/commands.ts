import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createReport } from '#contract/community/reports.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { protocolOf, reasonsFor } from '#domain/community/reports.ts';
import type { ReportRules } from '#domain/community/reports.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { networkOf } from '#server/http/limits/networks.ts';
import { currentRules } from '#server/settings/queries.ts';
import { suspendUntilChecked } from './checks.ts';
import { independentReports, presentOwn } from './queries.ts';
import type { OwnReportRow } from './queries.ts';
import { lockTarget } from './targets.ts';
import type { Target } from './targets.ts';

/**
 * Reports something to the team (F14). A person may have one open report of a thing; three independent ones suspend a
 * listing until it is checked (L09).
 */
export async function report(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: Body<typeof createReport> & { ip: string },
): Promise<Reply<typeof createReport>> {
  const { reports: rules } = (await currentRules(ctx.db, tx)).rules;
  if (!viewer.emailVerified) fail('email_not_verified', { detail: 'Confirme seu e-mail para denunciar.' });
  if (!reasonsFor[given.target].includes(given.reason))
    fail('invalid_request', { errors: { reason: 'Escolha um motivo da lista.' } });
  await refuseTooMany(tx, viewer, rules);
  const target = await lockTarget(tx, given.target, given.id, viewer.id);
  if (target.ownerId === viewer.id) fail('forbidden', { detail: 'Você não pode denunciar o que é seu.' });
  const row = await write(tx, viewer, target, given);
  const subject = { kind: 'report', id: row.id } as const;
  await record(tx, { kind: 'report.made', actor: viewer, subject, data: { protocol: row.protocol } });
  if (target.kind === 'listing') await flag(tx, target, rules);
  return presentOwn(row);
}

/** Locks the person, so that parallel reports are counted one by one. */
async function refuseTooMany(tx: Tx, viewer: Viewer, { maxPerDay }: ReportRules): Promise<void> {
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
  const { rows } = await sql<{ today: number }>`
    select count(*)::int as today from reports
    where reporter_id = ${viewer.id} and created_at > market_now() - interval '1 day'`.execute(tx);
  if (rows[0]!.today >= maxPerDay)
    fail('too_many_requests', { detail: `Você já fez ${maxPerDay} denúncias hoje. Volte amanhã.` });
}

async function write(
  tx: Tx,
  viewer: Viewer,
  target: Target,
  given: Body<typeof createReport> & { ip: string },
): Promise<OwnReportRow> {
  const protocol = protocolOf([...randomBytes(8)]);
  const { rows } = await sql<OwnReportRow>`
    insert into reports (protocol, reporter_id, target_kind, target_id, reason, text, network)
    values (${protocol}, ${viewer.id}, ${target.kind}, ${target.id}, ${given.reason}, ${given.text ?? ''},
      ${networkOf(given.ip)})
    on conflict (reporter_id, target_kind, target_id) where state = 'open' do nothing
    returning id, protocol, state, target_kind, reason, text, created_at, decided_at, decision_note`.execute(
    tx,
  );
  return rows[0] ?? refuseRepeated(tx, viewer, target);
}

/** Refuses a second report with the number of the open one. */
async function refuseRepeated(tx: Tx, viewer: Viewer, target: Target): Promise<never> {
  const { rows } = await sql<{ protocol: string }>`
    select protocol from reports where reporter_id = ${viewer.id} and state = 'open'
      and target_kind = ${target.kind} and target_id = ${target.id}`.execute(tx);
  const protocol = rows[0]?.protocol ?? null;
  fail('already_reported', {
    detail: `Você já denunciou isto${protocol ? `: protocolo ${protocol}` : ''}. A equipe ainda está conferindo.`,
    meta: { protocol },
  });
}

/**
 * Flags a thing once, however many reports follow, until staff decide. A listing that is not on sale is only marked.
 */
async function flag(tx: Tx, { kind, id }: Target, { toCheckListing }: ReportRules): Promise<void> {
  const independent = await independentReports(tx, kind, id);
  if (independent < toCheckListing) return;
  const { rows } = await sql<{ state: ListingState }>`
    update listings set flagged_at = market_now() where id = ${id} and flagged_at is null returning state`.execute(
    tx,
  );
  if (!rows[0]) return;
  const subject = { kind: 'listing', id } as const;
  await record(tx, { kind: 'listing.flagged', actor: null, subject, data: { independent } });
  if (rows[0].state === 'published') await suspendUntilChecked(tx, id);
}
