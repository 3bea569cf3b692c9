import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Queryable } from '#server/context.ts';

/** The origin of a call. The port distinguishes people behind a shared address (CGNAT); unknown behind a proxy. */
export interface AccessOrigin {
  ip: string;
  port?: number | null;
}

/**
 * Stores an access record (Marco Civil, art. 15): person, time, origin and action. It is separate from all other logs,
 * written once, and deleted after six full months by `server/accounts/privacy/retention.ts`.
 */
export async function recordAccess(
  db: Queryable,
  { userId, action, origin }: { userId: number; action: string; origin: AccessOrigin },
): Promise<void> {
  await sql`insert into access_records (user_id, ip, port, action)
    values (${userId}, ${origin.ip}, ${origin.port ?? null}, ${action})`.execute(db);
}

const recordedCalls = new Set(['DELETE /sessions/current', 'POST /withdrawals']);

/** Calls that require a proof of identity affect money or keys and are always recorded; the list above adds others. */
export function isRecorded(endpoint: Endpoint): boolean {
  return endpoint.proof !== 'none' || recordedCalls.has(`${endpoint.method} ${endpoint.path}`);
}

/** The caller's port, if no proxy is in between. */
export function portOf(request: FastifyRequest): number | null {
  return request.ip === request.socket.remoteAddress ? (request.socket.remotePort ?? null) : null;
}
