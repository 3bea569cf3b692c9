import { closingSteps } from './closing-steps.ts';
import type { Config } from '#server/config/config.ts';
import { localUrl } from '#server/config/loopback.ts';
import { sayFirstAdminLink } from './first-admin-line.ts';
import { createProcessPool } from './process-pool.ts';
import { replicaUrlOf } from '#server/database/replica.ts';
import { checkDataFolder } from './data-folder.ts';
import { causeOf, openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { checkPort } from './port.ts';
import type { RunningServer } from './start.ts';

/**
 * Runs several processes of the site on one port, and one for background work where the role includes it (decision 64).
 * The supervisor serves no requests: it holds the port and the database, and restarts processes that end. The first
 * process prepares the installation before the others start, so that each message appears once.
 * @param signal cancels the start: the processes are stopped and the promise is rejected
 * @throws a fault for what the operator can fix; nothing is left running
 */
export async function startSupervised(
  config: Config,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningServer> {
  const closing = closingSteps(say);
  let database: Database | undefined;
  try {
    const port = await checkPort(config);
    await checkDataFolder(config);
    database = await openDatabase(config, say, signal);
    closing.last(database.stop);
    signal.throwIfAborted();
    const crew = createProcessPool(settingsOf(config, port, database), say);
    closing.first(crew.stop);
    signal.addEventListener('abort', () => void crew.stop());
    if (config.role === 'all') await crew.start('worker', 1);
    await crew.start('web', 1);
    await crew.start('web', config.webConcurrency - 1);
    const publicUrl = config.port === 0 ? localUrl(config.host, port) : config.publicUrl;
    await sayFirstAdminLink({ ...config, publicUrl }, database.appUrl, say);
    const stopNow = () => {
      crew.hurry();
      return closing.run();
    };
    return { url: localUrl(config.host, port), lost: database.lost, stop: closing.run, stopNow };
  } catch (error) {
    const cause = database && !signal.aborted ? await causeOf(error, database) : error;
    await closing.run();
    throw cause;
  }
}

/**
 * The environment variables of every process besides the supervisor's own: the database it opened, the port it chose,
 * and the replica's URL as the supervisor would use it, because to the processes the application has its own login.
 */
export function settingsOf(
  config: Config,
  port: number,
  { ownerUrl, appUrl }: Pick<Database, 'ownerUrl' | 'appUrl'>,
): Record<string, string> {
  const copyUrl = replicaUrlOf(config);
  return {
    PORT: String(port),
    DEMO: config.demo ? '1' : '0',
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    ...(config.metrics && { METRICS_PORT: String(config.metrics.port) }),
    ...(copyUrl !== null && { DATABASE_REPLICA_URL: copyUrl }),
  };
}
