import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { AppError, fail } from '#domain/errors.ts';
import type { Ctx, Db, Queryable, Tx } from '#server/context.ts';
import { withCommit, inTransaction } from '#server/database/transaction.ts';

interface Attempt {
  endpoint: Endpoint;
  viewer: Viewer | null;
  request: FastifyRequest;
  reply: FastifyReply;
  input: { params: unknown; query: unknown; body: unknown };
}

/**
 * Makes the work happen once for each (user, route, Idempotency-Key): the work and its kept reply commit in one
 * transaction, so a repeat or a twin that was later finds the key taken, undoes its own work and gets the kept reply.
 * The same key with another body is 422. A business refusal is kept too, so that it sticks; a defect is not.
 *
 * Keeping is the last write of the transaction and travels with the commit: the usual call, which is the first of its
 * key, pays no round trip for it, and only repeats pay for work that is undone.
 */
export async function runIdempotent(
  ctx: Ctx,
  attempt: Attempt,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ data: unknown; fresh: boolean }> {
  const { endpoint } = attempt;
  const scope = scopeOf(attempt);
  try {
    const data = await inTransaction(ctx.db, async (tx) => {
      const result = await work(tx);
      await keepWork(tx, scope, endpoint.status, result);
      return result;
    });
    return { data, fresh: true };
  } catch (error) {
    if (error !== taken && !isRefusal(error)) throw error;
    // What was refused now may be a repeat of what was granted before: the kept reply is the answer.
    if (isRefusal(error) && (await keepRefusal(ctx.db, scope, error.status, pack(error)))) throw error;
    return { data: await replay(ctx.db, scope, attempt.reply), fresh: false };
  }
}

/** Thrown to undo the work of a call whose key was used before. */
const taken = new Error('the idempotency key is taken');

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500;
}

function pack({ code, extras }: AppError): Packed {
  return { code, extras };
}

type Packed = Pick<AppError, 'code' | 'extras'>;

interface Scope {
  userId: number;
  route: string;
  key: string;
  fingerprint: Buffer;
}

function scopeOf({ endpoint, viewer, request, input }: Attempt): Scope {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) fail('idempotency_key_required');
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([input.params, input.body]))
    .digest();
  return { userId: viewer?.id ?? 0, route: `${endpoint.method} ${endpoint.path}`, key, fingerprint };
}

/**
 * Takes the key for this reply and commits, waiting for a twin that is about to.
 * @throws `taken` when it is somebody's already, and nothing is committed
 */
async function keepWork(tx: Tx, scope: Scope, status: number, body: unknown): Promise<void> {
  await sql`${withCommit} ${keeping(scope, status, body)}`.execute(tx).catch((error: unknown) => {
    throw error instanceof DatabaseError && error.constraint === 'idempotency_keys_pkey' ? taken : error;
  });
}

/** False when the key is somebody's already. */
async function keepRefusal(db: Db, scope: Scope, status: number, body: unknown): Promise<boolean> {
  const { rows } =
    await sql`${keeping(scope, status, body)} on conflict do nothing returning 1 as kept`.execute(db);
  return rows.length === 1;
}

function keeping({ userId, route, key, fingerprint }: Scope, status: number, body: unknown) {
  return sql`insert into idempotency_keys (user_id, route, key, fingerprint, status, body)
    values (${userId}, ${route}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(body)})`;
}

interface Kept {
  fingerprint: Buffer;
  status: number;
  body: unknown;
}

async function replay(db: Queryable, scope: Scope, reply: FastifyReply): Promise<unknown> {
  const { rows } = await sql<Kept>`
    select fingerprint, status, body from idempotency_keys
    where user_id = ${scope.userId} and route = ${scope.route} and key = ${scope.key}`.execute(db);
  const kept = rows[0] ?? fail('request_in_progress');
  if (!kept.fingerprint.equals(scope.fingerprint)) fail('idempotency_mismatch');
  reply.header('Idempotent-Replayed', 'true');
  if (kept.status < 400) return kept.body;
  const { code, extras } = kept.body as Packed;
  throw new AppError(code, extras);
}
