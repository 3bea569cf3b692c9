import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { endedSessions, findSession } from '#server/http/session.ts';

/**
 * Images and downloads cannot carry a bearer token. This cookie tells signed links which session a browser is in and is
 * used for nothing else: the API never authenticates by it (decision 62).
 */
const cookieName = 'praca_files';

/** Sets the cookie of the session unless the browser has it. */
export function setLinkCookie(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId }: Viewer,
): void {
  if (request.cookies[cookieName]?.startsWith(`${sessionId}.`)) return;
  const secure = ctx.config.publicUrl.startsWith('https:');
  reply.setCookie(cookieName, cookieOf(ctx.keys.files[0], sessionId), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
}

/** Whether a request belongs to this session, by its token or by the browser's cookie, and the session is active. */
export async function isInSession(ctx: Ctx, request: FastifyRequest, sessionId: number): Promise<boolean> {
  if (request.headers.authorization !== undefined) {
    const session = await findSession(ctx, request);
    return session?.state === 'active' && session.viewer.sessionId === sessionId;
  }
  const given = request.cookies[cookieName] ?? '';
  if (!ctx.keys.files.some((key) => isSame(given, cookieOf(key, sessionId)))) return false;
  return (await endedSessions(ctx.db, [sessionId])).length === 0;
}

function isSame(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function cookieOf(key: Buffer, sessionId: number): string {
  const proof = createHmac('sha256', key).update(`session ${sessionId}`).digest('base64url');
  return `${sessionId}.${proof}`;
}
