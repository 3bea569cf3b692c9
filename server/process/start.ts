import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { connect } from '#db/connect.ts';
import { createApp } from './app.ts';
import { buildContext } from './build-context.ts';
import { closingSteps } from './closing-steps.ts';
import type { Step } from './closing-steps.ts';
import { localUrl } from '#server/config/loopback.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx } from '#server/context.ts';
import { watchCredentials, withStoredAccounts } from '#server/settings/credentials/live.ts';
import { replicaUrlOf, openReplica } from '#server/database/replica.ts';
import { checkDataFolder } from './data-folder.ts';
import { openDrain } from '#server/http/limits/drain.ts';
import type { Drain } from '#server/http/limits/drain.ts';
import { causeOf, openDatabase } from '#server/database/database.ts';
import { checkPooler } from '#server/database/pooler.ts';
import type { Database } from '#server/database/database.ts';
import { startDemoPhotos } from './demo-photos.ts';
import { discardHalfFilledDemo, prepareInstallation, refusePublicDemo } from './installation.ts';
import { allJobs } from './jobs-list.ts';
import { keepBuild } from '#server/http/pages/former-builds.ts';
import { startJobs } from '#server/background/jobs.ts';
import { createLog } from '#server/log.ts';
import { endHeartbeat } from '#server/background/heartbeat.ts';
import { startMetrics } from '#server/metrics/metrics.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { measureConnectionWait } from '#server/metrics/instruments.ts';
import { isTracing, recordStatement } from '#server/tracing/spans.ts';
import { startTraces } from '#server/tracing/traces.ts';
import { sayFirstAdminLink } from './first-admin-line.ts';
import { explainListenError, checkPort } from './port.ts';
import { loadKeys } from '#server/secrets/keys.ts';
import { readSecretKey } from '#server/secrets/secret-key.ts';
import { checkStorage } from './storage-check.ts';
import { allSweeps, webSweeps } from './sweeps.ts';
import { buildFolder, loadBuild, mountSite, mountSiteInDevelopment } from './web.ts';
import { startWorker } from '#server/background/worker.ts';
import type { Sweep } from '#server/background/worker.ts';
import { openWaitingPage } from './waiting-page.ts';

export interface RunningServer {
  /** The site's address; `null` for a worker. */
  url: string | null;
  /** Resolves if the database goes away; then the server can only stop. */
  lost: Promise<void>;
  /** Finishes the running requests and jobs, then stops the database. */
  stop(): Promise<void>;
  /** Like `stop`, without waiting for requests and jobs; the database still stops cleanly. */
  stopNow(): Promise<void>;
}

type Say = (line: string) => void;

const drainLimitMs = 10_000;

/**
 * Config → database → migrations → context → app → site → first data → worker → listen.
 * @param say receives a short line for the operator at each slow step
 * @param signal cancels the start: all that was opened is closed and the promise is rejected
 * @throws a fault for what the operator can fix; all that was opened is closed again
 */
