import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { declareIncident as declareEndpoint } from '#contract/incidents/incidents.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { formatMoment } from '#server/formats.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';
import { findIncident } from './queries.ts';
import type { StaffIncident } from './queries.ts';

/**
 * Declares an outage of ours (N14). It may have begun, and ended, within the bound of the settings.
 * @throws `invalid_request` for a time outside of the bounds · `wrong_state` when it overlaps another
 */
export async function declareIncident(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { startsAt, endsAt, words, reason }: Body<typeof declareEndpoint>,
): Promise<StaffIncident> {
  requirePermission(viewer);
  await refuseTimes(ctx, tx, { startsAt, endsAt });
  const { rows } = await sql<{ id: number }>`
    insert into incidents (starts_at, ends_at, words, reason, declared_by, ended_by)
    values (${startsAt}, ${endsAt ?? null}, ${words}, ${reason}, ${viewer.id}, ${endsAt ? viewer.id : null})
    on conflict do nothing returning id`.execute(tx);
  const { id } = rows[0] ?? (await refuseOverlap(tx));
  await recordDecision(tx, {
    kind: 'incident.declared',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    before: null,
    after: { incident: id, startsAt, endsAt: endsAt ?? null, words },
    reason,
  });
  return findIncident(tx, id);
}

/** Ends an incident now. @throws `wrong_state` when it has ended */
export async function endIncident(tx: Tx, viewer: Viewer, id: number): Promise<StaffIncident> {
  requirePermission(viewer);
  const { rows } = await sql<{ startsAt: Date; endsAt: Date | null; now: Date; reason: string }>`
    select starts_at as "startsAt", ends_at as "endsAt", market_now() as now, reason from incidents
    where id = ${id} for update`.execute(tx);
  const { startsAt, endsAt, now, reason } = rows[0] ?? fail('not_found');
  if (endsAt)
    fail('wrong_state', {
      detail: `Esta falha já foi encerrada, em ${formatMoment(endsAt)}.`,
      meta: { allowed: [] },
    });
  await sql`update incidents set ends_at = ${now}, ended_by = ${viewer.id} where id = ${id}`.execute(tx);
  await recordDecision(tx, {
    kind: 'incident.ended',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    before: { incident: id, endsAt: null },
    after: { incident: id, startsAt, endsAt: now },
    reason,
  });
  return findIncident(tx, id);
}

function requirePermission(viewer: Viewer): void {
  const answer = can(viewer, 'declare_incident', undefined);
  if (!answer.ok) fail(answer.reason, { detail: 'Só a administração registra uma falha nossa.' });
}

async function refuseTimes(ctx: Ctx, tx: Tx, { startsAt, endsAt }: { startsAt: Date; endsAt?: Date }) {
  const { backdateMs } = (await currentRules(ctx.db, tx)).rules.incidents;
  const now = await marketNow(tx);
  const earliest = new Date(now.getTime() - backdateMs);
  if (startsAt > now) fail('invalid_request', { errors: { startsAt: 'O início não pode estar no futuro.' } });
  if (startsAt < earliest)
    fail('invalid_request', {
      errors: { startsAt: `O início pode ser a partir de ${formatMoment(earliest)}.` },
    });
  if (endsAt && endsAt > now)
    fail('invalid_request', {
      errors: { endsAt: 'O fim não pode estar no futuro. Deixe em branco enquanto durar.' },
    });
  if (endsAt && endsAt <= startsAt)
    fail('invalid_request', { errors: { endsAt: 'O fim precisa vir depois do início.' } });
}

async function refuseOverlap(tx: Tx): Promise<never> {
  const { rows } = await sql<{ endsAt: Date | null }>`
    select ends_at as "endsAt" from incidents order by starts_at desc limit 1`.execute(tx);
  const detail =
    rows[0] && rows[0].endsAt === null
      ? 'Já há uma falha aberta. Encerre-a antes de registrar outra.'
      : 'Este tempo toca o de outra falha já registrada. Os prazos não são adiados duas vezes: informe só o tempo que falta.';
  fail('wrong_state', { detail, meta: { allowed: [] } });
}
