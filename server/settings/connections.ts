import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConnectionResult, ConnectionKind } from '#contract/settings/settings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Service } from '#domain/settings/credentials.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';

interface Connection {
  provider: (ctx: Ctx) => string;
  /** Makes a request; throws when the service refuses or does not answer. */
  attempt: (ctx: Ctx) => Promise<unknown>;
}

const checkKey = 'praca-connection-check-0000000000000000';
/** The administrator waits for the answer. */
const timeoutMs = 10_000;

const connections: Record<ConnectionKind, Connection> = {
  database: { provider: () => 'PostgreSQL', attempt: (ctx) => sql`select 1`.execute(ctx.db) },
  mail: { provider: (ctx) => ctx.mail.name, attempt: (ctx) => ctx.mail.check() },
  sms: { provider: (ctx) => ctx.sms.name, attempt: (ctx) => ctx.sms.check() },
  // An unknown charge: the provider's answer that it does not exist proves that the credentials work.
  payments: {
    provider: (ctx) => ctx.payments.name,
    attempt: (ctx) => ctx.payments.findCharge({ reference: checkKey.replaceAll('-', '').slice(0, 32) }),
  },
  push: {
    provider: (ctx) => (ctx.config.fcm ? 'Firebase' : 'Web Push'),
    attempt: (ctx) => Promise.all(ctx.push.map((sender) => sender.check())),
  },
  realtime: {
    provider: (ctx) => (ctx.config.pusher ? 'Pusher' : 'Praça'),
    attempt: (ctx) => ctx.realtime.check(),
  },
  sign_in: {
    provider: (ctx) => ctx.identityProviders.map(({ name }) => name).join(', '),
    attempt: (ctx) => Promise.all(ctx.identityProviders.map((provider) => provider.check())),
  },
  images: { provider: storeOf, attempt: (ctx) => ctx.images.exists('0'.repeat(32)) },
  files: {
    provider: storeOf,
    async attempt(ctx) {
      await ctx.files.write(checkKey, one(Buffer.from('ok')));
      await ctx.files.remove(checkKey);
    },
  },
};

function storeOf({ config }: Ctx): string {
  return config.s3 ? 'S3' : 'disco';
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** How the connection to a service is tested. */
export function connectionTestOf(service: Service): Connection {
  return connections[service];
}

export async function checkConnection(
  ctx: Ctx,
  viewer: Viewer,
  kind: ConnectionKind,
): Promise<ConnectionResult> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  return tryOut(ctx, connections[kind]);
}

/** Tests a service. A failure is a normal result, with its cause in words and without the credentials. */
export async function tryOut(ctx: Ctx, { provider, attempt }: Connection): Promise<ConnectionResult> {
  const began = performance.now();
  const spent = () => Math.round(performance.now() - began);
  try {
    await Promise.race([attempt(ctx), sleep(timeoutMs, undefined, { ref: false }).then(failTimeout)]);
    return { ok: true, provider: provider(ctx), durationMs: spent(), detail: null };
  } catch (error) {
    ctx.log.warn({ reason: errorText(error), provider: provider(ctx) }, 'a connection check failed');
    return { ok: false, provider: provider(ctx), durationMs: spent(), detail: reasonOf(error) };
  }
}

function failTimeout(): never {
  throw Object.assign(new Error('no answer in time'), { name: 'TimeoutError' });
}

const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ESOCKET',
  'UND_ERR_SOCKET',
  'ECONNECTION',
  'EDNS',
];

/** Only the kind of the failure: a provider's message may contain an address or a part of a key. */
function reasonOf(error: unknown): string {
  const { code, status, name, message } = factsOf(error);
  if (['EAUTH', 'EENVELOPE'].includes(code) || status === 401 || status === 403 || /\b40[13]\b/.test(message))
    return 'O provedor recusou a chave.';
  if (name === 'TimeoutError') return 'O serviço demorou demais para responder.';
  if (unreachable.includes(code)) return 'O serviço não respondeu. Confira o endereço e a rede.';
  return 'O teste falhou. O motivo está no registro do servidor.';
}

function errorText(error: unknown): string {
  const { code, status, name } = factsOf(error);
  return [name, code, status].filter(Boolean).join(' ');
}

/** `fetch` reports the actual error in the cause. */
function factsOf(error: unknown): { code: string; status: number; name: string; message: string } {
  const { code, status, name, message, cause } = (error ?? {}) as Record<string, unknown>;
  const inner = cause === undefined ? null : factsOf(cause);
  return {
    code: String(inner?.code || (code ?? '')),
    status: inner?.status || Number(status ?? 0),
    name: String(name ?? ''),
    message: String(message ?? ''),
  };
}
