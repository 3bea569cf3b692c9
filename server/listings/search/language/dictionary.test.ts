import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Bytes outside of the heap in a new process that imported a module, and then called it. */
const script = `
const { synonymsOf } = await import('#server/listings/search/synonyms.ts');
const { topicOf } = await import('#server/listings/search/topics.ts');
const imported = process.memoryUsage().arrayBuffers;
synonymsOf('celular');
topicOf('geladeira');
console.log(JSON.stringify({ imported, called: process.memoryUsage().arrayBuffers }));
`;

test('the dictionary is read at the first search, not at the start', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const { imported, called } = JSON.parse(output) as { imported: number; called: number };
  expect(imported).toBeLessThan(1_000_000);
  expect(called).toBeGreaterThan(10_000_000);
});
