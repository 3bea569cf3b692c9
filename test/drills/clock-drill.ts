import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import { password } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { scrape, valueOf } from '#test/metrics/scrape.ts';
import { restarted } from './kill-drill.ts';
import { drillRounds, stockFor } from './rounds.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';
import { pageCookie } from './visitors.ts';

const moves = [
  { of: 'site', by: '+5m', offsetSeconds: -300 },
  { of: 'site', by: '-5m', offsetSeconds: 300 },
  { of: 'worker', by: '+5m', offsetSeconds: -300 },
  { of: 'worker', by: '-5m', offsetSeconds: 300 },
] as const;
/** How long purchases go on with the moved clock. */
const movedMs = 15_000;
/** The alert PracaClockOff asks for so much. */
const alertSeconds = 2;
/** How far apart two equal deadlines may be: the time of a busy machine, not of a wrong clock. */
const spreadSeconds = 60;

const userAgent = 'praca-drill';
const usual = { 'content-type': 'application/json', 'user-agent': userAgent };

/**
 * One site, and then the worker, runs five minutes ahead, and then five minutes late, under purchases. People sign in there,
 * also with an authenticator app, no deadline is longer or shorter than that of the others, rows are written in the order
 * of the database's clock, and the metric of the alert shows the difference.
 * @returns what is wrong, one line each
 */
export async function drillClocks(options: DrillOptions): Promise<string[]> {
  const library = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
  if (library === undefined) return ['Falta a biblioteca libfaketime (apt-get install libfaketime).'];
  const stage = await openDrillStage({ buyers: 6, stock: 800 + stockFor(options) });
  const errors: string[] = [];
  const moved = { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  try {
    return await drillRounds(options, {
      stage,
      async strike(n) {
        const { of, by, offsetSeconds } = moves[n % moves.length]!;
        const since = performance.now();
        await restartWith(stage, of, { ...moved, FAKETIME: by });
        const seen = await untilOffset(stage, of, (seconds) => Math.abs(seconds - offsetSeconds) < 30);
        const tookMs = performance.now() - since;
        options.say(`${of} ${by}: praca_clock_offset_seconds ${seen.toFixed(1)}`);
        await sleep(movedMs);
        if (of === 'site')
          errors.push(...(await signIn(stage, stage.seller)), ...(await signIn(stage, stage.admin)));
        await restartWith(stage, of, { LD_PRELOAD: '' });
        await untilOffset(stage, of, (seconds) => Math.abs(seconds) < alertSeconds);
        return { what: `${of} ${by}`, tookMs };
      },
      restore: async () => [...errors.splice(0), ...(await stage.ask(findWrongTimes))],
    });
  } finally {
    await stage.close();
  }
}

async function restartWith(
  { webs, worker, untilUp }: DrillStage,
  of: 'site' | 'worker',
  environment: Record<string, string>,
): Promise<void> {
  const server = of === 'site' ? webs[0]! : worker;
  server.configure(environment);
  await restarted(server);
  if (of === 'site') await untilUp(0);
}

/** @returns the seconds by which the database's clock is ahead of the process's, as its metrics say */
async function untilOffset(
  { metricsPorts }: DrillStage,
  of: 'site' | 'worker',
  isSo: (seconds: number) => boolean,
): Promise<number> {
  const port = of === 'site' ? metricsPorts.webs[0]! : metricsPorts.worker;
  const until = performance.now() + 120_000;
  while (performance.now() < until) {
    const samples = await scrape(`http://127.0.0.1:${port}/metrics`).catch(() => []);
    const seconds = valueOf(samples, 'praca_clock_offset_seconds');
    if (seconds !== undefined && isSo(seconds)) return seconds;
    await sleep(200);
  }
  throw new Error(`the metric never showed the clock of the ${of}`);
}

/** Signs in at the moved site, with the app's code where the person has one, and uses the session at the other site. */
async function signIn({ urls }: DrillStage, person: Person): Promise<string[]> {
  const [here, there] = urls as [string, string];
  const cookie = await pageCookie(here);
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${here}/api/v1${path}`, {
      method: 'POST',
      headers: { ...usual, 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify(body),
    });
  const opened = await post(
    '/sessions',
    { login: person.email, password },
    { cookie, 'x-xsrf-token': cookie.slice(cookie.indexOf('=') + 1) },
  );
  const text = await opened.text();
  if (!opened.ok) return [`signing in: ${text}`];
  let token = tokenOf(text);
  if (person.role === 'admin') {
    const proof = { method: 'totp', code: await person.code() };
    const proved = await post('/sessions/current/proofs', proof, { authorization: `Bearer ${token}` });
    const reply = await proved.text();
    if (!proved.ok) return [`the app's code: ${reply}`];
    // The second step gives the session another token.
    token = tokenOf(reply);
  }
  const authorization = `Bearer ${token}`;
  const faults: string[] = [];
  for (const url of [here, there]) {
    const answer = await fetch(`${url}/api/v1/user`, { headers: { authorization } });
    if (!answer.ok) faults.push(`the session at ${url}: ${await answer.text()}`);
  }
  return faults;
}

const tokenOf = (reply: string) => (JSON.parse(reply) as { data: { token: string } }).data.token;

/** Equal deadlines that differ, and rows that were written in another order than their times say. */
async function findWrongTimes(db: Db): Promise<string[]> {
  const spreads = await sql<{ what: string; seconds: number }>`
    select 'payments' as what, extract(epoch from max(expires_at - created_at) - min(expires_at - created_at))::float8
      as seconds from payments
    union all (select 'sessions', extract(epoch from max(expires_at - created_at) - min(expires_at - created_at))::float8
      from sessions where user_agent = ${userAgent} and state = 'active' group by user_id)
    union all select 'orders', extract(epoch from max(due_at - delivered_at) - min(due_at - delivered_at))::float8
      from orders where state = 'delivered'`.execute(db);
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.column_name in ('created_at', 'at') and exists (
      select from information_schema.columns i where i.table_schema = 'public' and i.table_name = c.table_name
        and i.column_name = 'id' and i.data_type = 'bigint')`.execute(db);
  const faults = spreads.rows
    .filter(({ seconds }) => seconds > spreadSeconds)
    .map(({ what, seconds }) => `${what}: equal deadlines differ by ${Math.round(seconds)} s`);
  for (const { table, column } of tables) {
    const at = sql.ref(column);
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from (
        select ${at} as at, lag(${at}) over (order by id) as before from ${sql.table(table)}
        where ${at} > (select min(created_at) from orders)) one
      where at < before - ${spreadSeconds} * interval '1 second' or at > market_now() + interval '1 second'`.execute(
      db,
    );
    if (rows[0]!.rows > 0) faults.push(`${table}: ${rows[0]!.rows} rows of another clock`);
  }
  return faults;
}
