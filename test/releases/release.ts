import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Client } from 'pg';
import { readBaseline } from '#db/baseline.ts';
import { migrate } from '#db/migrate.ts';
import { readSqlFiles, sha256, statementsHash } from '#db/sql-files.ts';
import type { SqlFile } from '#db/sql-files.ts';
import { readRows, writeRows } from './snapshot.ts';
import type { Rows } from './snapshot.ts';

/** What the repository keeps of a release, in `release.json` of its folder below `db/releases`. */
export interface Release {
  version: string;
  /** The pages of the schema and the migrations, each with its hash. They never change. */
  frozen: Record<string, string>;
  /** The hash of the text in `database.json.br`. */
  database: string;
}

/** A filled database of a release, as compressed in `database.json.br`. */
interface Snapshot {
  /** Functions and views as they were: they change with the code. */
  functions: SqlFile[];
  views: SqlFile[];
  rows: Rows;
}

const [compress, decompress] = [promisify(brotliCompress), promisify(brotliDecompress)];
const db = join(import.meta.dirname, '../../db');
export const releasesFolder = join(db, 'releases');
/** Everyone knows this key; the snapshots hold simulated people and money only. */
export const snapshotKey = 'e'.repeat(64);

/** The releases in the repository, the oldest first. */
export async function readReleases(): Promise<Release[]> {
  const entries = await readdir(releasesFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const read = async (name: string) =>
    JSON.parse(await readFile(join(releasesFolder, name, 'release.json'), 'utf8')) as Release;
  const releases = await Promise.all(names.map(read));
  return releases.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** The pages of the schema and the migrations as they are now, each with its hash. */
export async function frozenFiles(): Promise<Release['frozen']> {
  const { ground, pages } = await readBaseline(db);
  const migrations = await readMigrations();
  return Object.fromEntries([
    ...[...ground, ...pages].map((page) => [page.name, statementsHash(page)]),
    ...migrations.map(({ name, sha256: hash }) => [name, hash]),
  ]);
}

/** The migrations of the folder `db/migrations`, in their order. */
export function readMigrations(): Promise<SqlFile[]> {
  return readSqlFiles(join(db, 'migrations'), '', {
    rule: /^(\d{4})_[a-z0-9_]+\.sql$/,
    words: 'NNNN_nome.sql',
  });
}

/**
 * Writes the files of a release: what is frozen from now on, and the filled database that later versions upgrade.
 * @throws when the release has its files already
 */
export async function writeRelease(version: string, filled: Client, bare: Client): Promise<void> {
  const folder = join(releasesFolder, version);
  if (existsSync(folder)) throw new Error(`db/releases/${version} exists: a release is frozen once`);
  const { functions, views } = await readBaseline(db);
  const snapshot: Snapshot = { functions, views, rows: await readRows(filled, bare) };
  const text = JSON.stringify(snapshot);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 };
  const release: Release = { version, frozen: await frozenFiles(), database: sha256(text) };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'database.json.br'), await compress(text, { params }));
  await writeFile(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
}

/**
 * Makes an empty database one of this release, with its schema, functions, views and rows.
 * @throws when the snapshot is not the one that was frozen
 */
export async function restoreRelease(
  { version, frozen, database }: Release,
  ownerUrl: string,
): Promise<void> {
  const packed = await readFile(join(releasesFolder, version, 'database.json.br'));
  const text = (await decompress(packed)).toString();
  if (sha256(text) !== database) throw new Error(`db/releases/${version}/database.json.br has changed`);
  const { functions, views, rows } = JSON.parse(text) as Snapshot;
  const sourceDir = await mkdtemp(join(tmpdir(), 'praca-release-'));
  try {
    for (const folder of ['schema/functions', 'schema/views', 'migrations'])
      await mkdir(join(sourceDir, folder), { recursive: true });
    for (const name of Object.keys(frozen)) {
      const path = name.includes('/') ? name : `migrations/${name}`;
      await cp(join(db, path), join(sourceDir, path));
    }
    for (const { name, sql } of [...functions, ...views])
      await writeFile(join(sourceDir, 'schema', name), sql);
    await migrate(ownerUrl, { log: () => undefined, sourceDir });
  } finally {
    await rm(sourceDir, { recursive: true });
  }
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await writeRows(client, rows);
  } finally {
    await client.end();
  }
}
