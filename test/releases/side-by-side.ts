import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { connect } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { findFaults } from '#test/invariants.ts';
import { freePort } from '#test/process/server-process.ts';
import { serverEnvironment, serverFlags } from '../../bin/server-flags.js';
import { openClients } from './clients.ts';
import { prepareFormerMarket } from './former-market.ts';
import type { FormerVersion } from './former-version.ts';
import { openPhases, tableHead } from './phases.ts';
import type { Phase } from './phases.ts';
import { snapshotKey } from './release.ts';

const root = join(import.meta.dirname, '../..');
/** Filling the demo market takes several minutes on a busy machine. */
const patienceMs = 15 * 60_000;
/** What a stop promises (docs/operations.md, Upgrade). */
const drainLimitMs = 10_000;

/**
 * A former version fills its demo market, and people buy from it without a pause while the present one starts on the same
 * database and migrates it; then the former one goes on alone on the new schema, then both serve, then the former one is
 * ended by SIGTERM, and the present one goes on alone.
 * @returns what was wrong, one line each
 */
export async function runSideBySide(given: {
  former: FormerVersion;
  dataDir: string;
  /** Of each phase. */
  seconds: number;
  say: (line: string) => void;
}): Promise<string[]> {
  const { say } = given;
  const cluster = await startEmbedded({ dataDir: '', log: () => undefined, volatile: true });
  const owner = new Pool({ connectionString: cluster.ownerUrl, max: 6 });
  const db = connect(cluster.ownerUrl, { max: 2, applicationName: 'upgrade', statementTimeoutMs: 60_000 });
  const running: Server[] = [];
  const start = async (folder: string, demo: '0' | '1') => {
    const server = await startServer(folder, {
      DATA_DIR: given.dataDir,
      DATABASE_URL: cluster.ownerUrl,
      SECRET_KEY: snapshotKey,
      DEMO: demo,
    });
    running.push(server);
    await untilReady(server);
    return server;
  };
  try {
    say('o servidor anterior monta o mercado…');
    const former = await start(given.former.folder, '1');
    const market = await prepareFormerMarket(former.url, owner);
    const phases = openPhases();
    let served = [former.url];
    const clients = openClients({ market, owner, phases, urls: () => served });
    const pause = () => sleep(given.seconds * 1_000);

    phases.begin('former');
    const load = clients.run();
    await pause();
    phases.begin('migrating');
    const present = await start(root, '0');
    phases.begin('newSchema');
    await pause();
    phases.begin('beside');
    served = [former.url, present.url];
    await pause();
    phases.begin('stopping');
    const drainMs = await end(former);
    phases.begin('present');
    served = [present.url];
    await pause();
    clients.stop();
    await load;
    phases.end();

    say([...tableHead, ...phases.rows()].join('\n'));
    say(`o anterior parou em ${Math.round(drainMs)} ms; ${clients.acknowledged.length} compras confirmadas`);
    return [
      ...phases.faults(given.former.hasDrain ? () => false : isOfStop),
      ...(drainMs > drainLimitMs ? [`o anterior parou só em ${Math.round(drainMs)} ms`] : []),
      ...(await lostOrders(owner, market.buyers, clients)),
      ...(await findFaults(db)),
    ];
  } finally {
    await Promise.all([owner.end(), db.destroy()]);
    await Promise.all(running.map(end));
    await cluster.stop();
  }
}

/** 1.0.0 answers 503 to requests that arrive on open connections while it stops (decision 119). */
function isOfStop(phase: Phase, error: string): boolean {
  return phase === 'stopping' && error.startsWith('503 ') && error.includes('"Service Unavailable"');
}

interface Server {
  url: string;
  child: ChildProcess;
}

async function startServer(folder: string, settings: Record<string, string>): Promise<Server> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...serverFlags, join(folder, 'dist/server/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'error',
      ...serverEnvironment,
      PORT: port,
      PUBLIC_URL: url,
      // Clients come from networks of their own, as this proxy reports.
      TRUST_PROXY: '1',
      ...settings,
    },
  });
  return { url, child };
}

async function untilReady({ url, child }: Server): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} while starting`);
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await sleep(50);
  }
  throw new Error(`${url} was never ready`);
}

/** @returns the milliseconds from SIGTERM to the end of the process */
async function end({ child }: Server): Promise<number> {
  const since = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return performance.now() - since;
}

/** Each confirmed order exists once with its outcome, and the buyers have no further ones since. */
async function lostOrders(
  owner: Pool,
  buyers: readonly { id: number }[],
  { acknowledged, completed }: { acknowledged: number[]; completed: number[] },
): Promise<string[]> {
  const { rows } = await owner.query<Record<'orders' | 'acknowledged' | 'completed', number>>(
    `select count(*)::int as orders, count(*) filter (where id = any ($2))::int as acknowledged,
      count(*) filter (where id = any ($3) and state = 'completed')::int as completed
    from orders where buyer_id = any ($1) and id >= $4`,
    [buyers.map(({ id }) => id), acknowledged, completed, Math.min(...acknowledged)],
  );
  const found = rows[0]!;
  const wanted = {
    orders: acknowledged.length,
    acknowledged: acknowledged.length,
    completed: completed.length,
  };
  return Object.entries(wanted).flatMap(([what, count]) =>
    found[what as keyof typeof wanted] === count
      ? []
      : [`${what}: ${found[what as keyof typeof wanted]} instead of ${count}`],
  );
}
