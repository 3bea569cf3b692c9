import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { migrate } from '#db/migrate.ts';
import type { Config } from './config.ts';
import type { Ctx } from './context.ts';
import { ensurePageTexts } from './settings/page-texts.ts';
import { ensureRules } from './settings/queries.ts';
import { allSweeps } from './sweeps.ts';

type Say = (line: string) => void;

/**
 * A demo market that was interrupted while it was filled is thrown away, so that the next start fills a whole one.
 * Only ever touches a database that says of itself that it is a demonstration.
 */
export async function discardHalfFilledDemo(config: Config, ownerUrl: string, say: Say): Promise<void> {
  if (!config.demo) return;
  const halfFilled = await asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query(
      'select from installation where demo_begun_at is not null and demo_filled_at is null',
    );
    if (rows.length === 0) return false;
    await owner.query(
      'drop schema if exists public, money, simulator, graphile_worker cascade; create schema public',
    );
    return true;
  });
  if (!halfFilled) return;
  say('A praça de demonstração tinha ficado pela metade; começando de novo…');
  await migrate(ownerUrl, { log: say });
}

/** First rules, the clock's lock, and the demo market when it was asked for and is not there yet. */
export async function prepareInstallation(
  ctx: Ctx,
  app: FastifyInstance,
  ownerUrl: string,
  say: Say,
): Promise<void> {
  await ensureRules(ctx.db);
  await ensurePageTexts(ctx.db);
  const movable = ctx.config.simulators && !ctx.config.production;
  await asOwner(ownerUrl, (owner) => owner.query('update clock set movable = $1', [movable]));
  if (ctx.config.demo) await fillDemo(ctx, app, ownerUrl, say);
}

async function fillDemo(ctx: Ctx, app: FastifyInstance, ownerUrl: string, say: Say): Promise<void> {
  // The row is claimed by one process; another that starts at the same time leaves the filling to it.
  const claimed = await asOwner(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query(`update installation set demo_begun_at = now()
      where demo_begun_at is null and not exists (select from users)`);
    return rowCount === 1;
  });
  if (!claimed) return;
  const startedAt = performance.now();
  say('Montando a praça de demonstração (só na primeira vez)…');
  const { seedDemoMarket } = await import('#db/seed.ts');
  await app.ready();
  await seedDemoMarket({ app, ctx, sweeps: allSweeps, progress: (line) => say(`  ${line}`) });
  await asOwner(ownerUrl, (owner) => owner.query('update installation set demo_filled_at = now()'));
  say(`Praça de demonstração pronta em ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client(ownerUrl);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
