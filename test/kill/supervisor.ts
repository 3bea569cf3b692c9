import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const restartAfterMs = 200;

/** A process of the server that is started again whenever it ends, as an operator's supervisor would. */
export interface Kept {
  /** SIGKILL; the supervisor brings it back. */
  kill(): void;
  /** How often it was started. */
  starts(): number;
  /** Ends it for good. */
  stop(): Promise<void>;
}

export function keepUp(environment: Record<string, string>): Kept {
  let child: ChildProcess | undefined;
  let starts = 0;
  const over = new AbortController();

  async function live(): Promise<void> {
    while (!over.signal.aborted) {
      starts += 1;
      child = spawn(process.execPath, [join(root, 'server/main.ts')], {
        cwd: root,
        stdio: 'ignore',
        env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...environment },
      });
      await new Promise((resolve) => child!.once('exit', resolve));
      await sleep(restartAfterMs);
    }
  }

  const living = live();
  return {
    kill: () => void child?.kill('SIGKILL'),
    starts: () => starts,
    async stop() {
      over.abort();
      child?.kill('SIGKILL');
      await living;
    },
  };
}
