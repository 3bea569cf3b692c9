import { sql } from 'kysely';
import type { AccountState, Viewer } from '#domain/accounts/accounts.ts';
import { suspending } from '#server/accounts/strikes/queries.ts';
import { enqueue } from '#server/background/jobs.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { standingMail } from './mails.ts';
import { provenAddress } from './people.ts';

/** What staff decided about an account. */
export interface Standing {
  state: Extract<AccountState, 'active' | 'restricted' | 'suspended' | 'banned'>;
  /** Of the sanction; empty without one. */
  reason: string;
  /** When a suspension ends. */
  until: Date | null;
}

const noSanction: Standing = { state: 'active', reason: '', until: null };

/** SQL condition: event `e` came after the last decision that put its account back to normal. */
const sinceReinstatement = sql<boolean>`e.id > coalesce((
  select max(r.id) from events r where r.subject_kind = 'user' and r.subject_id = e.subject_id
    and r.kind = 'account.reinstated' and r.data -> 'after' ->> 'state' = 'active'), 0)`;

/**
 * The standing by the sanctions in force (§4.17): those that no reinstatement ended, no appeal overturned (N04) and whose
 * time is not over, and the suspensions by strikes (F55). The hardest of them decides, of two suspensions the longer one.
 */
async function standingBySanctions(db: Queryable, id: number): Promise<Standing> {
  const { rows } = await sql<Standing>`
    with sanctions as (
      select array_position(array['account.restricted', 'account.suspended', 'account.banned'], e.kind) as hardness,
        e.data ->> 'reason' as reason, (e.data ->> 'until')::timestamptz as until, e.at
      from events e where e.subject_kind = 'user' and e.subject_id = ${id}
        and e.kind in ('account.restricted', 'account.suspended', 'account.banned') and ${sinceReinstatement}
        and not exists (select from appeals a where a.decision_id = e.id and a.state = 'overturned')
      union all
      select 2, s.reason, s.measure_until, s.given_at from strikes s where s.user_id = ${id} and s.revoked_at is null
        and s.measure = any(${suspending}::text[]))
    select (array['restricted', 'suspended', 'banned'])[hardness] as state, reason, until from sanctions
    where hardness <> 2 or until > market_now() order by hardness desc, until desc nulls last, at desc limit 1`.execute(
    db,
  );
  return rows[0] ?? noSanction;
}

/** Whether this sanction still counts, apart from an appeal against it. */
export async function isInForce(db: Queryable, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select from events e where e.id = ${eventId} and ${sinceReinstatement}
      and (e.kind <> 'account.suspended' or (e.data ->> 'until')::timestamptz > market_now())`.execute(db);
  return rows.length > 0;
}

/**
 * Gives a locked account the standing that is left after a sanction ended or was undone. An account that its owner is
 * closing goes on closing, where the rest allows it.
 */
export async function applySanctions(
  ctx: Ctx,
  tx: Tx,
  { id, state: before }: { id: number; state: AccountState },
  { actor, reason }: { actor: Viewer | null; reason: string },
): Promise<Standing> {
  const standing = await standingBySanctions(tx, id);
  const stays = before === 'closing' && (standing.state === 'active' || standing.state === 'restricted');
  const state = stays ? before : standing.state;
  await sql`update users set state = ${state}, suspended_until = ${standing.until}, state_reason = ${standing.reason}
    where id = ${id}`.execute(tx);
  if (state === before) return standing;
  const until = standing.until?.toISOString() ?? null;
  await recordDecision(tx, {
    kind: 'account.reinstated',
    actor,
    subject: { kind: 'user', id },
    before: { state: before },
    after: { state, until },
    reason,
  });
  await writeToPerson(ctx, tx, id, { ...standing, until });
  return standing;
}

interface StandingNews {
  state: AccountState;
  reason: string;
  until: string | null;
  /** Of a closed account: the key of the link to appeal. */
  appealKey?: string | null;
}

/** Sends the person the decision about their account. */
export async function writeToPerson(ctx: Ctx, tx: Tx, userId: number, news: StandingNews): Promise<void> {
  const address = await provenAddress(tx, userId);
  if (address) await enqueue(tx, 'mail.send', standingMail(address, ctx.config.publicUrl, news));
}
