import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import pg from 'pg';
import autocannon from 'autocannon';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { connect } from '#db/connect.ts';
import { ensureRules } from '#server/settings/queries.ts';
import { fillMarket } from './load/market.ts';
import { measurePurchases } from './load/purchase.ts';
import { startFloors, freePort } from './load/servers.ts';
const dir = await mkdtemp('/tmp/zzbench-');
const e = await startEmbedded({ dataDir: dir + '/db', log: () => undefined });
await migrate(e.ownerUrl, { log: () => undefined });
const db = connect(e.appUrl, { max: 2, applicationName: 'x' });
await ensureRules(db);
await db.destroy();
await fillMarket(e.ownerUrl, 2000);
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const floors = await startFloors(e.ownerUrl);
const extra = process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/zzprof'] : [];
const child = spawn(process.execPath, [...extra, 'test/zz-tmp-server.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ALLOW_SIMULATORS: '1',
    DATABASE_URL: e.ownerUrl,
    DATABASE_APP_URL: e.appUrl,
    DATA_DIR: dir,
    PORT: String(port),
    SECRET_KEY: 'b'.repeat(64),
    LOG_LEVEL: 'error',
    PUBLIC_URL: url,
    NO_WORKER: process.env.NO_WORKER ?? '',
  },
});
await new Promise((r) => child.stdout!.once('data', r));
const floor = async () => {
  const r = await autocannon({
    url: floors.app + '/order',
    connections: 8,
    duration: 3,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  } as never);
  return Math.round((r as any).requests.average);
};
const owner = new pg.Client(e.ownerUrl);
await owner.connect();
await owner.query('create extension if not exists pg_stat_statements').catch((x) => console.log(String(x)));
for (let i = 0; i < Number(process.env.ROUNDS ?? 3); i++) {
  const f = process.env.NOFLOOR ? 0 : await floor();
  const p = await measurePurchases({
    url,
    appUrl: e.appUrl,
    secretKey: 'b'.repeat(64),
    buyers: 8,
    seconds: 5,
  });
  console.log(
    'floor',
    f,
    'purchases/s',
    p.perSecond.toFixed(0),
    'p50',
    p.p50Ms.toFixed(1),
    'p99',
    p.p99Ms.toFixed(1),
    'ratio',
    (p.perSecond / f).toFixed(3),
  );
}
const { rows } = await owner.query('select count(*) from money.breaks');
console.log('breaks', rows[0]);
const st = await owner.query(
  `select relname, n_tup_ins ins, n_tup_upd upd, n_tup_hot_upd hot from pg_stat_user_tables where n_tup_upd+n_tup_ins>100 order by 2 desc`,
);
console.table(st.rows);
await owner.end();
child.kill('SIGINT');
await new Promise((r) => setTimeout(r, 1500));
await floors.stop();
await e.stop();
process.exit(0);
