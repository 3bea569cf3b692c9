import { readFile } from 'node:fs/promises';
import { readOptions } from '#test/process/options.ts';
import { drillBucket } from './bucket-drill.ts';
import { drillClocks } from './clock-drill.ts';
import { drillFullDisks } from './disk-drill.ts';
import { drillKills } from './kill-drill.ts';
import { drillPartitions } from './partition-drill.ts';
import { drillPooler } from './pooler-drill.ts';
import { drillProvider } from './provider-drill.ts';
import { drillRestore } from './restore-drill.ts';
import { drillRolling } from './rolling-drill.ts';
import type { DrillOptions } from './stage.ts';

/**
 * `npm run drill -- NAME`: loses parts of an installation on several machines, on this one; exits with 1 when an
 * acknowledged write was lost or doubled, or the books don't balance.
 *
 * --times N    how many losses; each drill has its own default
 * --writes W   acknowledged writes between two of them (10)
 * --gigabytes G  the size of the restored database (1)
 */
const drills = {
  kill: { run: drillKills, times: 50 },
  freeze: { run: (options: DrillOptions) => drillKills({ ...options, victims: ['frozen'] }), times: 50 },
  partition: { run: drillPartitions, times: 6 },
  disk: { run: drillFullDisks, times: 4 },
  bucket: { run: drillBucket, times: 2 },
  provider: { run: drillProvider, times: 2 },
  clock: { run: drillClocks, times: 4 },
  pooler: { run: drillPooler, times: 50 },
  restore: { run: drillRestore, times: 1 },
  rolling: { run: drillRolling, times: 10 },
};

const [name = ''] = process.argv.splice(2, 1);
if (!Object.hasOwn(drills, name)) {
  console.error(`\n✖ Escreva: npm run drill -- ${Object.keys(drills).join(' | ')}\n`);
  process.exit(1);
}
const drill = drills[name as keyof typeof drills];
const values = readOptions({
  times: { type: 'string', default: String(drill.times) },
  writes: { type: 'string', default: '10' },
  gigabytes: { type: 'string', default: '1' },
});
// What a drill started or made, such as networks, ends with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const load = (await readFile('/proc/loadavg', 'utf8').catch(() => '?')).split(' ', 1)[0];
console.log(`carga da máquina no começo: ${load}`);
const faults = await drill.run({
  times: Number(values.times),
  writes: Number(values.writes),
  gigabytes: Number(values.gigabytes),
  say: (line) => console.log(line),
});
console.log(
  faults.length === 0 ? 'nada perdido, nada dobrado, livros inteiros' : faults.slice(0, 40).join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;
