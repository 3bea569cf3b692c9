import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import type { Person } from '#test/accounts/people.ts';

/** A reply of the server. `code` is its error code, or `ok`. */
export interface ApiReply {
  status: number;
  code: string;
  // Replies have every shape; elsewhere the contract types them.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  text: string;
}

/** Refusals that are not stored under the idempotency key: those before the handler, and those that ask to retry. */
const unkept = new Set([
  'request_in_progress',
  'unavailable',
  'step_up_required',
  'second_factor_required',
  'too_many_requests',
]);

/** Time for a killed server to restart on a busy machine. */
const patienceMs = 10 * 60_000;

/** Calls over HTTP that survive a restart of the server: they are retried under the same key until there is a reply. */
export function openCaller(url: string, webhookKey: Buffer) {
  /** Replies of 500 and more: each is a defect. */
  const defects: string[] = [];
  /** How often each action had each outcome. */
  const counts = new Map<string, Map<string, number>>();

  async function call(who: Person, method: string, path: string, body?: unknown, key = randomUUID()) {
    const isBytes = Buffer.isBuffer(body);
    const headers = {
      authorization: `Bearer ${who.token}`,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': isBytes ? 'application/pdf' : 'application/json' }),
    };
    return send(method, path, headers, isBytes ? body : JSON.stringify(body));
  }

  const post = (who: Person, path: string, body?: unknown) => call(who, 'POST', path, body);
  const get = (who: Person, path: string) => call(who, 'GET', path);

  /** The same request twice at once, as by a double click: both must get the same reply. */
  async function twice(who: Person, path: string, body?: unknown): Promise<ApiReply> {
    const key = randomUUID();
    const [one, other] = await Promise.all([
      call(who, 'POST', path, body, key),
      call(who, 'POST', path, body, key),
    ]);
    const isUnkept = [one, other].some(({ code }) => unkept.has(code));
    if (!isUnkept && !isDeepStrictEqual(tellingOf(one), tellingOf(other)))
      defects.push(`${path}: one key, two answers: ${one.text} / ${other.text}`);
    return one;
  }

  /** A webhook notice of the bank about a charge, signed or not. */
  function notice(reference: string, eventId: string, forged = false): Promise<ApiReply> {
    const body = JSON.stringify({ eventId, kind: 'charge', reference });
    const signed = signNotice(forged ? Buffer.from('another key') : webhookKey, body);
    return send('POST', '/webhooks/simulator', { 'content-type': 'application/json', ...signed }, body);
  }

  /** A webhook of the carrier about a label, signed or not. */
  function parcelNotice(labelId: string, eventId: string, forged = false): Promise<ApiReply> {
    const body = JSON.stringify({ eventId, kind: 'charge', reference: labelId });
    const signed = signNotice(forged ? Buffer.from('another key') : webhookKey, body);
    const headers = { 'content-type': 'application/json', ...signed };
    return send('POST', '/webhooks/shipping/simulator', headers, body);
  }

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<ApiReply> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const answer = await attempt(method, path, headers, body).catch(() => undefined);
      if (answer) {
        if (answer.status >= 500 && !isCarrierAway(path, answer))
          defects.push(`${method} ${path}: ${answer.status} ${answer.text}`);
        return answer;
      }
      if (performance.now() > until) throw new Error(`${method} ${path} was never answered`);
      await sleep(100);
    }
  }

  async function attempt(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<ApiReply> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: body as string }),
    });
    const text = await answer.text();
    const read = JSON.parse(text) as { code?: string; data?: unknown };
    return { status: answer.status, code: read.code ?? 'ok', data: read.data, text };
  }

  function count(action: string, { code }: Pick<ApiReply, 'code'>): void {
    const outcomes = counts.get(action) ?? new Map<string, number>();
    counts.set(action, outcomes.set(code, (outcomes.get(code) ?? 0) + 1));
  }

  return { call, post, get, twice, notice, parcelNotice, count, counts, defects };
}

/** The simulated carrier is away for some first labels, which the seller reads as such. */
const isCarrierAway = (path: string, { code }: ApiReply) => code === 'unavailable' && path.endsWith('/label');

/** The content of a reply, without its request id and key order, which a stored refusal does not preserve. */
function tellingOf({ text }: ApiReply): object {
  const { requestId: _, ...said } = JSON.parse(text) as { requestId?: string };
  return said;
}
