import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fault } from '#db/fault.ts';
import { withCheckoutLock } from '../../bin/checkout-lock.js';
import { compressAssets } from './compress-assets.ts';

const root = join(import.meta.dirname, '../..');
const stampFile = join(root, 'dist', '.stamp');

/** The sources of the site. */
const sources = [
  'web',
  'contract',
  'domain',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'server/process/compress-assets.ts',
];

/**
 * Builds the site into `dist/` unless the build there is of exactly these sources. Of two processes that start at once,
 * one builds and the other waits for it.
 * @throws a fault with the output of the failed build
 */
export async function buildIfStale(say: Say): Promise<void> {
  if (await isFresh(await fingerprintOf(sources))) return;
  await withCheckoutLock(
    'build',
    () => buildUnlessFresh(say),
    () => say('Outro processo está construindo o site; aguardando…'),
  );
}

type Say = (line: string) => void;

async function isFresh(fingerprint: string): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === fingerprint;
}

async function buildUnlessFresh(say: Say): Promise<void> {
  const fingerprint = await fingerprintOf(sources);
  if (await isFresh(fingerprint)) return;
  say('Construindo o site…');
  const startedAt = performance.now();
  // A build that is interrupted must not count as fresh when the sources change back later.
  await rm(stampFile, { force: true });
  await build();
  await compressAssets(join(root, 'dist', 'client'));
  await writeFile(stampFile, fingerprint);
  say(`Site construído em ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function fingerprintOf(names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names) {
    for (const path of (await filesUnder(join(root, name))).toSorted()) {
      if (/\.test\.tsx?$/.test(path)) continue;
      hash
        .update(`${relative(root, path)}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function build(): Promise<void> {
  const command = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, 'build'], {
      cwd: root,
      // No variables of the caller: with a test's NODE_ENV the site would contain React's development build.
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(fault(`A construção do site falhou:\n${output.trim()}`));
    });
  });
}

if (import.meta.main) await buildIfStale((line) => process.stdout.write(`${line}\n`));
