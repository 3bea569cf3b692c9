import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { AppError, fail } from '#domain/errors.ts';
import type { Ctx, Db, Queryable, Tx } from '#server/context.ts';
import { withCommit, inTransaction } from '#server/database/transaction.ts';

interface IdempotentCall {
  endpoint: Endpoint;
  viewer: Viewer | null;
  request: FastifyRequest;
  reply: FastifyReply;
  input: { params: unknown; query: unknown; body: unknown };
}

/**
 * Executes the work once for each (user, route, Idempotency-Key): the work and its stored reply commit in one
 * transaction, so a repeated or parallel call finds the key taken, rolls its own work back and returns the stored
 * reply. The same key with another body is 422. A business error is stored too, so that it is final; a bug is not.
 *
 * Storing the reply is the last statement of the transaction and is sent with the commit: the first call of a key, the
 * usual case, needs no extra round trip, and only repeated calls do work that is rolled back.
 */
export async function runIdempotent(
  ctx: Ctx,
  attempt: IdempotentCall,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ data: unknown; fresh: boolean }> {
  const { endpoint } = attempt;
  const scope = scopeOf(attempt);
  if (attempt.request.replayOnly) return { data: await replay(ctx.db, scope, attempt.reply), fresh: false };
  try {
    const data = await inTransaction(ctx.db, async (tx) => {
      const result = await work(tx);
      await storeReply(tx, scope, endpoint.status, result);
      return result;
    });
    return { data, fresh: true };
  } catch (error) {
    if (error !== taken && !isRefusal(error)) throw error;
    // This call may repeat one that succeeded before: then the stored reply is the answer.
    if (isRefusal(error) && (await storeRefusal(ctx.db, scope, error.status, pack(error)))) throw error;
    return { data: await replay(ctx.db, scope, attempt.reply), fresh: false };
  }
}

/** Thrown to roll back the work of a call whose key was used before. */
const taken = new Error('the idempotency key is taken');

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500;
}

function pack({ code, extras }: AppError): StoredError {
  return { code, extras };
}

type StoredError = Pick<AppError, 'code' | 'extras'>;

type KeyedCall = Pick<IdempotentCall, 'endpoint' | 'viewer' | 'request'>;

/** Whether this caller's key has a stored reply. */
export async function hasReply(db: Db, call: KeyedCall): Promise<boolean> {
  if (call.request.headers['idempotency-key'] === undefined) return false;
  const { userId, route, key } = keyOf(call);
  const { rows } = await sql`select 1 as found from idempotency_keys
    where user_id = ${userId} and route = ${route} and key = ${key}`.execute(db);
  return rows.length === 1;
}

interface Scope {
  userId: number;
  route: string;
  key: string;
  fingerprint: Buffer;
}

function keyOf({ endpoint, viewer, request }: KeyedCall): Omit<Scope, 'fingerprint'> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) fail('idempotency_key_required');
  return { userId: viewer?.id ?? 0, route: `${endpoint.method} ${endpoint.path}`, key };
}

function scopeOf(call: IdempotentCall): Scope {
  const { input } = call;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([input.params, input.body]))
    .digest();
  return { ...keyOf(call), fingerprint };
}

/**
 * Stores the reply under its key and commits, after waiting for a parallel call with the same key.
 * @throws `taken` when the key is used already; then nothing is committed
 */
async function storeReply(tx: Tx, scope: Scope, status: number, body: unknown): Promise<void> {
  await sql`${withCommit} ${insertReply(scope, status, body)}`.execute(tx).catch((error: unknown) => {
    throw error instanceof DatabaseError && error.constraint === 'idempotency_keys_pkey' ? taken : error;
  });
}

/** False when the key is used already. */
async function storeRefusal(db: Db, scope: Scope, status: number, body: unknown): Promise<boolean> {
  const { rows } =
    await sql`${insertReply(scope, status, body)} on conflict do nothing returning 1 as kept`.execute(db);
  return rows.length === 1;
}

function insertReply({ userId, route, key, fingerprint }: Scope, status: number, body: unknown) {
  return sql`insert into idempotency_keys (user_id, route, key, fingerprint, status, body)
    values (${userId}, ${route}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(body)})`;
}

interface StoredReply {
  fingerprint: Buffer;
  status: number;
  body: unknown;
}

async function replay(db: Queryable, scope: Scope, reply: FastifyReply): Promise<unknown> {
  const { rows } = await sql<StoredReply>`
    select fingerprint, status, body from idempotency_keys
    where user_id = ${scope.userId} and route = ${scope.route} and key = ${scope.key}`.execute(db);
  const kept = rows[0] ?? fail(reply.request.replayOnly ? 'step_up_required' : 'request_in_progress');
  if (!kept.fingerprint.equals(scope.fingerprint)) fail('idempotency_mismatch');
  reply.header('Idempotent-Replayed', 'true');
  if (kept.status < 400) return kept.body;
  const { code, extras } = kept.body as StoredError;
  throw new AppError(code, extras);
}
