import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/context.ts';
import { insist, openClock, openKillMarket, untilReady } from '#test/kill/stage.ts';
import { superviseServer } from '#test/kill/supervisor.ts';
import { freePort } from '#test/process/server-process.ts';
import { openClusterPair } from './cluster-pair.ts';
import type { ClusterOptions } from './cluster-pair.ts';

/** How long a drill is, and where it prints. */
export interface DrillOptions {
  times: number;
  writes: number;
  say: (line: string) => void;
}

export type DrillStage = Awaited<ReturnType<typeof openDrillStage>>;

const quiet = () => undefined;

/**
 * Two processes of the site and a worker, each restarted whenever it ends, on a primary with a synchronous standby, and
 * a market in it. Clients use both processes in turn, as behind a proxy.
 */
export async function openDrillStage({
  buyers,
  stock,
  cluster,
  settings: given = {},
  webSettings = async () => ({}),
}: {
  buyers: number;
  stock: number;
  cluster?: Omit<ClusterOptions, 'synchronous'>;
  /** Further settings of the site and the worker. */
  settings?: Record<string, string>;
  /** Further settings of the site, made from the application's URL of the primary. */
  webSettings?: (appUrl: string) => Promise<Record<string, string>>;
}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-drill-'));
  const pair = await openClusterPair({ synchronous: true, ...cluster });
  await migrate(pair.ownerUrl, { log: quiet });
  await openClock(pair.ownerUrl);
  const db = connect(pair.appUrl, { max: 8, applicationName: 'drill', statementTimeoutMs: 120_000 });
  const secretKey = randomBytes(32).toString('hex');
  const settings = { NODE_ENV: 'test', DATA_DIR: dataDir, SECRET_KEY: secretKey, ALLOW_SIMULATORS: '1' };
  const market = await openKillMarket(db, readConfig(settings), { buyers, stock });
  const metricsPorts = { webs: [await freePort(), await freePort()], worker: await freePort() };
  const environment = {
    ...settings,
    ...given,
    DEMO: '0',
    DATABASE_URL: pair.ownerUrl,
    DATABASE_APP_URL: pair.appUrl,
    DATABASE_CONNECTIONS: '10',
  };
  const ofWeb = await webSettings(pair.urlOf(pair.primary));
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const webs = ports.map((port, at) =>
    superviseServer({
      ...environment,
      ...ofWeb,
      ROLE: 'web',
      PORT: String(port),
      PUBLIC_URL: urls[at]!,
      METRICS_PORT: String(metricsPorts.webs[at]),
    }),
  );
  const worker = superviseServer({
    ...environment,
    ROLE: 'worker',
    METRICS_PORT: String(metricsPorts.worker),
  });
  let turn = 0;

  /** Queries the database, which may be without a primary now. */
  const ask = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    insist(
      () => work(db),
      () => sleep(100),
    );
  /** Resolves when this process of the site reports that it is ready. */
  const untilUp = (at: number) => untilReady(urls[at]!);

  async function close(): Promise<void> {
    await Promise.all([...webs, worker].map((server) => server.stop()));
    await db.destroy().catch(quiet);
    await pair.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  await Promise.all([untilUp(0), untilUp(1)]);
  return {
    /** The address of the next process in turn. */
    get url() {
      return urls[turn++ % urls.length]!;
    },
    ...market,
    urls,
    metricsPorts,
    pair,
    webs,
    worker,
    ask,
    untilUp,
    close,
  };
}
