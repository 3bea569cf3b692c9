import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts.ts';
import { AppError, fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/transaction.ts';

interface Attempt {
  endpoint: Endpoint;
  viewer: Viewer | null;
  request: FastifyRequest;
  reply: FastifyReply;
  input: { params: unknown; query: unknown; body: unknown };
}

interface Kept {
  fresh: boolean;
  fingerprint: Buffer;
  status: number | null;
  body: unknown;
}

/**
 * Runs the work once for each (user, route, Idempotency-Key). The key, the work and the kept reply commit in one
 * transaction: a repeat gets the same reply, a twin that arrives meanwhile waits for the first, the same key with
 * another body is 422. A business refusal is kept too, so that it sticks; a defect is not.
 */
export async function runIdempotent(
  ctx: Ctx,
  attempt: Attempt,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const key = attempt.request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) fail('idempotency_key_required');
  const { endpoint, viewer, input } = attempt;
  const scope = { userId: viewer?.id ?? 0, route: `${endpoint.method} ${endpoint.path}`, key };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([input.params, input.body]))
    .digest();

  let refusal: AppError | undefined;
  const data = await inTransaction(ctx.db, async (tx) => {
    refusal = undefined;
    const kept = await claim(tx, scope, fingerprint);
    if (!kept.fresh) return replay(kept, fingerprint, attempt.reply);
    await sql`savepoint work`.execute(tx);
    try {
      const result = await work(tx);
      await keep(tx, scope, endpoint.status, result);
      return result;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await sql`rollback to savepoint work`.execute(tx);
      await keep(tx, scope, error.status, { code: error.code, extras: error.extras });
      refusal = error;
      return undefined;
    }
  });
  if (refusal) throw refusal;
  return data;
}

interface Scope {
  userId: number;
  route: string;
  key: string;
}

/** One round trip: takes the key, or waits for whoever holds it and reads what was kept. */
async function claim(tx: Tx, scope: Scope, fingerprint: Buffer): Promise<Kept> {
  const inserted = await sql<{ ok: boolean }>`
    insert into idempotency_keys (user_id, route, key, fingerprint)
    values (${scope.userId}, ${scope.route}, ${scope.key}, ${fingerprint})
    on conflict do nothing returning true as ok`.execute(tx);
  if (inserted.rows.length === 1) return { fresh: true, fingerprint, status: null, body: null };
  const { rows } = await sql<Omit<Kept, 'fresh'>>`
    select fingerprint, status, body from idempotency_keys
    where user_id = ${scope.userId} and route = ${scope.route} and key = ${scope.key}`.execute(tx);
  return rows[0] ? { fresh: false, ...rows[0] } : fail('request_in_progress');
}

function replay(kept: Kept, fingerprint: Buffer, reply: FastifyReply): unknown {
  if (!kept.fingerprint.equals(fingerprint)) fail('idempotency_mismatch');
  if (kept.status === null) fail('request_in_progress');
  reply.header('Idempotent-Replayed', 'true');
  if (kept.status >= 400) {
    const { code, extras } = kept.body as { code: AppError['code']; extras: AppError['extras'] };
    throw new AppError(code, extras);
  }
  return kept.body;
}

async function keep(tx: Tx, scope: Scope, status: number, body: unknown): Promise<void> {
  await sql`update idempotency_keys set status = ${status}, body = ${JSON.stringify(body)}
    where user_id = ${scope.userId} and route = ${scope.route} and key = ${scope.key}`.execute(tx);
}
