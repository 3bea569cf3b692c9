import { refusal } from '#server/adapters/payments/failures.ts';

export interface MelhorEnvioSettings {
  /** A token from Melhor Envio's panel. */
  token: string;
  /** The secret of the application that signs webhooks; null: none are accepted. */
  webhookSecret: string | null;
  /** Who answers for this installation: Melhor Envio requires an e-mail in each request. */
  contact: string;
  /** Without a slash at the end. */
  baseUrl: string;
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v2/me`. */
  path: string;
  body?: unknown;
  timeoutMs?: number;
}

export type MelhorEnvioCaller = <T>(call: Call) => Promise<T | null>;

const timeoutMs = 15_000;
const maxPdfBytes = 20 * 1_048_576;
/** Codes that say nothing about the request itself: a changed token, a missing scope, a timeout, a lock, a rate limit. */
const unanswered = new Set([401, 403, 408, 423, 429]);

/**
 * Calls of Melhor Envio's API. A 404 and an empty answer are null; another 4xx throws a refusal; everything else throws
 * a plain error, after which the outcome is unknown.
 */
export function createMelhorEnvioCaller({ token, contact, baseUrl }: MelhorEnvioSettings): MelhorEnvioCaller {
  return async <T>({ method, path, body, ...call }: Call): Promise<T | null> => {
    const answer = await fetch(`${baseUrl}/api/v2/me/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'user-agent': `Praca (${contact})`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(call.timeoutMs ?? timeoutMs),
    });
    if (answer.status === 404 || answer.status === 204) return null;
    const content: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && content !== undefined) return content as T;
    const code = errorCode(content);
    if (answer.ok || answer.status >= 500 || unanswered.has(answer.status))
      throw new Error(`Melhor Envio: no answer, ${answer.status} (${code})`);
    throw refusal('Melhor Envio', answer.status, code);
  };
}

/** Downloads a label from the address that the API named; it needs no token, so none is sent. */
export async function downloadPdf(address: string, baseUrl: string): Promise<Uint8Array> {
  const { protocol, origin } = new URL(address);
  if (protocol !== 'https:' && origin !== new URL(baseUrl).origin)
    throw new Error('Melhor Envio: a label has no https address');
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`Melhor Envio: no label, ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > maxPdfBytes || Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new Error('Melhor Envio: a label is no PDF');
  return bytes;
}

/** The names of the fields at fault, or «balance»; messages are left out, because they may contain personal data. */
function errorCode(content: unknown): string {
  if (typeof content !== 'object' || content === null) return 'no JSON';
  const { errors, error, message } = content as { errors?: unknown; error?: unknown; message?: unknown };
  for (const fields of [errors, error])
    if (typeof fields === 'object' && fields !== null) return Object.keys(fields).slice(0, 10).join(', ');
  return /saldo/i.test(`${String(error)} ${String(message)}`) ? 'balance' : 'unknown';
}
