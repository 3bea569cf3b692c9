import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { connect } from '#db/connect.ts';
import { createRandom } from '#demo/random.ts';
import { breaks } from '#server/ledger/queries.ts';
import { buggyApplication } from '#test/buggy-application.ts';
import { createLedgerUsers } from '#test/ledger/setup.ts';
import { ledgerHistories } from './ledger-histories.ts';

/** The result of a run over the ledger. */
export interface LedgerStressResult {
  transfers: number;
  seconds: number;
  /** Careless operations that PostgreSQL accepted and refused. */
  written: number;
  refused: number;
  /** The broken invariants; empty when the ledger is correct. */
  faults: string[];
}

const livesAtOnce = 4;
const carelessAtOnce = 2;
const livesABlock = 100;
const people = 200;

/**
 * Calls the ledger's own functions until it has the requested number of transfers: complete histories of sales as fast
 * as PostgreSQL writes them, and at the same time a careless application that makes every known mistake with the same
 * people's money. The seed fixes what each client chooses; the outcome depends on the races between them.
 */
export async function stressLedger(given: {
  appUrl: string;
  seed: number;
  transfers: number;
  say: (line: string) => void;
}): Promise<LedgerStressResult> {
  const { appUrl, seed, transfers: wanted, say } = given;
  const app = connect(appUrl, {
    max: carelessAtOnce + 1,
    applicationName: 'chaos',
    statementTimeoutMs: 30 * 60_000,
  });
  const { userIds } = await createLedgerUsers(app, people);
  const careless = buggyApplication(app, userIds);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const over = new AbortController();

  async function live(client: number): Promise<void> {
    const random = createRandom(seed + client);
    const connection = new Client({ connectionString: appUrl, application_name: 'chaos lives' });
    await connection.connect();
    await connection.query('set jit = off');
    while (!over.signal.aborted) await connection.query(ledgerHistories(random.next(), livesABlock));
    await connection.end();
  }

  async function watch(): Promise<void> {
    for (let told = 0; !over.signal.aborted; await sleep(1_000)) {
      const count = await countTransfers();
      if (count >= wanted) over.abort();
      else if (seconds() - told < 20) continue;
      told = seconds();
      say(`${count} transferências em ${told.toFixed(0)} s (${(count / told).toFixed(0)}/s)`);
    }
  }

  async function countTransfers(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from money.transfers`.execute(app);
    return rows[0]!.count;
  }

  const stop = (error: unknown) => {
    over.abort();
    throw error;
  };
  await Promise.all([
    ...Array.from({ length: livesAtOnce }, (_, client) => live(client).catch(stop)),
    ...Array.from({ length: carelessAtOnce }, (_, client) =>
      careless.run(createRandom(seed + 1_000 + client).next, () => !over.signal.aborted).catch(stop),
    ),
    watch().catch(stop),
  ]);
  const took = seconds();
  const transfers = await countTransfers();
  say('conferindo os livros…');
  const faults = (await breaks(app)).map((each) => Object.values(each).join(' '));
  await app.destroy();
  const sum = (word: string) =>
    [...careless.outcomes].reduce((all, [name, count]) => (name.endsWith(word) ? all + count : all), 0);
  return { transfers, seconds: took, written: sum(' written'), refused: sum(' refused'), faults };
}
