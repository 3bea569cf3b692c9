import { readFile } from 'node:fs/promises';
import { readOptions } from '#test/process/options.ts';
import { drillKills } from './kill-drill.ts';
import { drillPooler } from './pooler-drill.ts';
import type { DrillOptions } from './stage.ts';

/**
 * `npm run drill -- NAME`: loses parts of an installation on several machines, on this one; exits with 1 when an
 * acknowledged write was lost or doubled, or the books don't balance.
 *
 * --times N    how many kills (50)
 * --writes W   acknowledged writes between two of them (10)
 */
const drills = {
  kill: drillKills,
  freeze: (options: DrillOptions) => drillKills({ ...options, victims: ['frozen'] }),
  pooler: drillPooler,
};

const [name = ''] = process.argv.splice(2, 1);
const values = readOptions({
  times: { type: 'string', default: '50' },
  writes: { type: 'string', default: '10' },
});
if (!Object.hasOwn(drills, name)) {
  console.error(`\n✖ Escreva: npm run drill -- ${Object.keys(drills).join(' | ')}\n`);
  process.exit(1);
}
const load = (await readFile('/proc/loadavg', 'utf8').catch(() => '?')).split(' ', 1)[0];
console.log(`carga da máquina no começo: ${load}`);
const faults = await drills[name as keyof typeof drills]({
  times: Number(values.times),
  writes: Number(values.writes),
  say: (line) => console.log(line),
});
console.log(
  faults.length === 0 ? 'nada perdido, nada dobrado, livros inteiros' : faults.slice(0, 40).join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;
