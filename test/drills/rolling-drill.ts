import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/context.ts';
import { findFaults } from '#test/invariants.ts';
import { openLoad } from '#test/kill/load.ts';
import { settle } from '#test/kill/run.ts';
import { openClock, openKillMarket } from '#test/kill/stage.ts';
import { password } from '#test/accounts/people.ts';
import { freePort, startServerProcess, startWorkerProcess } from '#test/process/server-process.ts';
import type { ServerProcess } from '#test/process/server-process.ts';
import { findChromium, launchBrowser } from '#test/screens/chromium.ts';
import { openBuyingBrowser } from './buying-browser.ts';
import { openProxy } from './proxy.ts';
import type { DrillOptions } from './stage.ts';

const quiet = () => undefined;
/** What a stop promises (docs/operations.md, Upgrade). */
const drainLimitMs = 10_000;
/** Between two restarts, so that they meet the browser in different steps. */
const pauseMs = 1_500;

/**
 * Two processes of the site behind a proxy are restarted in turn by SIGTERM, under purchases, refunds and withdrawals of
 * programs and while a person buys in a real browser, which may not notice: no error, no reload, no failed write.
 * @returns what is wrong, one line each
 */
export async function drillRolling({ times, say }: DrillOptions): Promise<string[]> {
  if (!findChromium()) return ['falta um Chromium: apt-get install chromium, ou CHROMIUM_PATH=caminho'];
  const stage = await openRollingStage(200 + times * 60);
  const browser = await launchBrowser();
  const load = openLoad(stage);
  const drains: number[] = [];
  const starts: number[] = [];
  let isOver = false;
  try {
    const buying = await openBuyingBrowser({ ...stage, browser, pay: stage.payAtDesk });
    const running = load.run({ isOver: () => isOver, isResting: () => false });
    const person = buying.run();
    for (let n = 0; n < times && buying.isBuying(); n++) {
      await sleep(pauseMs);
      const { drainMs, startMs } = await stage.restart(n % 2);
      drains.push(drainMs);
      starts.push(startMs);
      const { purchases } = buying.experience;
      say(
        `${n + 1}. parou em ${drainMs} ms, de volta em ${startMs} ms; ${load.acknowledged.length} escritas, ${purchases} compras no navegador`,
      );
    }
    buying.stop();
    await person;
    isOver = true;
    await running;
    const { experience } = buying;
    say(
      `${experience.purchases} compras no navegador, ${experience.reloads} recargas, ${experience.broken.length} leituras repetidas; ` +
        `${load.acknowledged.length} escritas de programas, ${load.lostAnswers()} falharam; parou em no máximo ${Math.max(...drains)} ms`,
    );
    for (const line of experience.broken.slice(0, 10)) say(`  repetida: ${line}`);
    await buying.close();
    return [
      ...experience.errors.map((line) => `o navegador: ${line}`),
      ...(experience.reloads > 0 ? [`o navegador recarregou ${experience.reloads} vezes`] : []),
      ...(load.lostAnswers() > 0 ? [`${load.lostAnswers()} escritas falharam`] : []),
      ...drains.filter((ms) => ms > drainLimitMs).map((ms) => `um processo parou só em ${ms} ms`),
      ...(await stage.ask(findFaults)),
      ...(await settle(stage, await withOrders(stage, load.done))),
    ];
  } finally {
    isOver = true;
    await browser.close();
    await stage.close();
  }
}

/** The browser's orders count like those of the programs, except that nothing is known of their payments. */
async function withOrders(
  { ask, browserOrders }: Pick<RollingStage, 'ask' | 'browserOrders'>,
  done: ReturnType<typeof openLoad>['done'],
) {
  const { rows } = await ask((db) =>
    sql<{ endToEndId: string }>`select end_to_end_id as "endToEndId" from payments
      where order_id = any (${browserOrders}::bigint[])`.execute(db),
  );
  return {
    ...done,
    orders: [...done.orders, ...browserOrders],
    paid: [...done.paid, ...rows.map(({ endToEndId }) => endToEndId)],
  };
}

type RollingStage = Awaited<ReturnType<typeof openRollingStage>>;

/** Two processes of the site, a worker, a proxy, and a market. */
async function openRollingStage(stock: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-rolling-'));
  const cluster = await startEmbedded({ dataDir: '', log: quiet, volatile: true });
  await migrate(cluster.ownerUrl, { log: quiet });
  await openClock(cluster.ownerUrl);
  const db = connect(cluster.appUrl, { max: 8, applicationName: 'drill', statementTimeoutMs: 120_000 });
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ALLOW_SIMULATORS: '1',
  };
  const market = await openKillMarket(db, readConfig(settings), { buyers: 4, stock });
  const ports = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${await freePort()}`;
  const environment = {
    ...settings,
    DEMO: '0',
    DATABASE_URL: cluster.ownerUrl,
    DATABASE_APP_URL: cluster.appUrl,
    PUBLIC_URL: url,
  };
  const startSite = (port: number) => startServerProcess({ ...environment, ROLE: 'web', PORT: String(port) });
  const sites: ServerProcess[] = [];
  for (const port of ports) sites.push(await startSite(port));
  const worker = await startWorkerProcess(environment);
  const proxy = await openProxy(Number(new URL(url).port), ports);
  const [person, ...people] = market.people;
  const browserOrders: number[] = [];
  const ask = <T>(work: (db: Db) => Promise<T>): Promise<T> => work(db);
  const { rows: slugs } = await sql<{ slug: string }>`select slug from listings order by id`.execute(db);

  return {
    ...market,
    url,
    people,
    ask,
    browserOrders,
    buyer: { email: person!.email, password },
    paths: slugs.map(({ slug }) => `/anuncio/${slug}`),
    async payAtDesk(hash: string): Promise<void> {
      const { rows } = await sql<{ id: number; reference: string }>`
        select o.id, p.reference from orders o join payments p on p.order_id = o.id where o.hash = ${hash}`.execute(
        db,
      );
      browserOrders.push(rows[0]!.id);
      const reply = await fetch(`${url}/api/v1/dev/charges/payment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person!.token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ reference: rows[0]!.reference }),
      });
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    },
    /** @returns how long the stop and the start took */
    async restart(at: number): Promise<{ drainMs: number; startMs: number }> {
      const since = performance.now();
      await sites[at]!.stop();
      const drainMs = Math.round(performance.now() - since);
      sites[at] = await startSite(ports[at]!);
      return { drainMs, startMs: Math.round(performance.now() - since) - drainMs };
    },
    async close(): Promise<void> {
      await Promise.all([...sites, worker].map((each) => each.stop()));
      await proxy.close();
      await db.destroy();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
