import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { marketNow } from '#server/database/transaction.ts';
import { isInSession } from './link-cookie.ts';

/** How long a link to something private works, in milliseconds (T89). */
export const linkLastsMs = 5 * 60_000;

/** Whose link it is: a person, in the session that asked for it. */
export type LinkOwner = Pick<Viewer, 'id' | 'sessionId'>;

/** What a link names besides its owner and its end. */
type Said = Record<string, string>;

/**
 * A link to something private, for some minutes of one session (decision 62): signed over the path, what it says, the
 * person, their session and its end.
 */
export async function signedLink(
  ctx: Ctx,
  db: Queryable,
  { id, sessionId }: LinkOwner,
  { path, says }: { path: string; says: Said },
): Promise<string> {
  const until = (await marketNow(db)).getTime() + linkLastsMs;
  const named = { ...says, pessoa: String(id), sessao: String(sessionId), ate: String(until) };
  return `${path}?${new URLSearchParams({ ...named, assinatura: sign(ctx.keys.files[0], path, named) })}`;
}

/**
 * What a link says, in the hands of the session that it was made for. Whatever else is wrong with it, and whoever else
 * holds it, there is nothing there.
 * @param names what it says, in the order it was signed
 * @throws `not_found`; `forbidden` when its time is over
 */
export async function openLink(
  ctx: Ctx,
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ userId: number; says: Said }> {
  const query = request.query as Record<string, unknown>;
  const named: Said = {};
  for (const name of [...names, 'pessoa', 'sessao', 'ate']) named[name] = textOf(query[name]);
  const path = new URL(request.url, 'http://here').pathname;
  const signature = textOf(query.assinatura);
  if (!ctx.keys.files.some((key) => isSame(sign(key, path, named), signature))) fail('not_found');
  if (!(await isInSession(ctx, request, Number(named.sessao)))) fail('not_found');
  if (Number(named.ate) < (await marketNow(ctx.db)).getTime()) fail('forbidden', { detail: over });
  return { userId: Number(named.pessoa), says: named };
}

const over = 'Este link venceu. Volte à página e abra o arquivo de novo.';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : fail('not_found'));

function sign(key: Buffer, path: string, named: Said): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([path, ...Object.values(named)]))
    .digest('base64url');
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
