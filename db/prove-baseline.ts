import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { Client } from 'pg';
import { describeSchema } from './describe-schema.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { sha256 } from './sql-files.ts';

/**
 * Compares a database made by the migrations that came before the baseline, carried over as `npm start` does it, with one
 * made of the baseline. Prints what differs and ends with 1 if anything does.
 * Run by `npm run schema -- --prove [commit]`, with a commit that still has those migrations.
 */
const lastWithMigrations = '47005e43';
const root = join(import.meta.dirname, '..');
const silent = { log: () => undefined };

const commit = process.argv[2] ?? lastWithMigrations;
const cluster = await startEmbedded({ dataDir: '', ...silent, volatile: true });
try {
  const baseline = await makeDatabase('by_baseline', (url) => migrate(url, silent));
  const former = await makeDatabase('by_migrations', makeFormer);
  await migrate(former, silent);
  if (await compare(await describe(former), await describe(baseline))) process.exitCode = 1;
} finally {
  await cluster.stop();
}

async function makeDatabase(name: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  await withClient(cluster.ownerUrl.replace(/[^/]*$/, 'postgres'), async (client) => {
    await client.query(`create database ${name} template template0`);
  });
  const url = cluster.ownerUrl.replace(/[^/]*$/, name);
  await fill(url);
  return url;
}

/** As the former `migrate` did: the queue's tables first, each file in one transaction with its row. */
async function makeFormer(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) });
  await withClient(url, async (client) => {
    await client.query(`create table public.schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    const files = git('ls-tree', '--name-only', commit, 'db/migrations/').split('\n').filter(Boolean);
    for (const file of files.filter((name) => name.endsWith('.sql'))) {
      const sql = git('show', `${commit}:${file}`);
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into public.schema_migrations values ($1, $2)', [
        file.replace(/.*\//, ''),
        sha256(sql),
      ]);
      await client.query('commit');
    }
  });
}

async function describe(url: string): Promise<string> {
  let text = '';
  await withClient(url, async (client) => {
    text = `${(await describeSchema(client)).join('\n')}\n`;
  });
  return text;
}

/** @returns whether they differ */
async function compare(former: string, present: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'praca-prove-'));
  try {
    await writeFile(join(folder, 'former'), former);
    await writeFile(join(folder, 'baseline'), present);
    const { stdout } = spawnSync('diff', ['-u', 'former', 'baseline'], { cwd: folder, encoding: 'utf8' });
    const lines = former.split('\n').length - 1;
    process.stdout.write(
      stdout || `${commit} carried over and the baseline: ${lines} lines, no difference.\n`,
    );
    return stdout !== '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
