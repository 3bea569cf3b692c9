import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { openClient } from '#db/servers.ts';
import { countSellers } from '#server/accounts/seller-levels/jobs.ts';
import { readConfig } from '#server/config/config.ts';
import { buildContext } from '#server/process/build-context.ts';
import { ensureRules } from '#server/settings/queries.ts';
import { readOptions } from '#test/process/options.ts';
import { benchSecretKey } from './servers.ts';
import { fillStaffMarket } from './staff-market.ts';

/**
 * `npm run bench:levels`: how long the monthly check of all sellers takes (§4.13): one worker counts the sales of each
 * and checks the level, batch after batch, as in the first hours of a month. The target is 5 minutes for 100,000 sellers.
 *
 * --sellers N  how many sellers there are (100 000)
 * --orders N   how many orders they had in the past year (1 000 000)
 */
const values = readOptions({
  sellers: { type: 'string', default: '100000' },
  orders: { type: 'string', default: '1000000' },
});
const sellers = Number(values.sellers);
const targetSeconds = 300;

const directory = await mkdtemp(join(tmpdir(), 'praca-bench-levels-'));
const quiet = () => undefined;
const postgres = await startEmbedded({ dataDir: join(directory, 'db'), log: quiet });
try {
  await migrate(postgres.ownerUrl, { log: quiet });
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET_KEY: benchSecretKey,
    DATA_DIR: directory,
    DATABASE_URL: postgres.ownerUrl,
    DATABASE_APP_URL: postgres.appUrl,
    ALLOW_SIMULATORS: '1',
  });
  const db = connect(postgres.appUrl, { max: 4, applicationName: 'praca-bench-levels' });
  await ensureRules(db);
  await fillStaffMarket(postgres.ownerUrl, {
    orders: Number(values.orders),
    people: sellers + 20_000,
    listings: sellers,
    sellers,
  });
  const due = await enrolSellers();
  const ctx = buildContext({ config, db, log: pino({ level: 'silent' }) });
  const startedAt = performance.now();
  let checked = 0;
  for (;;) {
    // Each batch locks the next sellers, as in a worker.
    // oxlint-disable-next-line no-await-in-loop
    const count = await countSellers.run(ctx);
    if (count === 0) break;
    checked += count;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::int as count from seller_checks group by 1 order by 1`.execute(db);
  console.log(`${checked} of ${due} sellers with ${values.orders} orders checked in ${seconds.toFixed(1)} s`);
  console.log(rows.map(({ outcome, count }) => `${outcome}: ${count}`).join(', '));
  console.log(seconds <= targetSeconds ? 'within the target' : `beyond the target of ${targetSeconds} s`);
  await db.destroy();
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** The rows that the first paid sale makes, due for the check of this month. */
async function enrolSellers(): Promise<number> {
  const client = await openClient(postgres.ownerUrl);
  try {
    const { rowCount } = await client.query(`
      insert into seller_levels (user_id, counted_on, checked_month)
      select distinct seller_id, current_date - 1, (date_trunc('month', now()) - interval '1 month')::date from orders`);
    await client.query('analyze seller_levels');
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
