import type { Client } from 'pg';
import { connect, withSettings } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { openClient } from '#db/servers.ts';
import { manualClosedBecause } from '#domain/payments/methods.ts';
import { fault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx } from '#server/context.ts';
import { isLocal } from '#server/config/loopback.ts';
import { ensurePageTexts } from '#server/settings/page-texts.ts';
import { currentRules, ensureRules } from '#server/settings/queries.ts';
import type { Database } from '#server/database/database.ts';
import { createApp } from './app.ts';
import { buildContext } from './build-context.ts';
import { allSweeps } from './sweeps.ts';

type Say = (line: string) => void;
type DatabaseUrls = Pick<Database, 'ownerUrl' | 'appUrl'>;

/** Held while a half-filled demo market is discarded, until the database is whole again. */
const clearingLock = 7_214_004;
/** Held while the demo market is filled; PostgreSQL releases it if the process dies. */
export const fillingLock = 7_214_005;
/** One for the calls, one for the sweeps, and one for what runs beside them. */
const fillingConnections = 3;

/**
 * Discards a demo market whose filling was interrupted, so that the next start fills a complete one. It touches only a
 * database that is marked as a demo and that no process is filling.
 */
export async function discardHalfFilledDemo(config: Config, ownerUrl: string, say: Say): Promise<void> {
  if (!config.demo) return;
  await asOwner(ownerUrl, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [clearingLock]);
    await owner.query('begin');
    const discarded = (await isHalfFilled(owner)) && (await mayFill(owner, 'pg_try_advisory_xact_lock'));
    if (discarded) {
      say('A praça de demonstração tinha ficado pela metade; começando de novo…');
      await owner.query(
        'drop schema if exists public, money, simulator, graphile_worker cascade; create schema public',
      );
    }
    await owner.query('commit');
    if (discarded) await migrate(ownerUrl, { log: say });
  });
}

/**
 * The demo accounts have published passwords, so a database with them serves this machine only (T55).
 * @throws a fault in production and under any address beyond loopback
 */
export async function refusePublicDemo(config: Config, ownerUrl: string): Promise<void> {
  if (!config.production && isLocal(config)) return;
  await asOwner(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query('select from installation where demo_begun_at is not null');
    if (rowCount === 0) return;
    throw fault(
      'Este banco tem o mercado de demonstração, com contas de senha conhecida, e só serve a este computador. ' +
        'Use um banco novo (DATABASE_URL, ou outra DATA_DIR).',
    );
  });
}

async function isHalfFilled(owner: Client): Promise<boolean> {
  const { rowCount } = await owner.query(
    'select from installation where demo_begun_at is not null and demo_filled_at is null',
  );
  return rowCount !== 0;
}

async function mayFill(owner: Client, take: string): Promise<boolean> {
  const { rows } = await owner.query(`select ${take}($1) as alone`, [fillingLock]);
  return rows[0].alone;
}

/** Stores the first rules, locks the clock, and fills the demo market where it is configured and missing. */
export async function prepareInstallation(ctx: Ctx, urls: DatabaseUrls, say: Say): Promise<void> {
  await ensureRules(ctx.db);
  await ensurePageTexts(ctx.db);
  const movable = ctx.config.simulators && !ctx.config.production;
  await asOwner(urls.ownerUrl, (owner) => owner.query('update clock set movable = $1', [movable]));
  if (ctx.config.demo) await fillDemo(ctx, urls, say);
  const { rules } = await currentRules(ctx.db);
  const reason = manualClosedBecause(rules);
  if (reason) ctx.log.warn({ reason }, 'payment by hand stays closed');
}

async function fillDemo(ctx: Ctx, { ownerUrl, appUrl }: DatabaseUrls, say: Say): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    if (!(await mayFill(owner, 'pg_try_advisory_lock')))
      return say('Outro processo está montando a praça de demonstração.');
    const { rowCount } = await owner.query(`update installation set demo_begun_at = now()
      where demo_begun_at is null and not exists (select from users)`);
    if (rowCount !== 1) return;
    const startedAt = performance.now();
    say('Montando a praça de demonstração (só na primeira vez)…');
    await fillMarket(ctx, appUrl, say);
    // Waits for the disk, and with it for everything that was committed before.
    await owner.query('update installation set demo_filled_at = now()');
    say(`Praça de demonstração pronta em ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  });
}

/**
 * Fills the market through an API of its own, whose thousands of commits do not wait for the disk: after a crash a
 * market that is not complete is discarded anyway.
 */
async function fillMarket({ config, log, keys }: Ctx, appUrl: string, say: Say): Promise<void> {
  const { seedDemoMarket } = await import('#demo/seed.ts');
  const db = connect(withSettings(appUrl, { synchronous_commit: 'off' }), {
    max: fillingConnections,
    applicationName: 'praca-demo',
  });
  // Carriers and lookups that are away in the demo's past are part of it.
  const ctx = buildContext({ config, db, log: log.child({}, { level: 'error' }), keys });
  const app = await createApp(ctx);
  try {
    await app.ready();
    await seedDemoMarket({ app, ctx, sweeps: allSweeps, progress: (line) => say(`  ${line}`) });
  } finally {
    await app.close();
    await db.destroy();
  }
}

async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = await openClient(ownerUrl);
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
