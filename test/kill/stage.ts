import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import { demoAccount, demoCompany } from '#demo/market/receiving-account.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { buildContext } from '#server/process/build-context.ts';
import { readConfig } from '#server/config/config.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/context.ts';
import { ensureRules } from '#server/settings/queries.ts';
import { createPerson } from '#test/accounts/people.ts';
import { freePort } from '#test/process/server-process.ts';
import { openListingsOnSale } from '#test/listings/listings-on-sale.ts';
import { superviseServer } from './supervisor.ts';

export type KillStage = Awaited<ReturnType<typeof openKillStage>>;

/** The first start may have to build the site, and each start is slow on a busy machine. */
const patienceMs = 10 * 60_000;
export const priceCents = 2_500;
const quiet = () => undefined;

/** As a server that is not in production does at its start; staff are created only where the clock may be moved. */
export async function openClock(ownerUrl: string): Promise<void> {
  const owner = connect(ownerUrl, { max: 1, applicationName: 'kill stage' });
  await sql`update clock set movable = true`.execute(owner);
  await owner.destroy();
}

/**
 * A server and a worker on the embedded, durable PostgreSQL of one data folder, each restarted whenever it exits, and a
 * market in it. The process that starts first runs the database, and its port changes with each restart.
 */
export async function openKillStage(dataDir: string, { buyers, stock }: { buyers: number; stock: number }) {
  const secretKey = randomBytes(32).toString('hex');
  const first = await startEmbedded({ dataDir, log: quiet });
  /** Every connection of this process to the PostgreSQL server, the newest last. */
  const joinings = [first];
  await migrate(first.ownerUrl, { log: quiet });
  await openClock(first.ownerUrl);
  let db: Db = open(first.appUrl);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    ALLOW_SIMULATORS: '1',
  });
  const market = await openKillMarket(db, config, { buyers, stock });

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    NODE_ENV: 'test',
    DEMO: '0',
    ALLOW_SIMULATORS: '1',
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
  };
  const web = superviseServer({ ...environment, ROLE: 'web' });
  const worker = superviseServer({ ...environment, ROLE: 'worker' });

  /** Queries the database, which may be down or on another port by now. */
  const ask = <T>(work: (db: Db) => Promise<T>): Promise<T> => insist(() => work(db), reopen);

  let reopening: Promise<void> | undefined;

  function reopen(): Promise<void> {
    return (reopening ??= again().finally(() => (reopening = undefined)));
  }

  async function again(): Promise<void> {
    await sleep(100);
    const joined = await startEmbedded({ dataDir, log: quiet }).catch(() => undefined);
    if (!joined) return;
    const old = db;
    joinings.push(joined);
    db = open(joined.appUrl);
    await old.destroy().catch(quiet);
  }

  const untilUp = () => untilReady(url);

  async function close(): Promise<void> {
    await Promise.all([web.stop(), worker.stop()]);
    await db.destroy().catch(quiet);
    for (const joined of joinings) await joined.stop();
  }

  await untilUp();
  return { url, ...market, web, worker, ask, untilUp, close };
}

/** Repeats a query of a database that is away, after `again`. @throws what else is wrong with it */
export async function insist<T>(work: () => Promise<T>, again: () => Promise<unknown>): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until || !isAway(error)) throw error;
      await again();
    }
  }
}

/** Resolves when the server reports that it is ready. */
export async function untilReady(url: string): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (ready?.ok) return;
    await sleep(20);
  }
  throw new Error(`${url} did not come back`);
}

/** A market with buyers, a seller, an admin and codes in stock, in a database that was just migrated. */
export async function openKillMarket(
  db: Db,
  config: Config,
  { buyers, stock }: { buyers: number; stock: number },
) {
  await ensureRules(db);
  // Without release delay, daily limits and second factor of withdrawals.
  const { verification, security, timers, receipts, refunds, withdrawal } = defaultRules;
  const rules = {
    timers: { ...timers, holdMs: 0 },
    company: demoCompany,
    ages: { ...defaultRules.ages, enforced: false },
    risk: { ...defaultRules.risk, active: false },
    receipts: { ...receipts, account: demoAccount },
    security: { ...security, withdrawalNeedsSecondFactor: false },
    // One admin may decide everything.
    refunds: { ...refunds, automaticCents: 1e12, twoPeopleCents: 1e12 },
    withdrawal: { ...withdrawal, twoPeopleCents: 1e12 },
    verification: {
      ...verification,
      N3: { ...verification.N3, buyPerDayCents: 1e12, withdrawPerDayCents: 1e12 },
    },
  };
  await sql`insert into rule_versions (rules, starts_at)
    select rules || ${JSON.stringify(rules)}::jsonb, starts_at + interval '1 second' from rule_versions
    order by id desc limit 1`.execute(db);

  const ctx = buildContext({ config: { ...config }, db, log: pino({ level: 'silent' }) });
  const shelf = openListingsOnSale(ctx);
  const people = await Promise.all(Array.from({ length: buyers }, () => createPerson(ctx)));
  const seller = await createPerson(ctx);
  const admin = await createPerson(ctx, { role: 'admin' });
  // A long run exceeds the ten minutes for which a proof of identity is recent.
  await sql`update sessions set proved_at = market_now() + interval '1 day',
    second_factor_at = second_factor_at + interval '1 day'`.execute(db);
  const listings: Awaited<ReturnType<typeof shelf.publishedListing>>[] = [];
  for (let left = stock; left > 0; left -= listingLimits.codes.max) {
    const length = Math.min(left, listingLimits.codes.max);
    const codes = Array.from({ length }, () => randomBytes(8).toString('hex'));
    listings.push(await shelf.publishedListing({ seller, priceCents, codes }));
  }
  return { keys: ctx.keys, people, seller, admin, listings };
}

function open(appUrl: string): Db {
  return connect(appUrl, { max: 8, applicationName: 'kill', statementTimeoutMs: 120_000 });
}

/** Errors of the connection rather than of the query. */
function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(ECONN|EPIPE|25006|53100|57P0|08)/.test(code) ||
    /terminated|timeout|Connection|ECONNREFUSED|closed|in recovery|not queryable|driver/i.test(message)
  );
}
