import { isFault } from '#db/fault.ts';
import { readConfig } from './config.ts';
import { startServer } from './start.ts';
import type { RunningServer } from './start.ts';

/** One Ctrl-C reaches us two or three times: from the terminal, from npm and from the launcher. */
const sameKeystrokeMs = 500;

await main();

/** Starts the server and stays until it is told to stop. */
async function main(): Promise<void> {
  const starting = start();
  const stopping = stopOnSignals(starting);
  const server = await starting;
  if (!server) return stopping.exit(1);
  if (server.url) say(`\nA Praça está em ${server.url} (Ctrl-C para parar)\n`);
  await server.lost;
  if (!stopping.begun()) {
    say('O banco de dados caiu; parando.');
    await server.stopNow();
    stopping.exit(1);
  }
}

async function start(): Promise<RunningServer | undefined> {
  try {
    return await startServer(readConfig(process.env, process.argv.slice(2)), say);
  } catch (error) {
    process.stderr.write(`\n✖ ${explain(error)}\n\n`);
    return undefined;
  }
}

/** The first signal drains, a second one cuts requests and jobs short, a third one leaves at once. */
function stopOnSignals(starting: Promise<RunningServer | undefined>) {
  let count = 0;
  let lastAt = -Infinity;

  async function stop(): Promise<void> {
    if (performance.now() - lastAt < sameKeystrokeMs) return;
    lastAt = performance.now();
    count += 1;
    if (count > 2) exit(1);
    say(count === 1 ? '\nParando…' : 'Parando sem esperar…');
    const server = await starting;
    await (count === 1 ? server?.stop() : server?.stopNow());
    exit(0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
  // The launcher's channel closes when the launcher is killed; it must not keep us alive by itself.
  process.on('disconnect', () => void stop());
  process.channel?.unref();
  return { begun: () => count > 0, exit };
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
