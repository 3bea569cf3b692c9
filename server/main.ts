import cluster from 'node:cluster';
import { isFault } from '#db/fault.ts';
import { readConfig } from './config/config.ts';
import type { Config } from './config/config.ts';
import type { CrewWord } from './process/process-pool.ts';
import { startMember, startServer } from './process/start.ts';
import type { RunningServer } from './process/start.ts';
import { startSupervised } from './process/supervisor.ts';

/** One Ctrl-C reaches us two or three times: from the terminal, from npm and from the launcher. */
const sameKeystrokeMs = 500;

await main();

/** Starts the server and stays until it is told to stop. */
async function main(): Promise<void> {
  const givingUp = new AbortController();
  const starting = start(givingUp.signal);
  const stopping = stopOnSignals(starting, givingUp);
  process.on('uncaughtException', (error) => void leaveBroken(error, starting, stopping.begun()));
  const server = await starting;
  if (stopping.begun()) return;
  if (!server) return exit(1);
  if (cluster.isWorker) tellSupervisor({ ready: true });
  else if (server.url) say(`\nA Praça está em ${server.url} (Ctrl-C para parar)\n`);
  await server.lost;
  if (!stopping.begun()) {
    say('O banco de dados caiu; parando.');
    await server.stopNow();
    exit(1);
  }
}

async function start(signal: AbortSignal): Promise<RunningServer | undefined> {
  try {
    const config = readConfig(process.env, process.argv.slice(2));
    return await starterOf(config)(config, say, signal);
  } catch (error) {
    if (!signal.aborted) process.stderr.write(`\n✖ ${explain(error)}\n\n`);
    return undefined;
  }
}

/** One process alone, the one that looks after several, or one of those. */
function starterOf({ webConcurrency, role }: Config): typeof startMember {
  if (cluster.isWorker) return startMember;
  return webConcurrency > 1 && role !== 'worker' ? startSupervised : startServer;
}

/** The first signal drains, or gives the start up; a second one cuts requests and jobs short; a third leaves at once. */
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
  // The launcher's channel closes when the launcher is killed; it must not keep us alive by itself.
  process.on('disconnect', () => void stop());
  process.channel?.unref();
  return { begun: () => count > 0 };
}

/** Whatever nobody caught ends the process, and the database with it; on the way out, broken connections are no news. */
async function leaveBroken(
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

function explain(error: unknown): string {
  if (isFault(error)) return error.message;
  const { code, path, stack } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'Não há espaço em disco.';
  if (code === 'EACCES' || code === 'EPERM')
    return `Sem permissão em ${path ?? 'uma pasta'}: ela é de outro usuário?`;
  return stack ?? String(error);
}

/** What one of several has to say is said by whoever started them, once. */
function say(line: string): void {
  if (cluster.isWorker) tellSupervisor({ line });
  else process.stdout.write(`${line}\n`);
}

/** One who is gone takes us along; until then there is nobody to tell. */
function tellSupervisor(word: CrewWord): void {
  process.send?.(word, undefined, undefined, () => undefined);
}
