import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { defaultRiskRules } from '#domain/risk/rules.ts';
import { readConfig } from '#server/config/config.ts';
import type { Ctx, Db } from '#server/context.ts';
import { openSession } from '#server/http/session.ts';
import { createApp } from '#server/process/app.ts';
import { buildContext } from '#server/process/build-context.ts';
import { ensureRules, invalidateRules } from '#server/settings/queries.ts';
import { readOptions } from '#test/process/options.ts';
import { analyze, fillMarket } from './market.ts';
import { benchSecretKey } from './servers.ts';

/**
 * `npm run bench:risk-cost`: what the rules of risk cost when an order is placed (F55): the same purchases with all
 * signals on and with the rules off, in turns, so that a busy machine slows both. Ratio of the medians; at most 1.1.
 *
 * --listings N  how many are on sale (10 000)
 * --turns N     turns of each side (20)
 * --orders N    orders of a turn (40)
 */
const values = readOptions({
  listings: { type: 'string', default: '10000' },
  turns: { type: 'string', default: '20' },
  orders: { type: 'string', default: '40' },
});
const target = 1.1;
const peopleWhoBuy = 64;

const directory = await mkdtemp(join(tmpdir(), 'praca-bench-risk-'));
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
  const db = connect(postgres.appUrl, { max: 4, applicationName: 'praca-bench-risk' });
  await ensureRules(db);
  await fillMarket(postgres.ownerUrl, Number(values.listings));
  const ctx = buildContext({ config, db, log: pino({ level: 'silent' }) });
  const ratio = await compare(ctx);
  console.log(`ratio ${ratio.toFixed(2)}, ${ratio <= target ? 'within' : 'beyond'} the target of ${target}`);
  await db.destroy();
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** @returns the median with the rules on, of that with the rules off */
async function compare(ctx: Ctx): Promise<number> {
  const app = await createApp(ctx);
  const tokens = await signIn(ctx.db);
  const { rows: listings } = await sql<{ id: number; price: number }>`
    select id, price_cents as price from listings where delivery_type = 'automatic' and state = 'published'
    order by stock desc limit 1000`.execute(ctx.db);
  let placed = 0;
  const place = async () => {
    const listing = listings[placed % listings.length]!;
    const startedAt = performance.now();
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: {
        authorization: `Bearer ${tokens[placed++ % tokens.length]!}`,
        'idempotency-key': randomUUID(),
      },
      payload: { listingId: listing.id, quantity: 1, expectedTotalCents: listing.price, method: 'pix' },
      // A network that is a place, so that its orders are counted too.
      remoteAddress: `187.4.${placed % 200}.7`,
    });
    const took = performance.now() - startedAt;
    if (statusCode !== 201) throw new Error(body);
    return took;
  };
  const took = { on: [] as number[], off: [] as number[] };
  const turn = async (side: keyof typeof took) => {
    await switchRisk(ctx.db, side === 'on');
    await place();
    for (let order = 0; order < Number(values.orders); order++) took[side].push(await place());
  };
  // Plans made while the tables were empty are of no use.
  await turn('on');
  await analyze(postgres.ownerUrl);
  took.on.length = 0;
  for (let pair = 0; pair < Number(values.turns); pair++)
    for (const side of pair % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const)) await turn(side);
  await app.close();
  const [on, off] = [median(took.on), median(took.off)];
  console.log(
    `${took.on.length} orders a side, median ${off.toFixed(2)} ms without and ${on.toFixed(2)} ms with risk`,
  );
  return on / off;
}

async function signIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from users order by id desc limit ${peopleWhoBuy}`.execute(db);
  return Promise.all(
    rows.map(({ id }) => openSession(db, { userId: id, ip: '187.4.0.7', userAgent: 'bench' })),
  );
}

/** All signals with a weight and no limit of velocity within reach: every order is examined and placed. */
async function switchRisk(db: Db, active: boolean): Promise<void> {
  const weights = Object.fromEntries(Object.keys(defaultRiskRules.weights).map((signal) => [signal, 1]));
  const velocity = Object.fromEntries(Object.keys(defaultRiskRules.velocity).map((limit) => [limit, 1e12]));
  const risk = { ...defaultRiskRules, active, weights, velocity };
  await sql`insert into rule_versions (rules, starts_at)
    select rules || ${JSON.stringify({ risk, maxUnpaidOrders: 1e6 })}::jsonb, starts_at + interval '1 second'
    from rule_versions order by id desc limit 1`.execute(db);
  invalidateRules(db);
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
