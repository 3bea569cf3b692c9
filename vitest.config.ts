import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const testDatabase = 'test/global-setup.ts';

/** `unit` needs nothing; `server` has a PostgreSQL of its own; `e2e` drives real browsers, two at a time: each file has a site of its own. */
export default defineConfig({
  test: {
    // A worker waits for PostgreSQL half of its time: one for each core took 278 s where one fewer took 540.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'db/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [testDatabase],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/demo-site.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // A browser that shares two cores with PostgreSQL may miss a deadline; a journey that is broken fails twice.
          retry: 1,
        },
      },
    ],
  },
});
