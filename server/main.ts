import cluster from 'node:cluster';
import { configOfProcess, misspeltSettings } from './config/config.ts';
import type { Config } from './config/config.ts';
import { explain } from './process/explain.ts';
import { releaseMemory } from './process/release-memory.ts';
import type { PoolMessage } from './process/process-pool.ts';
import { startPoolProcess, startServer } from './process/start.ts';
import type { RunningServer } from './process/start.ts';
import { startSupervised } from './process/supervisor.ts';
import { version } from './version.ts';

/** One Ctrl-C arrives two or three times: from the terminal, from npm and from the launcher. */
const sameKeystrokeMs = 500;
/** The first sweeps belong to the start. */
const settledMs = 4_000;

await main();

/** Starts the server and runs until a signal stops it. */
async function main(): Promise<void> {
  const cancelling = new AbortController();
  const starting = start(cancelling.signal);
  const stopping = stopOnSignals(starting, cancelling);
  process.on('uncaughtException', (error) => void exitAfterError(error, starting, stopping.begun()));
  const server = await starting;
  if (stopping.begun()) return;
  if (!server) return exit(1);
  if (cluster.isWorker) sendToSupervisor({ ready: true });
  else if (server.url) say(`\nA Praça está em ${server.url} (versão ${version}; Ctrl-C para parar)\n`);
  setTimeout(releaseMemory, settledMs).unref();
  await server.lost;
  if (!stopping.begun()) {
    say('O banco de dados caiu; parando.');
    await server.stopNow();
    exit(1);
  }
}

async function start(signal: AbortSignal): Promise<RunningServer | undefined> {
  try {
    const config = configOfProcess();
    if (cluster.isPrimary) for (const line of misspeltSettings()) say(line);
    return await starterOf(config)(config, say, signal);
  } catch (error) {
    if (!signal.aborted) process.stderr.write(`\n✖ ${explain(error)}\n\n`);
    return undefined;
  }
}

/** Starts a single process, a supervisor of several, or one of those several. */
function starterOf({ webConcurrency, role }: Config): typeof startPoolProcess {
  if (cluster.isWorker) return startPoolProcess;
  return webConcurrency > 1 && role !== 'worker' ? startSupervised : startServer;
}

/** The first signal drains, or cancels the start; a second one cuts requests and jobs off; a third exits at once. */
function stopOnSignals(starting: Promise<RunningServer | undefined>, givingUp: AbortController) {
  let count = 0;
  let lastAt = -Infinity;

  async function stop(): Promise<void> {
    if (performance.now() - lastAt < sameKeystrokeMs) return;
    lastAt = performance.now();
    count += 1;
    if (count > 2) exit(1);
    say(count === 1 ? '\nParando…' : 'Parando sem esperar…');
    givingUp.abort();
    const server = await starting;
    await (count === 1 ? server?.stop() : server?.stopNow());
    exit(0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
  // The channel closes when the launcher is killed; by itself it must not keep this process alive.
  process.on('disconnect', () => void stop());
  process.channel?.unref();
  return { begun: () => count > 0 };
}

/** Ends the process after an uncaught error, and the database with it; errors that follow are ignored. */
async function exitAfterError(
  error: Error,
  starting: Promise<RunningServer | undefined>,
  begun: boolean,
): Promise<void> {
  if (begun) return;
  process.stderr.write(`\n✖ ${explain(error)}\n\n`);
  await (await starting)?.stopNow();
  exit(1);
}

function exit(code: number): never {
  process.exit(code);
}

/** Prints a line for the operator; a process of the pool sends it to the supervisor, which prints it once. */
function say(line: string): void {
  if (cluster.isWorker) sendToSupervisor({ line });
  else process.stdout.write(`${line}\n`);
}

/** If the supervisor is gone, this process ends with it, so a failed send is ignored. */
function sendToSupervisor(message: PoolMessage): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
