import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { checkConnection as checkEndpoint, ConnectionKind } from '#contract/settings.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import type { Ctx } from '#server/context.ts';

interface Connection {
  provider: (ctx: Ctx) => string;
  /** Goes there and back; throws when the service refuses or does not answer. */
  attempt: (ctx: Ctx) => Promise<unknown>;
}

const checkKey = 'praca-connection-check-0000000000000000';

const connections: Record<ConnectionKind, Connection> = {
  database: { provider: () => 'PostgreSQL', attempt: (ctx) => sql`select 1`.execute(ctx.db) },
  mail: { provider: (ctx) => ctx.mail.name, attempt: (ctx) => ctx.mail.check() },
  sms: { provider: (ctx) => ctx.sms.name, attempt: (ctx) => ctx.sms.check() },
  // A charge that nobody made: the provider answers that it knows none, and so knows us.
  payments: {
    provider: (ctx) => ctx.payments.name,
    attempt: (ctx) => ctx.payments.findCharge({ reference: checkKey.replaceAll('-', '').slice(0, 32) }),
  },
  images: { provider: () => 'disco', attempt: (ctx) => ctx.images.exists('0'.repeat(32)) },
  files: {
    provider: () => 'disco',
    async attempt(ctx) {
      await ctx.files.write(checkKey, one(Buffer.from('ok')));
      await ctx.files.remove(checkKey);
    },
  },
};

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/**
 * Tries a service out. A failure is an answer, in the words of whoever refused, without the keys it was asked with.
 */
export async function checkConnection(
  ctx: Ctx,
  viewer: Viewer,
  kind: ConnectionKind,
): Promise<Reply<typeof checkEndpoint>> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  const { provider, attempt } = connections[kind];
  const began = performance.now();
  const spent = () => Math.round(performance.now() - began);
  try {
    await attempt(ctx);
    return { ok: true, provider: provider(ctx), durationMs: spent(), detail: null };
  } catch (error) {
    ctx.log.warn({ err: error, kind }, 'a connection check failed');
    return { ok: false, provider: provider(ctx), durationMs: spent(), detail: reasonOf(error) };
  }
}

/** The kind of fault only: a provider's words may hold an address or a part of a key. */
function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ESOCKET', 'ECONNECTION'].includes(code))
    return 'O serviço não respondeu. Confira o endereço e a rede.';
  if (['EAUTH', 'EENVELOPE'].includes(code)) return 'O provedor recusou a chave.';
  if (error instanceof Error && /\b40[13]\b/.test(error.message)) return 'O provedor recusou a chave.';
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'O serviço demorou demais para responder.';
  return 'O teste falhou. O motivo está no registro do servidor.';
}
