import { buildIfStale } from './build.ts';
import { closingSteps } from './closing-steps.ts';
import type { Config } from '#server/config/config.ts';
import { localUrl } from '#server/config/loopback.ts';
import { createCrew } from './process-pool.ts';
import { copyUrlOf } from '#server/database/database-copy.ts';
import { refuseClosedFolder } from './data-folder.ts';
import { causeOf, openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { refuseTakenPort } from './port.ts';
import type { RunningServer } from './start.ts';

/**
 * Several processes of the site on one port, and one for the work in the background where the role asks for it
 * (decision 64). This one answers nobody: it holds the port and the database, and begins again whatever dies. The
 * first process prepares the installation before the others start, so that each message is said once.
 * @param signal gives the start up: the processes are stopped and the promise is rejected
 * @throws a fault for what the operator can mend; nothing is left running
 */
export async function startSupervised(
  config: Config,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningServer> {
  const closing = closingSteps(say);
  let database: Database | undefined;
  try {
    const port = await refuseTakenPort(config);
    await refuseClosedFolder(config);
    await buildIfStale(say);
    database = await openDatabase(config, say, signal);
    closing.last(database.stop);
    signal.throwIfAborted();
    const crew = createCrew(settingsOf(config, port, database), say);
    closing.first(crew.stop);
    signal.addEventListener('abort', () => void crew.stop());
    if (config.role === 'all') await crew.start('worker', 1);
    await crew.start('web', 1);
    await crew.start('web', config.webConcurrency - 1);
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
 * What every process is told besides our own environment: the database that we opened, the port that we chose, and the
 * copy as we would ask it ourselves, because to them the application seems to have a login of its own.
 */
export function settingsOf(
  config: Config,
  port: number,
  { ownerUrl, appUrl }: Pick<Database, 'ownerUrl' | 'appUrl'>,
): Record<string, string> {
  const copyUrl = copyUrlOf(config);
  return {
    PORT: String(port),
    DEMO: config.demo ? '1' : '0',
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    ...(copyUrl !== null && { DATABASE_REPLICA_URL: copyUrl }),
  };
}
