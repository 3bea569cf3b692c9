import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKills } from './run.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * `npm run test:kill`: kill -9 of server, worker, postmaster and backend in turn; exits with 1 when a write was lost,
 * doubled or stuck.
 *
 * --times N    how many kills (50)
 * --writes W   acknowledged writes between two of them (40)
 */
const values = readOptions({
  times: { type: 'string', default: '50' },
  writes: { type: 'string', default: '40' },
});
const say = (line: string) => console.log(line);
const dataDir = await mkdtemp(join(tmpdir(), 'praca-kill-'));
try {
  const { faults, ...figures } = await runKills({
    dataDir,
    times: Number(values.times),
    writes: Number(values.writes),
    say,
  });
  say(JSON.stringify(figures));
  say(faults.length === 0 ? 'nada perdido, nada dobrado' : faults.slice(0, 40).join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
