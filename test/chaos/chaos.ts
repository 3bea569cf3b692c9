import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { stressLedger } from './ledger.ts';
import { runChaos } from './run.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * `npm run test:chaos`: a long random run on its own PostgreSQL; exits with 1 when a rule was broken.
 *
 * --minutes M    how long people, staff and bank act (10)
 * --seed N       repeats the choices of an earlier run (default: the time)
 * --ledger N     tests only the ledger's functions, until it has N transfers
 */
const values = readOptions({
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  ledger: { type: 'string', default: '0' },
});
const seed = Number(values.seed);
const wanted = Number(values.ledger);
const say = (line: string) => console.log(line);
say(`semente ${seed}`);
const dataDir = await mkdtemp(join(tmpdir(), 'praca-chaos-'));
const postgres = await startEmbedded({ dataDir, log: say, volatile: wanted > 0 });
try {
  await migrate(postgres.ownerUrl, { log: () => undefined });
  process.exitCode = (await (wanted > 0 ? hammer(wanted) : play())) ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function play(): Promise<boolean> {
  const seconds = Number(values.minutes) * 60;
  const { faults, counts, ...figures } = await runChaos({
    ...postgres,
    dataDir,
    seed,
    seconds,
    killEveryMs: 20_000,
    log: 'inherit',
    say,
  });
  const lines = [...counts].map(([action, outcomes]) => {
    const told = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
    return `${action}: ${told.join(' · ')}`;
  });
  say(lines.toSorted().join('\n'));
  say(JSON.stringify({ seed, seconds, ...figures }));
  return whole(faults);
}

async function hammer(transfers: number): Promise<boolean> {
  const { faults, ...figures } = await stressLedger({ appUrl: postgres.appUrl, seed, transfers, say });
  say(JSON.stringify({ seed, ...figures }));
  return whole(faults);
}

function whole(faults: readonly string[]): boolean {
  say(
    faults.length === 0
      ? 'tudo inteiro'
      : `${faults.length} quebras:\n${faults.slice(0, 40).join('\n').slice(0, 8_000)}`,
  );
  return faults.length === 0;
}
