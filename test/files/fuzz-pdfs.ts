import { readOptions } from '#test/process/options.ts';
import { fuzzPdfs } from './pdf-fuzz.ts';

const { inputs, seed } = readOptions({
  inputs: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: '1' },
});

const startedAt = Date.now();
const { honest, hostile, damaged, faults } = fuzzPdfs({ seed: Number(seed), inputs: Number(inputs) });
console.log(
  `${honest} honest, ${hostile} hostile and ${damaged} damaged PDFs in ${Math.round((Date.now() - startedAt) / 1_000)} s`,
);
for (const fault of faults.slice(0, 20)) console.log(`✖ ${fault}`);
console.log(`${Number(inputs) - faults.length} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;
