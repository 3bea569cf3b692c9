import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { loadKeys } from '#server/secrets/keys.ts';
import { openSales } from '#test/orders/sales.ts';
import { runProgram } from './operator.ts';

const folder = join(import.meta.dirname, '../../server/process/backup');
const programs = { backup: join(folder, 'backup-command.ts'), restore: join(folder, 'restore-command.ts') };
const silent = () => undefined;

export type BackedUpMarket = Awaited<ReturnType<typeof openBackedUpMarket>>;

/** A market on a durable database in memory, with folders for its backups. */
export async function openBackedUpMarket() {
  const base = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'praca-backup-'));
  await chmod(base, 0o755); // as root, the database's user must reach it
  const dataDir = join(base, 'data');
  const server = await startEmbedded({ dataDir, log: silent });
  await migrate(server.ownerUrl, { log: silent });
  const sales = await openSales({ DATA_DIR: dataDir }, { ...server, drop: server.stop });
  const SECRET_KEY = sales.ctx.config.secretKey!;
  await loadKeys(sales.db, SECRET_KEY, []);
  const settings = { DATA_DIR: dataDir, SECRET_KEY, BACKUP_KEY: randomBytes(32).toString('hex') };

  return {
    sales,
    settings,
    /** A path below the folder of the test. */
    path: (name: string) => join(base, name),
    backup: (name: string, changes: Record<string, string> = {}, argv: string[] = []) =>
      runProgram(programs.backup, { ...settings, ...changes }, ['--to', join(base, name), ...argv]),
    /** Restores from one folder to another. */
    restore: (from: string, to: string, argv: string[] = [], changes: Record<string, string> = {}) =>
      runProgram(programs.restore, { ...settings, ...changes }, [
        '--from',
        join(base, from),
        '--to',
        join(base, to),
        ...argv,
      ]),
    /** Kills a backup once it has stored so many contents. */
    async killBackup(name: string, afterContents: number): Promise<void> {
      const child = spawn(process.execPath, [programs.backup, '--to', join(base, name)], {
        env: { PATH: process.env.PATH, ...settings },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      while ((await contentsOf(join(base, name))).size < afterContents) await sleep(5);
      child.kill('SIGKILL');
      await ended;
    },
    contents: (name: string) => contentsOf(join(base, name)),
    async close() {
      await sales.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** The files of stored contents with their inodes, which show whether one was written again. */
async function contentsOf(root: string): Promise<Map<string, number>> {
  const entries = await readdir(join(root, 'contents'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => [file, (await stat(file)).ino] as const));
  return new Map(found.toSorted());
}
