import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each([
  [['--vezes', '3'], '✖ Não entendi «--vezes 3». As opções são: --times (50), --writes (40).'],
  [['--times', 'muitas'], '✖ --times pede um número. As opções são: --times (50), --writes (40).'],
])('a program that is called with %j prints its options, and does nothing', (args, words) => {
  const program = join(import.meta.dirname, '../kill/kill.ts');
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect({ status, stderr: stderr.trim(), stdout }).toEqual({ status: 1, stderr: words, stdout: '' });
});
