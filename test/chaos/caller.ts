import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import type { Person } from '#test/accounts/people.ts';

/** What the server said. `code` is its refusal, `ok` for what it did. */
export interface ApiReply {
  status: number;
  code: string;
  // Replies of every shape; the contract is what types them elsewhere.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  text: string;
}

/** Answers that are not kept under the key: the door's, and those that say to ask again. */
const unkept = new Set([
  'request_in_progress',
  'unavailable',
  'step_up_required',
  'second_factor_required',
  'too_many_requests',
]);

/** A server that was killed on a busy machine takes its time to come back. */
const patienceMs = 10 * 60_000;

/** Calls over HTTP that outlive the server: sent again under the same key until there is an answer, as people do. */
export function openCaller(url: string, webhookKey: Buffer) {
  /** Answers of 500 and more: each is a defect. */
  const defects: string[] = [];
  /** How often each action ended how. */
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

  /** The same wish twice at once, as by a double click: one answer, told twice. */
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

  /** A notice of the bank about a charge, signed or not. */
  function notice(reference: string, eventId: string, forged = false): Promise<ApiReply> {
    const body = JSON.stringify({ eventId, kind: 'charge', reference });
    const signed = signNotice(forged ? Buffer.from('another key') : webhookKey, body);
    return send('POST', '/webhooks/simulator', { 'content-type': 'application/json', ...signed }, body);
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
        if (answer.status >= 500) defects.push(`${method} ${path}: ${answer.status} ${answer.text}`);
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

  return { call, post, get, twice, notice, count, counts, defects };
}

/** What an answer says: not its number, nor the order of its parts, which a kept refusal does not keep. */
function tellingOf({ text }: ApiReply): object {
  const { requestId: _, ...said } = JSON.parse(text) as { requestId?: string };
  return said;
}
