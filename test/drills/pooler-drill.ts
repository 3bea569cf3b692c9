import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { databaseUser, isRoot } from '#db/embedded/user.ts';
import { checkPooler } from '#server/database/pooler.ts';
import { findFaults } from '#test/invariants.ts';
import { openLoad } from '#test/kill/load.ts';
import { settle } from '#test/kill/run.ts';
import { freePort } from '#test/process/server-process.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions } from './stage.ts';

const root = join(import.meta.dirname, '../..');
const quiet = () => undefined;

/**
 * Purchases, refunds and withdrawals by two processes of the site whose calls share a PgBouncer in transaction mode, with
 * the file of `ops/pgbouncer`; jobs, LISTEN and migrations go directly. `PGBOUNCER` names the program, else the PATH has
 * it. One older than 1.21 is refused as a start would refuse it.
 * @returns what is wrong, one line each
 */
export async function drillPooler({ writes, times, say }: DrillOptions): Promise<string[]> {
  const program = process.env.PGBOUNCER ?? 'pgbouncer';
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0)
    return ['PgBouncer: falta o programa (apt-get install pgbouncer, ou PGBOUNCER=caminho)'];
  say(version.stdout.split('\n')[0]!);
  const pooler = await preparePooler(program);
  const stage = await openDrillStage({
    buyers: 6,
    stock: 300 + times * writes,
    webSettings: (appUrl) => pooler.start(appUrl),
  });
  const load = openLoad(stage);
  let isOver = false;
  try {
    const running = load.run({ isOver: () => isOver, isResting: () => false });
    while (load.acknowledged.length < times * writes) await sleep(50);
    isOver = true;
    await running;
    const repeated = await load.repeat(0);
    say(
      `${load.acknowledged.length} escritas confirmadas pelo PgBouncer, ${await pooler.sessions()} sessões no banco`,
    );
    return [...repeated, ...(await stage.ask(findFaults)), ...(await settle(stage, load.done))];
  } finally {
    await stage.close();
    await pooler.stop();
  }
}

/** A PgBouncer with our file, whose paths and database are those of this drill. */
async function preparePooler(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'praca-pooler-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let direct = '';

  async function start(appUrl: string): Promise<Record<string, string>> {
    direct = appUrl;
    const { username, password, port: databasePort } = new URL(appUrl);
    const settings = (await readFile(join(root, 'ops/pgbouncer/pgbouncer.ini'), 'utf8'))
      .replace('host=/var/run/postgresql', `host=127.0.0.1 port=${databasePort}`)
      .replace('listen_addr =', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('unix_socket_dir = /var/run/pgbouncer', 'unix_socket_dir =')
      .replace('/tmp/users.txt', join(folder, 'users.txt'));
    await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
    await writeFile(join(folder, 'pgbouncer.ini'), settings);
    for (const path of ['', 'users.txt', 'pgbouncer.ini']) await chmod(join(folder, path), 0o755);
    // PgBouncer, like PostgreSQL, does not run as root.
    child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
      ...(isRoot() && databaseUser()),
      stdio: 'inherit',
    });
    process.once('exit', () => child?.kill('SIGKILL'));
    const url = `postgres://${username}:${password}@127.0.0.1:${port}/praca`;
    await untilItAnswers(url, child);
    await checkPooler(url);
    return { DATABASE_POOL_URL: url };
  }

  return {
    start,
    /** How many sessions of the database all calls share. */
    async sessions(): Promise<number> {
      const db = connect(direct, { max: 1, applicationName: 'drill' });
      const { rows } = await sql<{ sessions: number }>`select count(*)::int as sessions from pg_stat_activity
        where application_name = 'praca-web'`.execute(db);
      await db.destroy();
      return rows[0]!.sessions;
    },
    async stop() {
      child?.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let left = 50; left > 0 && child.exitCode === null; left--) {
    const db = connect(url, { max: 1, applicationName: 'drill', pooled: true });
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    await db.destroy().catch(quiet);
    if (answers) return;
    await sleep(100);
  }
  throw new Error('PgBouncer did not start with ops/pgbouncer/pgbouncer.ini, which needs 1.21 or newer');
}
