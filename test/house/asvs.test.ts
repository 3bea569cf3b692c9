import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const verdicts = new Set(['pass', 'fail', 'not applicable']);

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, and the numbers that are of level 3. */
const sections: Record<string, { last: number; without?: number[] }> = {
  '1.1': { last: 2 },
  '1.2': { last: 9 },
  '1.3': { last: 11 },
  '1.4': { last: 3 },
  '1.5': { last: 2 },
  '2.1': { last: 3 },
  '2.2': { last: 3 },
  '2.3': { last: 4 },
  '2.4': { last: 1 },
  '3.2': { last: 2 },
  '3.3': { last: 4 },
  '3.4': { last: 6 },
  '3.5': { last: 5 },
  '3.7': { last: 2 },
  '4.1': { last: 3 },
  '4.2': { last: 1 },
  '4.3': { last: 2 },
  '4.4': { last: 4 },
  '5.1': { last: 1 },
  '5.2': { last: 3 },
  '5.3': { last: 2 },
  '5.4': { last: 3 },
  '6.1': { last: 3 },
  '6.2': { last: 12 },
  '6.3': { last: 4 },
  '6.4': { last: 4 },
  '6.5': { last: 5 },
  '6.6': { last: 3 },
  '6.8': { last: 4 },
  '7.1': { last: 3 },
  '7.2': { last: 4 },
  '7.3': { last: 2 },
  '7.4': { last: 5 },
  '7.5': { last: 2 },
  '7.6': { last: 2 },
  '8.1': { last: 2 },
  '8.2': { last: 3 },
  '8.3': { last: 1 },
  '8.4': { last: 1 },
  '9.1': { last: 3 },
  '9.2': { last: 4 },
  '10.1': { last: 2 },
  '10.2': { last: 2 },
  '10.3': { last: 4 },
  '10.4': { last: 11 },
  '10.5': { last: 5 },
  '10.6': { last: 2 },
  '10.7': { last: 3 },
  '11.1': { last: 2 },
  '11.2': { last: 3 },
  '11.3': { last: 3 },
  '11.4': { last: 4 },
  '11.5': { last: 1 },
  '11.6': { last: 1 },
  '12.1': { last: 3 },
  '12.2': { last: 2 },
  '12.3': { last: 4 },
  '13.1': { last: 1 },
  '13.2': { last: 5 },
  '13.3': { last: 2 },
  '13.4': { last: 5 },
  '14.1': { last: 2 },
  '14.2': { last: 4 },
  '14.3': { last: 3 },
  '15.1': { last: 3 },
  '15.2': { last: 3 },
  '15.3': { last: 7 },
  '16.1': { last: 1 },
  '16.2': { last: 5 },
  '16.3': { last: 4 },
  '16.4': { last: 3 },
  '16.5': { last: 3 },
  '17.1': { last: 1 },
  '17.2': { last: 4 },
  '17.3': { last: 2 },
};

interface Row {
  id: string;
  verdict: string;
  how: string;
  evidence: string;
}

async function readRows(): Promise<Row[]> {
  const text = await readFile(new URL('docs/asvs.md', root), 'utf8');
  return text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [id, , verdict, how, evidence] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return { id: id!, verdict: verdict!, how: how!, evidence: evidence! };
    });
}

function expectedIds(): string[] {
  return Object.entries(sections).flatMap(([section, { last, without = [] }]) =>
    Array.from({ length: last }, (_, index) => index + 1)
      .filter((number) => !without.includes(number))
      .map((number) => `${section}.${number}`),
  );
}

test('docs/asvs.md has each of the 253 requirements of levels 1 and 2 once, with a verdict and its reason', async () => {
  const rows = await readRows();
  expect(expectedIds()).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(expectedIds());
  for (const { id, verdict, how } of rows) {
    expect(verdicts.has(verdict), `${id}: ${verdict}`).toBe(true);
    expect(how.length, id).toBeGreaterThan(3);
  }
});

test('docs/asvs.md counts its verdicts', async () => {
  const rows = await readRows();
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
  expect(await readFile(new URL('docs/asvs.md', root), 'utf8')).toContain(
    `${count('pass')} pass, ${count('fail')} fail, ${count('not applicable')} do not apply`,
  );
});

test('each pass in docs/asvs.md names evidence, and all evidence is in the repository', async () => {
  const missing: string[] = [];
  for (const { id, verdict, evidence } of await readRows()) {
    const named = [...evidence.matchAll(/`([^`]+)`((?: «[^»]+»)*)/g)];
    if (verdict === 'pass' && named.length === 0) missing.push(`${id}: no evidence`);
    for (const [, path, titles] of named) {
      const file = new URL(path!, root);
      if (!existsSync(file)) missing.push(`${id}: ${path}`);
      else missing.push(...(await absentTitles(file, titles!)).map((title) => `${id}: ${path} «${title}»`));
    }
  }
  expect(missing).toEqual([]);
});

async function absentTitles(file: URL, titles: string): Promise<string[]> {
  const text = (await readFile(file, 'utf8')).replaceAll("\\'", "'");
  return [...titles.matchAll(/«([^»]+)»/g)]
    .map(([, title]) => title!)
    .filter((title) => !text.includes(title));
}
