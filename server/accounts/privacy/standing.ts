import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { endUserSessions, setAccountState } from '#contract/accounts/privacy.ts';
import type { AccountState, Viewer } from '#domain/accounts/accounts.ts';
import { accountMachine } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents, nextState } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { endSessions } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { pauseAllListings } from '#server/listings/removal.ts';
import { inTransaction, marketNow } from '#server/database/transaction.ts';
import { closedAccountKey, closingDecision } from '#server/accounts/sessions/banned.ts';
import { proposedClosing } from '#server/accounts/privacy/strikes/commands.ts';
import { endStrikeSuspensions } from '#server/accounts/privacy/strikes/revocation.ts';
import { cancelClosure } from './closures.ts';
import { lockPerson } from './people.ts';
import { applySanctions, writeToPerson } from './sanctions.ts';

type Order = Body<typeof setAccountState> & { id: number; ip: string };
type Standing = Reply<typeof setAccountState>;

const kinds = {
  restrict: 'account.restricted',
  suspend: 'account.suspended',
  ban: 'account.banned',
  reinstate: 'account.reinstated',
} as const satisfies Record<Order['event'], EventKind>;

/**
 * Restricts, suspends until a date, bans or reinstates a person (§4.15, §4.17). The reason is stored and sent to the
 * person. Open orders continue; a suspension or ban pauses all listings, and a ban ends every session at once.
 */
export async function changeStanding(ctx: Ctx, viewer: Viewer, order: Order): Promise<Standing> {
  return inTransaction(ctx.db, (tx) => changeStandingIn(ctx, tx, viewer, order));
}

async function changeStandingIn(ctx: Ctx, tx: Tx, viewer: Viewer, order: Order): Promise<Standing> {
  const { id, event, reason, ip } = order;
  const until = event === 'suspend' ? await readEnd(tx, order.until) : refuseEnd(order.until);
  const person = await lockPerson(tx, id);
  const { supportSuspensionMs: supportLimitMs } = (await currentRules(ctx.db, tx)).rules.security;
  const answer = can(viewer, 'sanction_account', { ...person, event, ttlMs: until?.ttlMs, supportLimitMs });
  if (!answer.ok) fail(answer.reason);
  if (event === 'ban' && (await proposedClosing(tx, viewer, id)))
    fail('own_decision', {
      detail: 'Você propôs encerrar esta conta. Outra pessoa da administração decide.',
    });
  const state = stateAfter(person.state, event, viewer);
  await sql`update users set state = ${state}, suspended_until = ${until?.at ?? null},
        state_reason = ${event === 'reinstate' ? '' : reason} where id = ${id}`.execute(tx);
  if (person.state === 'closing') await cancelClosure(tx, id);
  if (event === 'suspend' || event === 'ban') await pauseAllListings(tx, id);
  if (event === 'ban') await endSessions(tx, id);
  if (event === 'reinstate') await endStrikeSuspensions(tx, id);
  const suspendedUntil = until?.at.toISOString() ?? null;
  await recordDecision(tx, {
    kind: kinds[event],
    actor: viewer,
    subject: { kind: 'user', id },
    before: { state: person.state },
    after: { state, until: suspendedUntil },
    reason,
    data: { until: suspendedUntil },
    ip,
  });
  const decisionId = event === 'ban' ? await closingDecision(tx, id) : null;
  const appealKey = decisionId === null ? null : closedAccountKey(ctx, decisionId);
  await writeToPerson(ctx, tx, id, { state, reason, until: suspendedUntil, appealKey });
  return { id, state, suspendedUntil };
}

function stateAfter(from: AccountState, event: Order['event'], { role }: Viewer): AccountState {
  const actor = role === 'admin' ? 'admin' : 'support';
  const step = nextState(accountMachine, event, from, actor);
  if ('to' in step) return step.to;
  if (step.refusal === 'wrong_actor') fail('forbidden');
  return fail('wrong_state', { meta: { state: from, allowed: allowedEvents(accountMachine, from, actor) } });
}

async function readEnd(tx: Tx, until: string | undefined): Promise<{ at: Date; ttlMs: number }> {
  const at = new Date(until ?? '');
  const ttlMs = at.getTime() - (await marketNow(tx)).getTime();
  if (!(ttlMs > 0)) fail('invalid_request', { errors: { until: 'Escolha uma data no futuro.' } });
  return { at, ttlMs };
}

function refuseEnd(until: string | undefined): null {
  if (until !== undefined)
    fail('invalid_request', { errors: { until: 'Só uma suspensão tem data para acabar.' } });
  return null;
}

const batch = 100;

/** Ends suspensions at their time; an earlier restriction goes on. */
export async function endSuspensions(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number; state: AccountState }>`
      select id, state from users where state = 'suspended' and suspended_until <= market_now()
      limit ${batch} for update skip locked`.execute(tx);
    for (const person of rows)
      await applySanctions(ctx, tx, person, { actor: null, reason: 'O prazo da suspensão acabou.' });
    return rows.length;
  });
}

/** Ends every session of a person whose account may be compromised (ASVS 7.4.5). */
export async function endSessionsOf(
  ctx: Ctx,
  viewer: Viewer,
  { id, ip }: { id: number; ip: string },
): Promise<Reply<typeof endUserSessions>> {
  return inTransaction(ctx.db, async (tx) => {
    const answer = can(viewer, 'end_sessions', await lockPerson(tx, id));
    if (!answer.ok) fail(answer.reason);
    const ended = await endSessions(tx, id);
    const subject = { kind: 'user', id } as const;
    await record(tx, {
      kind: 'account.sessions_ended_by_staff',
      actor: viewer,
      subject,
      data: { ended },
      ip,
    });
    return { ended };
  });
}
