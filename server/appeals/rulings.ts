import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { decideAppeal as endpoint } from '#contract/appeals/staff-appeals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { AppealState } from '#domain/appeals/appeals.ts';
import { appealKindOf } from '#domain/appeals/kinds.ts';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { appealColumns, presentAppeal } from './decisions.ts';
import type { Appeal, AppealRow } from './decisions.ts';
import { undoOf } from './undo/undo.ts';

export interface LockedAppeal {
  id: number;
  state: AppealState;
  decisionId: number;
  kind: AppealKindName;
  personId: number;
  deciders: number[];
  subjectId: number;
  data: Record<string, unknown>;
  decidedBy: string | null;
}

/** Locks the appeal until the transaction ends. */
export async function lockAppeal(tx: Tx, id: number): Promise<LockedAppeal | undefined> {
  const { rows } = await sql<LockedAppeal>`
    select a.id, a.state, a.decision_id as "decisionId", d.kind, d.person_id as "personId", d.deciders,
      e.subject_id as "subjectId", e.data, u.username::text as "decidedBy"
    from appeals a join appealable_decisions d on d.event_id = a.decision_id join events e on e.id = a.decision_id
      left join users u on u.id = a.decided_by
    where a.id = ${id} for update of a`.execute(tx);
  return rows[0];
}

const refusals = {
  own_decision: 'Outra pessoa da equipe precisa decidir, porque você tomou esta decisão ou ela é sobre você.',
  forbidden: 'Recursos deste tipo são decididos por um administrador.',
};

/**
 * Staff decide an appeal, never one against a decision in which they took part (N04). One that is overturned is undone in the
 * same transaction.
 * @throws `own_decision` · `already_decided`
 */
export async function decideAppeal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, decision, reason }: { id: number } & Body<typeof endpoint>,
): Promise<Appeal> {
  const appeal = (await lockAppeal(tx, id)) ?? fail('not_found');
  const { personId, deciders, kind, state, decidedBy } = appeal;
  const forAdmin = appealKindOf(kind).by === 'admin';
  const answer = can(viewer, 'review_decision', { personId, deciders, forAdmin });
  if (!answer.ok) fail(answer.reason, { detail: refusals[answer.reason] });
  if (state !== 'open')
    fail('already_decided', {
      detail:
        decidedBy === null ? 'O prazo já decidiu este recurso.' : `@${decidedBy} já decidiu este recurso.`,
      meta: { state, by: decidedBy },
    });
  return rule(ctx, tx, appeal, { viewer, state: decision === 'overturn' ? 'overturned' : 'upheld', reason });
}

interface Ruling {
  /** Null where the time of the team is over. */
  viewer: Viewer | null;
  state: Exclude<AppealState, 'open'>;
  reason: string;
}

/** Writes the decision on a locked appeal and undoes what was overturned. */
export async function rule(
  ctx: Ctx,
  tx: Tx,
  { id, decisionId, kind, personId, subjectId, data }: LockedAppeal,
  { viewer, state, reason }: Ruling,
): Promise<Appeal> {
  const decided = await write(
    tx,
    id,
    sql`state = ${state}, decided_by = ${viewer?.id ?? null}, decided_at = market_now(), reason = ${reason}`,
  );
  const undone =
    state === 'overturned'
      ? await undoOf[kind](ctx, tx, {
          decision: { id: decisionId, kind, subjectId, personId, data },
          viewer,
          reason,
        })
      : null;
  const noted = undone
    ? await write(tx, id, sql`undone = ${undone.undone}, remainder = ${undone.remainder}`)
    : decided;
  await recordDecision(tx, {
    kind: state === 'overturned' ? 'appeal.overturned' : 'appeal.upheld',
    actor: viewer,
    subject: { kind: 'user', id: personId },
    data: { decisionId, of: kind, remainder: undone?.remainder ?? null },
    before: { state: 'open' },
    after: { state },
    reason,
  });
  return presentAppeal(noted);
}

async function write(tx: Tx, id: number, columns: ReturnType<typeof sql>): Promise<AppealRow> {
  const { rows } = await sql<AppealRow>`
    update appeals set ${columns} where id = ${id} returning ${appealColumns}`.execute(tx);
  return rows[0]!;
}
