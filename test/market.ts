import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pino from 'pino';
import { connect, connectPool } from '#db/connect.ts';
import { openClient } from '#db/servers.ts';
import { demoAccount, demoCompany } from '#demo/market/receiving-account.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { createApp } from '#server/process/app.ts';
import { buildContext } from '#server/process/build-context.ts';
import { clearCaches } from '#server/concurrency/cache.ts';
import { readConfig } from '#server/config/config.ts';
import type { Ctx } from '#server/context.ts';
import { allJobs } from '#server/process/jobs-list.ts';
import type { JobName } from '#server/background/jobs.ts';
import { ensurePageTexts } from '#server/settings/page-texts.ts';
import { ensureRules, invalidateRules } from '#server/settings/queries.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { request } from './http-request.ts';
import type { RequestOptions } from './http-request.ts';
import { createPerson } from './accounts/people.ts';
import type { PersonOptions } from './accounts/people.ts';
import { openListingsOnSale } from './listings/listings-on-sale.ts';

export type Market = Awaited<ReturnType<typeof createMarket>>;

/**
 * A separate market for a test: a fresh database, simulators, and the whole API.
 * @param settings of the operator, over the usual ones
 * @param given a migrated database, instead of one in the cluster of the tests
 */
export async function createMarket(settings: Record<string, string> = {}, given?: TestDatabase) {
  const database = given ?? (await createTestDatabase());
  await openClock(database.ownerUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-test-'));
  const db = connect(database.appUrl, { max: 20, applicationName: 'test' });
  await ensureRules(db);
  await ensurePageTexts(db);
  // What a withdrawal asks of its person beyond a session has tests of its own.
  await setRules({
    security: { ...defaultRules.security, withdrawalNeedsSecondFactor: false },
    company: demoCompany,
    receipts: { ...defaultRules.receipts, account: demoAccount },
    // So do the documents that level N3 needs.
    documents: { ...defaultRules.documents, neededFrom: 'none' },
    // So does a red thermometer, which a seller of many complaints in one file would reach.
    sellerLevels: { ...defaultRules.sellerLevels, fewestOrders: 1_000 },
    // Ages are proven in the tests of minors only (F58).
    ages: { ...defaultRules.ages, enforced: false },
    // So do the rules of risk: accounts and sellers of tests are seconds old.
    risk: { ...defaultRules.risk, active: false },
  });
  const secretKey = randomBytes(32).toString('hex');
  const config = {
    ...readConfig({
      // Under a public name simulators run in production only.
      NODE_ENV: settings.PUBLIC_URL ? 'production' : 'test',
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      ALLOW_SIMULATORS: '1',
      ...settings,
    }),
  };
  const log = pino({ level: 'silent' });
  const ctx: Ctx = buildContext({ config, db, log });
  const app = await createApp(ctx);
  await app.ready();
  const shelf = openListingsOnSale(ctx);
  const jobsPool = connectPool(database.appUrl, { max: 10, applicationName: 'test jobs' });
  const taskList = Object.fromEntries(
    (Object.keys(allJobs) as JobName[]).map((job) => [
      job,
      (payload: unknown) => allJobs[job](ctx, payload as never),
    ]),
  );

  /** Rules of this market from now on; a version of its own. The process may know the older one for a second. */
  async function setRules(changes: Partial<Rules>): Promise<void> {
    await sql`insert into rule_versions (rules, starts_at)
      select rules || ${JSON.stringify(changes)}::jsonb, starts_at + interval '1 second' from rule_versions
      order by id desc limit 1`.execute(db);
    invalidateRules(db);
  }

  const user = (options?: PersonOptions) => createPerson(ctx, options);

  async function moveClock(byMs: number): Promise<void> {
    await sql`select move_clock(${byMs}::bigint)`.execute(db);
  }

  /** Runs all pending work: due timers, notices, letters, and their consequences. */
  async function settle(): Promise<void> {
    await sql`select pass_a_minute()`.execute(db);
    await drain(ctx, allSweeps);
    if (!(await jobsWait())) return;
    await runOnce({ pgPool: jobsPool, taskList, noHandleSignals: true, logger: silent });
    await drain(ctx, allSweeps);
  }

  async function jobsWait(): Promise<boolean> {
    const { rows } = await sql`select from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= now() limit 1`.execute(db);
    return rows.length > 0;
  }

  async function close(): Promise<void> {
    await app.close();
    await jobsPool.end();
    await db.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  return {
    ctx,
    app,
    database,
    user,
    setRules,
    ...shelf,
    moveClock,
    drain: settle,
    forgetCaches: () => clearCaches(ctx),
    request: (method: string, path: string, options?: RequestOptions) => request(app, method, path, options),
    close,
  };
}

const silent = new Logger(() => () => undefined);

/**
 * Only the owner may open the clock; the application may then move it. The look at the books goes by the machine's clock,
 * and looks within seconds count as one: without a minute between them each would be at all sales of the file again.
 */
async function openClock(ownerUrl: string): Promise<void> {
  const client = await openClient(ownerUrl);
  await client.query(`update clock set movable = true;
    create function pass_a_minute() returns void language sql security definer set search_path = pg_catalog, pg_temp
      as $$ update money.check_progress set at = at - interval '1 minute' $$;
    create function set_role(person bigint, to_role text) returns void language sql security definer
      set search_path = pg_catalog, pg_temp
      as $$ update public.users set role = to_role where id = person $$;
    create function forget_credentials() returns void language sql security definer set search_path = pg_catalog, pg_temp
      as $$ delete from public.credentials $$`);
  await client.end();
}
