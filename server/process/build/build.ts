import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '#db/fault.ts';
import { isFresh, stampOf, writeStamp } from '../../../bin/build-stamp.js';
import { withCheckoutLock } from '../../../bin/checkout-lock.js';
import { bundleServer } from './bundle-server.ts';
import { compressAssets } from './compress-assets.ts';

type Say = (line: string) => void;
type Part = 'site' | 'server';

const root = join(import.meta.dirname, '../../..');
const parts: readonly Part[] = ['site', 'server'];
const words: Record<Part, [string, string]> = {
  site: ['Construindo o site…', 'Site construído'],
  server: ['Construindo o servidor…', 'Servidor construído'],
};

/**
 * Builds the parts of `dist/` whose sources changed: the site (`dist/site`) and the server (`dist/server`). Of two
 * processes that start at once, one builds and the other waits for it.
 * @throws a fault with the output of the failed build
 */
export async function buildIfStale(say: Say): Promise<void> {
  if (parts.every(isFresh)) return;
  await withCheckoutLock(
    'build',
    async () => {
      for (const part of parts) if (!isFresh(part)) await build(part, say);
    },
    () => say('Outro processo está construindo o site; aguardando…'),
  );
}

async function build(part: Part, say: Say): Promise<void> {
  const [doing, done] = words[part];
  const stamp = stampOf(part);
  const folder = join(root, 'dist', part);
  say(doing);
  const startedAt = performance.now();
  // A build that is interrupted must not count as fresh when the sources change back later.
  await rm(folder, { recursive: true, force: true });
  if (part === 'site') await buildSite(folder);
  else await bundleServer(folder);
  writeStamp(part, stamp);
  say(`${done} em ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function buildSite(folder: string): Promise<void> {
  await runReactRouter();
  await compressAssets(join(folder, 'client'));
}

function runReactRouter(): Promise<void> {
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
