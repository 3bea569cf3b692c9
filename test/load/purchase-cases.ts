import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { findFaults } from '../invariants.ts';
import { cpuMsOf } from './cpu.ts';
import { analyze } from './market.ts';
import { measurePurchases } from './purchase.ts';
import type { PurchaseResult } from './purchase.ts';

/** The server under test, and the floor that it is compared with. */
export interface Shop {
  url: string;
  appUrl: string;
  ownerUrl: string;
  secretKey: string;
  seconds: number;
  /** The processes of each side, with all their descendants. */
  node: number;
  postgres: number;
  /** One-call orders per second at this moment. */
  floor: () => Promise<number>;
}

/** One line of the report. */
export interface PurchaseMeasurement extends PurchaseResult {
  name: string;
  floorPerSecond: number;
  /** CPU time of one purchase, in milliseconds. */
  cpuMs: { node: number; postgres: number };
  /** Bytes that one purchase adds to the database's log, and to its tables and indexes. */
  bytes: { log: number; tables: number };
}

const buyers = 8;

/**
 * Whole purchases by eight buyers: of any listing, and of a single one. After each sample the books must balance and
 * nothing may be oversold.
 * @throws with the violated rules
 */
export async function measurePurchaseCases(shop: Shop): Promise<PurchaseMeasurement[]> {
  const input = { ...shop, buyers, hot: false };
  // Query plans made while the tables were empty use sequential scans; a market in use has statistics.
  await measurePurchases(input);
  await analyze(shop.ownerUrl);
  await measurePurchases(input);
  return [
    await measureLine(shop, 'purchase, three durable calls', false),
    await measureLine(shop, 'purchase, one hot listing', true),
  ];
}

async function measureLine(shop: Shop, name: string, hot: boolean): Promise<PurchaseMeasurement> {
  const before = await shop.floor();
  const cpuBefore = await cpuOf(shop);
  const sizeBefore = await sizeOf(shop.ownerUrl);
  const samples: PurchaseResult[] = [];
  for (let sample = 0; sample < 3; sample++) samples.push(await measurePurchases({ ...shop, buyers, hot }));
  const cpuAfter = await cpuOf(shop);
  const sizeAfter = await sizeOf(shop.ownerUrl);
  await refuseFaults(shop.appUrl);
  const count = samples.reduce((sum, each) => sum + each.count + buyers, 0);
  const middle = samples.toSorted((a, b) => a.perSecond - b.perSecond)[1]!;
  return {
    ...middle,
    name,
    floorPerSecond: (before + (await shop.floor())) / 2,
    cpuMs: {
      node: (cpuAfter.node - cpuBefore.node) / count,
      postgres: (cpuAfter.postgres - cpuBefore.postgres) / count,
    },
    bytes: {
      log: (sizeAfter.log - sizeBefore.log) / count,
      tables: (sizeAfter.tables - sizeBefore.tables) / count,
    },
  };
}

async function cpuOf({ node, postgres }: Shop) {
  return { node: await cpuMsOf([node]), postgres: await cpuMsOf([postgres]) };
}

async function sizeOf(ownerUrl: string): Promise<PurchaseMeasurement['bytes']> {
  const db = connect(ownerUrl, { max: 1, applicationName: 'bench sizes', statementTimeoutMs: 60_000 });
  const { rows } = await sql<PurchaseMeasurement['bytes']>`
    select (pg_current_wal_lsn() - '0/0')::bigint as log, pg_database_size(current_database()) as tables`
    .execute(db)
    .finally(() => db.destroy());
  return rows[0]!;
}

async function refuseFaults(appUrl: string): Promise<void> {
  const db = connect(appUrl, { max: 1, applicationName: 'bench books', statementTimeoutMs: 60_000 });
  const faults = await findFaults(db).finally(() => db.destroy());
  if (faults.length > 0) throw new Error(`the market is broken after its purchases:\n${faults.join('\n')}`);
}
