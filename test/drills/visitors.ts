import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { password } from '#test/accounts/people.ts';
import { percentile } from './rounds.ts';
import type { DrillStage } from './stage.ts';

/** Milliseconds between the calls of each kind. */
const pauses = { ler: 150, entrar: 2_000, anunciar: 500 };
type Kind = keyof typeof pauses;

/** A busy machine makes a call late by chance; p95 may grow so much without being a fault. */
const mostTimes = 3;
const noiseMs = 300;

/** A started site answers its first calls late, and only then is quick. */
const warmUpMs = 12_000;
const normalMs = 20_000;
const [warmUp, normal] = ['primeiras', 'antes'];

/**
 * People who do not buy: they read, sign in and list, and need neither the payment provider nor the bucket. They come
 * until `stop`.
 */
export async function openVisitors(stage: DrillStage) {
  const { seller, people } = stage;
  const took = new Map<string, number[]>();
  const faults: string[] = [];
  let phase = warmUp;
  const over = new AbortController();

  const categoryId = await stage.ask(async (db) => {
    const { rows } = await sql<{ id: number }>`select category_id as id from listings limit 1`.execute(db);
    return rows[0]!.id;
  });
  const { data: draft } = (await (
    await call(stage.url, 'POST', '/listings', { categoryId }, seller.token)
  ).json()) as {
    data: { id: number };
  };
  let turn = 0;
  let signIns = 0;
  const calls: Record<Kind, () => Promise<Response>> = {
    ler: () =>
      turn++ % 2 === 0
        ? call(stage.url, 'GET', '/public/listings')
        : call(stage.url, 'GET', '/purchases', undefined, people[0]!.token),
    // An account has a limit of its own.
    entrar: () =>
      call(stage.url, 'POST', '/sessions', { login: people[signIns++ % people.length]!.email, password }),
    anunciar: () =>
      call(stage.url, 'PATCH', `/listings/${draft.id}`, { title: `Espada ${turn}` }, seller.token),
  };

  async function repeat(kind: Kind): Promise<void> {
    while (!over.signal.aborted) {
      const key = `${phase} ${kind}`;
      const since = performance.now();
      const answer = await calls[kind]().catch((error: Error) => error);
      const text = answer instanceof Error ? answer.message : await answer.text();
      if (phase !== warmUp && (answer instanceof Error || !answer.ok)) faults.push(`${key}: ${text}`);
      took.set(key, [...(took.get(key) ?? []), performance.now() - since]);
      await sleep(pauses[kind]);
    }
  }

  const coming = Promise.all((Object.keys(pauses) as Kind[]).map(repeat));
  return {
    /** Measures what is normal, once the sites are warm. */
    async begin(): Promise<void> {
      await sleep(warmUpMs);
      phase = normal;
      await sleep(normalMs);
    },
    enter: (name: string) => void (phase = name),
    async stop(): Promise<void> {
      over.abort();
      await coming;
    },
    /** What was refused, and what became slower than normal; `say` gets a line for each kind of call. */
    judge: (say: (line: string) => void) => [...faults.slice(0, 10), ...findSlow(took, say)],
  };
}

/** Kinds of calls that became slow, by the times of `phase kind`. */
function findSlow(took: ReadonlyMap<string, readonly number[]>, say: (line: string) => void): string[] {
  return Object.keys(pauses).flatMap((kind) => {
    const before = percentile(took.get(`${normal} ${kind}`) ?? [], 0.95);
    const phases = [...took.keys()].filter((key) => key.endsWith(` ${kind}`) && !key.startsWith(warmUp));
    return phases.flatMap((key) => {
      const all = took.get(key)!;
      const p95 = percentile(all, 0.95);
      const ratio = (p95 / before).toFixed(1);
      say(`${key}: ${all.length} chamadas, p95 ${Math.round(p95)} ms, ${ratio} vezes o de antes`);
      return p95 > before * mostTimes + noiseMs ? [`${key}: p95 ${Math.round(p95)} ms`] : [];
    });
  });
}

async function call(
  url: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Response> {
  const cookie = body && !token ? await pageCookie(url) : undefined;
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie, 'x-xsrf-token': cookie.slice(cookie.indexOf('=') + 1) }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
}

/** The cookie that a page sets and its forms repeat. */
export async function pageCookie(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/api/v1/public/settings`);
  return headers.getSetCookie()[0]!.split(';')[0]!;
}
