import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Queryable } from '#server/context.ts';

/** Where a call came from. The port tells apart those who share an address (CGNAT); unknown behind a proxy. */
export interface AccessOrigin {
  ip: string;
  port?: number | null;
}

/**
 * Keeps an access record (Marco Civil, art. 15): who, when, from where, what. Kept apart from every other log, written
 * once, and dropped after six whole months by `server/accounts/privacy/retention.ts`.
 */
export async function recordAccess(
  db: Queryable,
  { userId, action, origin }: { userId: number; action: string; origin: AccessOrigin },
): Promise<void> {
  await sql`insert into access_records (user_id, ip, port, action)
    values (${userId}, ${origin.ip}, ${origin.port ?? null}, ${action})`.execute(db);
}

const alsoRecorded = new Set(['DELETE /sessions/current', 'POST /withdrawals']);

/** Every call that asks for a proof of the person touches money or keys; the rest is listed by hand. */
export function isRecorded(endpoint: Endpoint): boolean {
  return endpoint.proof !== 'none' || alsoRecorded.has(`${endpoint.method} ${endpoint.path}`);
}

/** The caller's own port, where nobody stands between. */
export function portOf(request: FastifyRequest): number | null {
  return request.ip === request.socket.remoteAddress ? (request.socket.remotePort ?? null) : null;
}
