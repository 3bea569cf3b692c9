import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { connect } from '#db/connect.ts';
import { createApp } from './app.ts';
import { buildContext } from './build-context.ts';
import { buildIfStale } from './build.ts';
import { closingSteps } from './closing-steps.ts';
import type { Step } from './closing-steps.ts';
import { localUrl } from '#server/config/loopback.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx } from '#server/context.ts';
import { watchCredentials, withStoredAccounts } from '#server/settings/credentials/live.ts';
import { copyUrlOf, openCopy } from '#server/database/database-copy.ts';
import { refuseClosedFolder } from './data-folder.ts';
import { causeOf, openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { discardHalfFilledDemo, prepareInstallation, refusePublicDemo } from './installation.ts';
import { allJobs } from './jobs-list.ts';
import { startJobs } from '#server/background/jobs.ts';
import { createLog } from '#server/log.ts';
import { explainListen, refuseTakenPort } from './port.ts';
import { loadKeys } from '#server/secrets/keys.ts';
import { readSecretKey } from '#server/secrets/secret-key.ts';
import { refuseClosedStore } from './storage-check.ts';
import { allSweeps, sweepsOfVisitors } from './sweeps.ts';
import { mountSite, mountSiteInDevelopment } from './web.ts';
import { startWorker } from '#server/background/worker.ts';
import type { Sweep } from '#server/background/worker.ts';

export interface RunningServer {
  /** Where it answers; `null` for a worker. */
  url: string | null;
  /** Resolves if the database goes away: nothing is left but to stop. */
  lost: Promise<void>;
  /** Finishes the requests and jobs at hand, then stops the database. */
  stop(): Promise<void>;
  /** Like `stop`, without waiting for requests and jobs; the database still stops cleanly. */
  stopNow(): Promise<void>;
}

type Say = (line: string) => void;

const drainLimitMs = 10_000;

/**
 * Config → database → migrations → context → app → site → first data → worker → listen.
 * @param say receives a short line for people at each slow step
 * @param signal gives the start up: what was opened is closed and the promise is rejected
 * @throws a fault for what the operator can mend; whatever had been opened is closed again
 */
export async function startServer(
  config: Config,
  say: Say = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningServer> {
  if (config.role !== 'worker') await refuseTakenPort(config);
  await refuseClosedFolder(config);
  if (config.role !== 'worker' && !config.reload) await buildIfStale(say);
  return startMember(config, say, signal);
}

/** The same for one of several processes that share a port: who started them has looked at it and built the site. */
export async function startMember(config: Config, say: Say, signal: AbortSignal): Promise<RunningServer> {
  const closing = closingSteps(say);
  let database: Database | undefined;
  try {
    database = await openDatabase(config, say, signal);
    closing.last(database.stop);
    signal.throwIfAborted();
    // What is under way then fails for want of a database, which is how a long first filling is left; and what would
    // never hear of it is not waited for.
    const givenUp = Promise.withResolvers<never>();
    const giveUp = () => void closing.hurry().then(() => givenUp.reject(signal.reason));
    signal.addEventListener('abort', giveUp);
    const url = await Promise.race([
      openServer(config, database, closing.first, say, signal),
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

/** All that needs a database. Answers the address, or `null` for a worker. */
async function openServer(
  config: Config,
  database: Database,
  onClose: (step: Step) => void,
  say: Say,
  signal: AbortSignal,
): Promise<string | null> {
  await discardHalfFilledDemo(config, database.ownerUrl, say);
  await refusePublicDemo(config, database.ownerUrl);
  const ctx = await openContext(config, database.appUrl);
  onClose(() => ctx.db.destroy());
  followCopy(ctx, onClose);
  const watch = watchCredentials(ctx);
  onClose(async () => watch.stop());
  const app = await openApp(ctx);
  onClose(() => closeApp(app));
  await prepareInstallation(ctx, app, database.ownerUrl, say);
  signal.throwIfAborted();
  if (config.role === 'web') startSweeps(ctx, sweepsOfVisitors, onClose);
  else await startBackground(ctx, database.appUrl, onClose);
  const url = config.role === 'worker' ? null : await listen(ctx, app);
  if (url !== null) await startRealtime(ctx, app, database.appUrl, onClose);
  return url;
}

/** The context's configuration is a copy, because the address is known late when any port will do. */
async function openContext(config: Config, appUrl: string): Promise<Ctx> {
  const log = createLog(config.logLevel);
  const db = connect(appUrl, {
    max: config.databaseConnections,
    applicationName: `praca-${config.role}`,
    onIdleError: (error) => log.warn({ reason: error.message }, 'an idle database connection broke'),
  });
  try {
    const secretKey = await readSecretKey(config);
    const keys = await loadKeys(db, secretKey, config.previousSecretKeys);
    const keyed = { ...config, secretKey };
    const ctx = buildContext({ config: await withStoredAccounts(keyed, db), db, log, keys });
    await refuseClosedStore(ctx);
    return ctx;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A worker shows nobody anything. */
function followCopy(ctx: Ctx, onClose: (step: Step) => void): void {
  const { databaseConnections: connections, role } = ctx.config;
  const url = copyUrlOf(ctx.config);
  if (url === null || role === 'worker') return;
  const copy = openCopy({ url, original: ctx.db, connections, log: ctx.log });
  onClose(copy.stop);
  ctx.copy = copy;
}

async function openApp(ctx: Ctx): Promise<FastifyInstance> {
  const app = await createApp(ctx);
  if (ctx.config.role === 'worker') return app;
  await (ctx.config.reload ? mountSiteInDevelopment(app, ctx) : mountSite(app, ctx));
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

/** Sockets come on the site's own port; a hosted server needs the connection between processes only. */
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
  await app.listen({ host, port }).catch(explainListen(ctx.config));
  const url = localUrl(host, (app.server.address() as AddressInfo).port);
  if (port === 0) Object.assign(ctx.config, { publicUrl: url });
  return url;
}

/** Requests at hand have some seconds to finish; then their connections are cut. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), drainLimitMs);
  await app.close();
  clearTimeout(limit);
}