export async function startServer(
  config: Config,
  say: Say = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningServer> {
  if (config.role !== 'worker') await checkPort(config);
  await checkDataFolder(config);
  // Only a demonstration starts slowly, because it is filled; with port 0 its address is not known yet.
  if (!config.demo || config.role === 'worker' || config.port === 0)
    return startPoolProcess(config, say, signal);
  const waiting = await openWaitingPage(config);
  const report = (line: string) => {
    waiting.show(line);
    say(line);
  };
  return startPoolProcess(config, report, signal, waiting.close).finally(waiting.close);
}

/** Starts one of several processes that share a port; the supervisor has checked the port and built the site. */
export async function startPoolProcess(
  config: Config,
  say: Say,
  signal: AbortSignal,
  freePort: Step = async () => undefined,
): Promise<RunningServer> {
  const closing = closingSteps(say);
  let database: Database | undefined;
  try {
    const metrics = await startMetrics(config);
    if (metrics) closing.first(metrics.stop);
    const stopTraces = await startTraces(config);
    if (stopTraces) closing.first(stopTraces);
    const opening = openDatabase(config, say, signal);
    const pages = loadPages(config);
    database = await opening;
    closing.last(database.stop);
    signal.throwIfAborted();
    // Cancelling closes the database: running steps, such as the long first filling, then fail, and steps that do not
    // notice are no longer awaited.
    const givenUp = Promise.withResolvers<never>();
    const giveUp = () => void closing.hurry().then(() => givenUp.reject(signal.reason));
    signal.addEventListener('abort', giveUp);
    const url = await Promise.race([
      openServer({ config, database, metrics, pages, onClose: closing.first, say, signal, freePort }),
      givenUp.promise,
    ]);
    signal.removeEventListener('abort', giveUp);
    return { url, lost: database.lost, stop: closing.run, stopNow: closing.hurry };
  } catch (error) {
    const cause = database && !signal.aborted ? await causeOf(error, database) : error;
    await closing.run();
    throw cause;
  }
}

interface Parts {
  config: Config;
  database: Database;
  metrics: Metrics | null;
  pages: Pages;
  onClose: (step: Step) => void;
  say: Say;
  signal: AbortSignal;
  /** Closes what listens on the port during the start. */
  freePort: Step;
}

type Pages = Promise<ServerBuild | null>;

/** The built pages are loaded while the database starts; a worker has none, and in development Vite makes them. */
function loadPages({ role, reload }: Config): Pages {
  const pages = role === 'worker' || reload ? Promise.resolve(null) : loadBuild();
  // A database that does not open is reported first.
  pages.catch(() => undefined);
  return pages;
}

/** Opens everything that needs a database. @returns the address, or `null` for a worker */
async function openServer({
  config,
  database,
  metrics,
  pages,
  onClose,
  say,
  signal,
  freePort,
}: Parts): Promise<string | null> {
  await discardHalfFilledDemo(config, database.ownerUrl, say);
  await refusePublicDemo(config, database.ownerUrl);
  const ctx = await openContext(config, database.appUrl);
  onClose(() => ctx.db.destroy());
  onClose(() => endHeartbeat(ctx));
  followReplica(ctx, onClose);
  const watch = watchCredentials(ctx);
  onClose(async () => watch.stop());
  const app = await openApp(ctx, pages);
  const drain = openDrain(app.server);
  onClose(() => closeApp(app, drain));
  metrics?.observe(ctx, ctx.config.role === 'worker' ? null : app.server);
  await prepareInstallation(ctx, database, say);
  if (config.demo) onClose(await startDemoPhotos(ctx));
  signal.throwIfAborted();
  await freePort();
  const url = config.role === 'worker' ? null : await listen(ctx, app);
  if (url !== null) await startRealtime(ctx, app, database.appUrl, onClose);
  if (config.role !== 'worker' && !config.reload) startSweeps(ctx, [keepBuild(buildFolder)], onClose);
  if (config.role === 'web') startSweeps(ctx, webSweeps, onClose);
  else await startBackground(ctx, database.appUrl, onClose);
  // The first step of a stop.
  if (url !== null) onClose(async () => drain.begin());
  // The supervisor of several processes prints it for them.
  if (url !== null && !cluster.isWorker) await sayFirstAdminLink(ctx.config, database.appUrl, say);
  return url;
}

/** The context's configuration is a copy, because with port 0 the address is known only after listening. */
async function openContext(config: Config, appUrl: string): Promise<Ctx> {
  const log = createLog(config.logLevel);
  // A worker has few connections, and jobs and LISTEN need sessions of their own.
  const poolUrl = config.role === 'worker' ? null : config.databasePoolUrl;
  if (poolUrl !== null) await checkPooler(poolUrl);
  const db = connect(poolUrl ?? appUrl, {
    pooled: poolUrl !== null,
    max: config.databaseConnections,
    applicationName: `praca-${config.role}`,
    onIdleError: (error) => log.warn({ reason: error.message }, 'an idle database connection broke'),
    onWait: measureConnectionWait,
    ...(isTracing() && { onStatement: recordStatement }),
  });
  try {
    const secretKey = await readSecretKey(config);
    const keys = await loadKeys(db, secretKey, config.previousSecretKeys);
    const keyed = { ...config, secretKey };
    const ctx = buildContext({ config: await withStoredAccounts(keyed, db), db, log, keys });
    await checkStorage(ctx);
    return ctx;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens the replica, except in a worker, which answers no reads. */
function followReplica(ctx: Ctx, onClose: (step: Step) => void): void {
  const { databaseConnections: connections, role } = ctx.config;
  const url = replicaUrlOf(ctx.config);
  if (url === null || role === 'worker') return;
  const replica = openReplica({ url, primary: ctx.db, connections, log: ctx.log });
  onClose(replica.stop);
  ctx.replica = replica;
}

async function openApp(ctx: Ctx, pages: Pages): Promise<FastifyInstance> {
  const app = await createApp(ctx);
  if (ctx.config.role === 'worker') return app;
  const build = await pages;
  await (build ? mountSite(app, ctx, build) : mountSiteInDevelopment(app, ctx));
  return app;
}

async function startBackground(ctx: Ctx, appUrl: string, onClose: (step: Step) => void): Promise<void> {
  const jobs = await startJobs(ctx, allJobs, appUrl);
  onClose(() => jobs.stop());
  startSweeps(ctx, allSweeps, onClose);
}

function startSweeps(ctx: Ctx, sweeps: readonly Sweep[], onClose: (step: Step) => void): void {
  const worker = startWorker(ctx, sweeps);
  onClose(() => worker.stop());
}

/** Sockets use the site's own port; with a hosted server only the messages between processes are started. */
async function startRealtime(
  { realtime }: Ctx,
  app: FastifyInstance,
  appUrl: string,
  onClose: (step: Step) => void,
): Promise<void> {
  await realtime.start(app.server, appUrl);
  onClose(() => realtime.stop());
}

async function listen(ctx: Ctx, app: FastifyInstance): Promise<string> {
  const { host, port } = ctx.config;
  await app.listen({ host, port }).catch(explainListenError(ctx.config));
  const url = localUrl(host, (app.server.address() as AddressInfo).port);
  if (port === 0) Object.assign(ctx.config, { publicUrl: url });
  return url;
}

/** Running requests have some seconds to finish; then their connections are closed. */
async function closeApp(app: FastifyInstance, drain: Drain): Promise<void> {
  await drain.settled();
  drain.closeUnused();
  const limit = setTimeout(() => app.server.closeAllConnections(), drainLimitMs);
  await app.close();
  clearTimeout(limit);
}
