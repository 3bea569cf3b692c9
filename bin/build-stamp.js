// Plain JavaScript, like the launcher, which asks it at every start.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What each part of `dist/` is made of. */
export const buildParts = {
  site: [
    'web',
    'contract',
    'domain',
    'public',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
    'server/process/build/ascii-sources.ts',
    'server/process/build/bundled-packages.ts',
    'server/process/build/compress-assets.ts',
  ],
  server: [
    'server',
    'db',
    'demo',
    'contract',
    'domain',
    'package.json',
    'package-lock.json',
    'rolldown.config.ts',
  ],
};

/**
 * Whether this part of `dist/` was built of exactly these sources. Sizes and times of files answer at once; where they
 * differ, as after a checkout, their contents do.
 * @param {keyof typeof buildParts} part
 */
export function isFresh(part) {
  const stamp = readStamp(part);
  const files = sourcesOf(part);
  const times = timesOf(files);
  if (stamp.times === times) return true;
  if (stamp.contents === undefined || stamp.contents !== contentsOf(files)) return false;
  writeStamp(part, { times, contents: stamp.contents });
  return true;
}

/**
 * The stamp of the sources as they are now.
 * @param {keyof typeof buildParts} part
 */
export function stampOf(part) {
  const files = sourcesOf(part);
  return { times: timesOf(files), contents: contentsOf(files) };
}

/**
 * @param {keyof typeof buildParts} part
 * @param {{ times?: string, contents?: string }} stamp
 */
export function writeStamp(part, stamp) {
  mkdirSync(dirname(stampFile(part)), { recursive: true });
  writeFileSync(stampFile(part), JSON.stringify(stamp));
}

const stampFile = (part) => join(root, 'dist', part, '.stamp');

function readStamp(part) {
  try {
    return JSON.parse(readFileSync(stampFile(part), 'utf8'));
  } catch {
    return {};
  }
}

function sourcesOf(part) {
  return buildParts[part]
    .flatMap((name) => filesUnder(join(root, name)))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .toSorted();
}

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
  );
}

function timesOf(files) {
  const hash = createHash('sha256');
  for (const path of files) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function contentsOf(files) {
  const hash = createHash('sha256');
  for (const path of files) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}
