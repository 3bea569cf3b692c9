import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { marketNow } from '#server/database/transaction.ts';
import { isInSession } from './link-cookie.ts';

/** The lifetime of a link to private content, in milliseconds (T89). */
export const linkLifetimeMs = 5 * 60_000;

/** The person and session that a link is valid for. */
export type LinkOwner = Pick<Viewer, 'id' | 'sessionId'>;

/** The link's parameters besides owner and expiry. */
type LinkParameters = Record<string, string>;

/**
 * A link to private content for some minutes of one session (decision 62). Its signature covers the path, its
 * parameters, the person, the session and the expiry.
 */
export async function signedLink(
  ctx: Ctx,
  db: Queryable,
  { id, sessionId }: LinkOwner,
  { path, says: parameters }: { path: string; says: LinkParameters },
): Promise<string> {
  const until = (await marketNow(db)).getTime() + linkLifetimeMs;
  const named = { ...parameters, pessoa: String(id), sessao: String(sessionId), ate: String(until) };
  return `${path}?${new URLSearchParams({ ...named, assinatura: sign(ctx.keys.files[0], path, named) })}`;
}

/**
 * Verifies a signed link and returns its parameters. Every fault, including another session, is a 404.
 * @param names its parameters, in the order in which they were signed
 * @throws `not_found`; `forbidden` when it has expired
 */
export async function openLink(
  ctx: Ctx,
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ userId: number; says: LinkParameters }> {
  const query = request.query as Record<string, unknown>;
  const named: LinkParameters = {};
  for (const name of [...names, 'pessoa', 'sessao', 'ate']) named[name] = textOf(query[name]);
  const path = new URL(request.url, 'http://here').pathname;
  const signature = textOf(query.assinatura);
  if (!ctx.keys.files.some((key) => isSame(sign(key, path, named), signature))) fail('not_found');
  if (!(await isInSession(ctx, request, Number(named.sessao)))) fail('not_found');
  if (Number(named.ate) < (await marketNow(ctx.db)).getTime()) fail('forbidden', { detail: expiredDetail });
  return { userId: Number(named.pessoa), says: named };
}

const expiredDetail = 'Este link venceu. Volte à página e abra o arquivo de novo.';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : fail('not_found'));

function sign(key: Buffer, path: string, named: LinkParameters): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([path, ...Object.values(named)]))
    .digest('base64url');
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
