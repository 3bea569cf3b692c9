import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withCheckoutLock } from '../../bin/checkout-lock.js';

const folder = join(import.meta.dirname, '../../.busy');
const module = join(import.meta.dirname, '../../bin/checkout-lock.js');
const quiet = () => undefined;

test('concurrent processes hold the lock one after another', async () => {
  let working = 0;
  let most = 0;
  const turns = await Promise.all(
    Array.from({ length: 4 }, (_, turn) =>
      withCheckoutLock(
        'turns',
        async () => {
          working += 1;
          most = Math.max(most, working);
          await sleep(50);
          working -= 1;
          return turn;
        },
        quiet,
      ),
    ),
  );
  expect({ most, turns }).toEqual({ most: 1, turns: [0, 1, 2, 3] });
});

test('a waiting process is notified once, and failed work releases the lock', async () => {
  const told: string[] = [];
  const failing = withCheckoutLock(
    'failing',
    async () => {
      await sleep(1_500);
      throw new Error('sem espaço');
    },
    quiet,
  );
  await sleep(50);
  const waiting = withCheckoutLock(
    'failing',
    async () => 'feito',
    () => told.push('aguardando'),
  );
  await expect(failing).rejects.toThrow('sem espaço');
  expect(await waiting).toBe('feito');
  expect(told).toEqual(['aguardando']);
  expect(readdirSync(folder).filter((name) => name.startsWith('failing-'))).toEqual([]);
});

test('a killed holder loses the lock, and a running one keeps it', async () => {
  const script = `import { withCheckoutLock } from ${JSON.stringify(module)};
    await withCheckoutLock('killed', () => { console.log('working'); return new Promise(() => setInterval(() => {}, 1e6)); }, () => {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  let isDone = false;
  const waiting = withCheckoutLock('killed', async () => void (isDone = true), quiet);
  // Longer than an unrenewed claim would last.
  await sleep(6_500);
  expect(isDone).toBe(false);
  child.kill('SIGKILL');
  await waiting;
  expect(isDone).toBe(true);
});

test('a lock file from an earlier boot blocks no process', async () => {
  const left = join(folder, 'old-0');
  writeFileSync(left, '');
  utimesSync(left, new Date(0), new Date(0));
  expect(await withCheckoutLock('old', async () => 1, quiet)).toBe(1);
  expect(readdirSync(folder)).not.toContain('old-0');
});
