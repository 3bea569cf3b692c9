import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { requestClosure } from '#contract/accounts/privacy.ts';
import type { AccountEvent, Viewer } from '#domain/accounts/accounts.ts';
import { accountMachine } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents, nextState } from '#domain/machine.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { enqueue } from '#server/background/jobs.ts';
import { pauseAllListings } from '#server/listings/removal.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { closureBlocks } from './closure-blocks.ts';
import { closureAskedMail } from './mails.ts';
import { lockPerson, provenAddress } from './people.ts';
import type { LockedPerson } from './people.ts';

type Closure = Reply<typeof requestClosure>;

/** A request of the account's owner and where it came from. */
export interface OwnRequest {
  viewer: Viewer;
  ip: string;
}

/**
 * Requests the closure of the account (§4.17, LGPD art. 18). A waiting period lets the owner cancel it, for example if a
 * thief requested it; meanwhile all listings are paused.
 */
export async function startClosure(ctx: Ctx, { viewer, ip }: OwnRequest, username: string): Promise<Closure> {
  return inTransaction(ctx.db, async (tx) => {
    const { security } = (await currentRules(ctx.db, tx)).rules;
    const person = await lockPerson(tx, viewer.id);
    if (username.trim().toLowerCase() !== person.username)
      fail('invalid_request', { errors: { username: 'Digite seu nome de usuário como ele é.' } });
    if (person.state === 'closing') fail('already_requested');
    const reasons = await closureBlocks(tx, viewer.id);
    if (reasons.length > 0) fail('closure_blocked', { meta: { reasons } });
    await applyEvent(tx, person, 'ask_closure');
    await pauseAllListings(tx, viewer.id);
    const { rows } = await sql<ClosureRow>`
      insert into account_closures (user_id, due_at)
      values (${viewer.id}, market_now() + ${security.closureWaitMs}::bigint * interval '1 millisecond')
      returning requested_at, due_at`.execute(tx);
    const closure = present(rows[0]!);
    const subject = { kind: 'user', id: viewer.id } as const;
    await record(tx, { kind: 'account.closure_asked', actor: viewer, subject, data: closure, ip });
    const address = await provenAddress(tx, viewer.id);
    if (address)
      await enqueue(tx, 'mail.send', closureAskedMail(address, ctx.config.publicUrl, closure.dueAt));
    return closure;
  });
}

/** Cancels the viewer's closure. Listings stay paused until the owner resumes them. */
export async function cancelOwnClosure(ctx: Ctx, { viewer, ip }: OwnRequest): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, viewer.id);
    if (person.state !== 'closing') fail('not_found');
    await applyEvent(tx, person, person.restricted ? 'keep_restricted' : 'keep');
    await cancelClosure(tx, viewer.id);
    await record(tx, {
      kind: 'account.closure_kept',
      actor: viewer,
      subject: { kind: 'user', id: viewer.id },
      ip,
    });
  });
}

/** Cancels the pending closure, by the owner or because of a sanction. */
export async function cancelClosure(tx: Tx, userId: number): Promise<void> {
  await sql`update account_closures set cancelled_at = market_now()
    where user_id = ${userId} and cancelled_at is null and done_at is null`.execute(tx);
}

/** The pending closure, or null. */
export async function openClosure(db: Queryable, userId: number): Promise<Closure | null> {
  const { rows } = await sql<ClosureRow>`
    select requested_at, due_at from account_closures
    where user_id = ${userId} and cancelled_at is null and done_at is null`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

async function applyEvent(tx: Tx, person: LockedPerson, event: AccountEvent): Promise<void> {
  const step = nextState(accountMachine, event, person.state, 'owner');
  if ('refusal' in step) {
    const { state } = person;
    fail('wrong_state', { meta: { state, allowed: allowedEvents(accountMachine, state, 'owner') } });
  }
  await sql`update users set state = ${step.to} where id = ${person.id}`.execute(tx);
}

interface ClosureRow {
  requested_at: Date;
  due_at: Date;
}

function present({ requested_at, due_at }: ClosureRow): Closure {
  return { requestedAt: requested_at.toISOString(), dueAt: due_at.toISOString() };
}
