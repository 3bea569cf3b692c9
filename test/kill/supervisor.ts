import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtProgram } from '#test/process/program-file.ts';
import { serverFlags } from '../../bin/server-flags.js';

const root = join(import.meta.dirname, '../..');
const restartAfterMs = 200;
const keptCharacters = 4_000;

/** A server process that is restarted whenever it exits, as an operator's supervisor would do. */
export interface SupervisedServer {
  /** SIGKILL; the supervisor restarts the process. */
  kill(): void;
  /** Settings for its later starts, besides the ones that it has. */
  configure(changes: Record<string, string>): void;
  /** How often it was started. */
  starts(): number;
  /** The last output of the process that exited last. */
  lastWords(): string;
  /** Ends it permanently. */
  stop(): Promise<void>;
}

export function superviseServer(given: Record<string, string>): SupervisedServer {
  const environment = { ...given };
  let child: ChildProcess | undefined;
  let starts = 0;
  let words = '';
  const over = new AbortController();

  async function live(): Promise<void> {
    while (!over.signal.aborted) {
      starts += 1;
      const living = spawn(process.execPath, [...serverFlags, await builtProgram()], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', ...environment },
      });
      child = living;
      let said = '';
      for (const stream of [living.stdout, living.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-keptCharacters);
        });
      await new Promise((resolve) => living.once('exit', resolve));
      words = said;
      await sleep(restartAfterMs);
    }
  }

  const endWithUs = () => void child?.kill('SIGKILL');
  process.once('exit', endWithUs);
  const living = live();
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    kill: () => void child?.kill('SIGKILL'),
    configure: (changes) => void Object.assign(environment, changes),
    starts: () => starts,
    lastWords: () => words,
    async stop() {
      over.abort();
      process.off('exit', endWithUs);
      child?.kill('SIGKILL');
      await living;
    },
  };
}
