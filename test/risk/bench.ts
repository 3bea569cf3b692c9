import { parseArgs } from 'node:util';
import { defaultRiskRules } from '#domain/risk/rules.ts';
import { makeHistory, tryRules } from './made-history/trial.ts';
import { fraudKinds } from './made-history/world.ts';

/** `npm run bench:risk -- --seeds 11,12`: what the rules catch in made histories, by kind of fraud (F55). */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '11,12,13,14,15' }, why: { type: 'boolean' } },
});

console.log(`| seed | ${fraudKinds.join(' | ')} | caught | good touched |`);
console.log(`|---|${fraudKinds.map(() => '---:|').join('')}---:|---:|`);
const caughtOf: number[] = [];
const touchedOf: number[] = [];
for (const seed of values.seeds.split(',').map(Number)) {
  const { caught, ofEach, caughtPercent, touchedPercent, noise, misses } = tryRules(
    makeHistory(seed),
    defaultRiskRules,
  );
  const kinds = fraudKinds.map((kind) => `${Math.round((100 * caught[kind]) / ofEach)} %`);
  console.log(
    `| ${seed} | ${kinds.join(' | ')} | ${caughtPercent.toFixed(1)} % | ${touchedPercent.toFixed(2)} % |`,
  );
  caughtOf.push(caughtPercent);
  touchedOf.push(touchedPercent);
  if (values.why)
    console.log(
      noise,
      Object.entries(misses)
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, 40),
    );
}
const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
console.log(
  `\nMean: ${mean(caughtOf).toFixed(1)} % caught, ${mean(touchedOf).toFixed(2)} % of the good orders touched.`,
);
if (mean(caughtOf) < 80 || mean(touchedOf) > 2) process.exitCode = 1;
