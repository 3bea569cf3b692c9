import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const testDatabase = 'test/global-setup.ts';

/**
 * `unit` needs nothing; `server` has a PostgreSQL of its own; `e2e` drives real browsers, two at a time: each file has a
 * site of its own. In the first two the files of one worker share its process, as requests share a server's: read and
 * compiled anew for each, 34 files took 133 s of processor time instead of 72. What a test changes of its process
 * (timers, variables, spies) it puts back.
 */
export default defineConfig({
  test: {
    // A worker waits for PostgreSQL half of its time: one for each core took 278 s where one fewer took 540.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['server/**/*.test.ts', 'db/**/*.test.ts', 'demo/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [testDatabase],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          // Of nine thousand tests one failed on a busy machine and not again. What is broken fails twice; what goes by chance
          // (`retry: 0`) fails at once.
          retry: 1,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/demo-site.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What a page is waited for with; the usual second is too short for a browser on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
