import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecretKey } from './secret-key.ts';

let dataDir: string;
const read = () => readSecretKey({ secretKey: null, dataDir });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'praca-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('processes that start in parallel all get the same key, and no temporary file remains', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, read));
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{64}$/)]));
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('it is stored', async () => {
  const key = await read();
  expect(await read()).toBe(key);
});

test('a truncated key file, left by a full disk or a kill, is refused and not overwritten', async () => {
  for (const left of ['', 'ab12']) {
    await writeFile(join(dataDir, 'secret.key'), left);
    await expect(read()).rejects.toThrow(/secret\.key está estragada/);
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(left);
  }
});
