import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  pid: number;
  /** The port; NaN when it listens on none. */
  port: number;
  /** Sends a command and waits for its reply. One at a time. */
  ask<A>(order: object): Promise<A>;
  stop(): Promise<void>;
}

/** A shell that raises the limit of open files to the maximum, which Node cannot do for itself. */
const withManyFiles = 'ulimit -n "$(ulimit -Hn)" 2>/dev/null; exec "$@"';

/** Starts a program (a path from this folder) as a process of its own; resolves with its first line of output. */
export async function startChild(
  file: string,
  {
    flags = [],
    environment = {},
    listens,
  }: { flags?: string[]; environment?: Record<string, string>; listens: boolean },
): Promise<Child> {
  const command = [process.execPath, ...flags, join(import.meta.dirname, file)];
  const child = spawn('sh', ['-c', withManyFiles, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...environment },
  });
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)));
  gone.catch(() => undefined);
  const told = async () => (await Promise.race([once(child, 'message'), gone]))[0] as Record<string, unknown>;
  const port = listens ? ((await told()).port as number) : Number.NaN;
  return {
    pid: child.pid!,
    port,
    async ask<A>(order: object) {
      child.send(order);
      const { error, answer } = await told();
      if (error !== undefined) throw new Error(`${file}: ${String(error)}`);
      return answer as A;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
