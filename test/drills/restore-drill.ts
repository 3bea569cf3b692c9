import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#db/embedded.ts';
import { startServerProcess } from '#test/process/server-process.ts';

const programs = join(import.meta.dirname, '../../server/process/backup');
const gigabyte = 1024 ** 3;
/** G13 of docs/reliability.md. */
const longestRestoreMs = 5 * 60_000;
const rowsAtOnce = 500_000;

/**
 * Backs up and restores a market of a given size by the operator's own commands: the demo market with the history of
 * millions of notifications and letters beside it. Fails when a check of the restored market does, or when it takes
 * longer than five minutes until that answers.
 * @param gigabytes of the database, at least
 * @returns what is wrong, one line each
 */
export async function drillRestore({
  gigabytes,
  say,
}: {
  gigabytes: number;
  say: (line: string) => void;
}): Promise<string[]> {
  const base = await mkdtemp(join(tmpdir(), 'praca-restore-'));
  await chmod(base, 0o755); // as root, the database's user must reach it
  const dataDir = join(base, 'data');
  const settings = { DATA_DIR: dataDir, BACKUP_KEY: randomBytes(32).toString('hex') };
  const run = (program: string, ...argv: string[]) => {
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(programs, program), ...argv], {
      env: { PATH: process.env.PATH, ...settings },
      encoding: 'utf8',
    });
    const tookMs = performance.now() - began;
    for (const line of `${stdout}${stderr}`.trim().split('\n')) say(`    ${line}`);
    say(`  em ${(tookMs / 1_000).toFixed(1)} s`);
    return { isDone: status === 0, output: stdout };
  };
  try {
    const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
    await server.stop();
    say(`o banco cresce até ${gigabytes} GB…`);
    await grow(dataDir, gigabytes * gigabyte, say);
    say('primeira cópia:');
    if (!run('backup-command.ts', '--to', join(base, 'copies')).isDone) return ['the backup failed'];
    say('segunda cópia:');
    if (!run('backup-command.ts', '--to', join(base, 'copies')).isDone) return ['the second backup failed'];
    say('restaurada e conferida:');
    const restored = run(
      'restore-command.ts',
      '--from',
      join(base, 'copies'),
      '--to',
      join(base, 'restored'),
      '--verify',
    );
    const seconds = Number(/RTO: ([\d.]+) s/.exec(restored.output)?.[1]);
    if (!restored.isDone) return ['the restored market failed a check'];
    return seconds * 1_000 <= longestRestoreMs ? [] : [`the restore took ${seconds} s`];
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** Notifications and letters, whose text does not compress, until the database has this size. */
async function grow(dataDir: string, bytes: number, say: (line: string) => void): Promise<void> {
  const database = await startEmbedded({ dataDir, log: () => undefined });
  const client = new Client(database.ownerUrl);
  try {
    await client.connect();
    await client.query(`set synchronous_commit = off; set statement_timeout = 0`);
    const sizeOf = async () =>
      Number((await client.query('select pg_database_size(current_database()) as size')).rows[0].size);
    let rows = 0;
    for (; (await sizeOf()) < bytes; rows += 2 * rowsAtOnce) {
      await client.query(notifications, [rowsAtOnce, rows]);
      await client.query(letters, [rowsAtOnce]);
    }
    await client.query('vacuum analyze');
    say(`  ${rows} linhas, ${((await sizeOf()) / gigabyte).toFixed(1)} GB`);
  } finally {
    await client.end();
    await database.stop();
  }
}

const notifications = `
  insert into notifications (user_id, event_id, title, description, icon, url, read, created_at)
  select u.id, -(n + $2::bigint), 'Pedido ' || md5(n::text), md5(random()::text) || md5(random()::text), 'bell',
    '/pedido/' || md5(n::text), true, now() - n * interval '10 seconds'
  from generate_series(1, $1::int) n
    join (select id, row_number() over () as place, count(*) over () as people from users) u on u.place = 1 + n % u.people`;

const letters = `
  insert into mails (recipient, subject, text_body, html_body, created_at)
  select 'pessoa' || n || '@exemplo.praca', 'Pedido ' || md5(n::text),
    (select string_agg(md5(random()::text), ' ') from generate_series(1, 8) where n > 0), md5(random()::text),
    now() - n * interval '10 seconds'
  from generate_series(1, $1::int) n`;
