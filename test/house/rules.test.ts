import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const pages = ['docs/rules.md', 'docs/interface.md', 'docs/threats.md'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|js|sql|css|md)$/.test(path) && existsSync(join(root, path)))
  // Applied migrations never change, so neither do their comments.
  .filter((path) => !path.startsWith('db/migrations/'));

const isTest = (path: string) => /\.(test|e2e)\.ts$/.test(path);

/** Matches that are no codes: verification levels, chapters of ASVS, figures of docs/reliability.md, a key, product names, an example. */
const notCodes = /^(N[0-3]|V\d+|G\d+|F6|S3|R2|A09|E1)$/;

/** Sections of standards, which are not defined in these pages. */
const foreignSections =
  /(?:RFC \d+|WebAuthn|ISO(?:\/IEC)? [\d-]+|OFX [\d.]+|CSS Color \d,) §\d[\d.]*(?:, §\d[\d.]*)*/g;

/** The parts of a file that cite codes: comments, test titles, summaries of endpoints and the `rule` of a state machine. */
function prose(path: string): string {
  const text = read(path);
  if (path.endsWith('.md')) return text;
  if (path.endsWith('.sql')) return (text.match(/--[^\n]*/g) ?? []).join('\n');
  const found = [
    ...(text.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g) ?? []),
    ...(text.match(
      /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\(|name: |summary: )\s*(['"`])(?:\\.|(?!\1).)*\1/g,
    ) ?? []),
    ...(text.match(/\brule: '[^']+'/g) ?? []),
  ];
  return found.join('\n');
}

/** The codes cited in a text; a prefix applies to all sections in the list after it. */
function codesIn(text: string): Set<string> {
  const line = text.replaceAll(/\n\s*(?:\*|\/\/|--)? ?/g, ' ').replaceAll(foreignSections, ' ');
  const codes = new Set<string>();
  for (const [code] of line.matchAll(/(?<![\w#&%./-])[A-Z]\d{1,3}(?![\w%/-]|:\d|\.\d)/g))
    if (!notCodes.test(code)) codes.add(code);
  for (const [, prefix, list] of line.matchAll(
    /(?:([\w.]+)`? )?(§\d+(?:\.\d+)*(?:(?:, | and |–)§\d+(?:\.\d+)*)*)/g,
  )) {
    const name = /^(specification|design)$/i.test(prefix ?? '') ? `${prefix!.toLowerCase()} ` : '';
    for (const [section] of list!.matchAll(/§\d+(?:\.\d+)*/g)) codes.add(`${name}${section}`);
  }
  return codes;
}

const definitions = pages.flatMap((page) =>
  read(page)
    .split('\n')
    .flatMap((line) => {
      const code = /^(?:- |\| )\*\*([^*]+)\*\*/.exec(line)?.[1];
      return code ? [{ code, line, page }] : [];
    }),
);
/** The invariants of the ledger are listed in one sentence of money.md. */
const invariants = [...read('docs/money.md').matchAll(/\b(I\d+),? [a-z]/g)].map(([, code]) => code!);
const defined = new Set([...definitions.map(({ code }) => code), ...invariants]);

test('no code is defined twice in docs/rules.md, docs/interface.md and docs/threats.md', () => {
  const codes = definitions.map(({ code }) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.length).toBeGreaterThan(150);
});

test('every cited code is defined in docs/rules.md, docs/interface.md or docs/threats.md', () => {
  const unknown = files.flatMap((path) =>
    [...codesIn(prose(path))].filter((code) => !defined.has(code)).map((code) => `${path} cites ${code}`),
  );
  expect(unknown).toEqual([]);
});

test('every rule is cited by a test or marked as not built', () => {
  const cited = new Set(files.filter(isTest).flatMap((path) => [...codesIn(prose(path))]));
  const unproven = definitions.filter(
    ({ code, line }) => !cited.has(code) && !line.startsWith(`- **${code}** Not built:`),
  );
  expect(unproven.map(({ code }) => code)).toEqual([]);
});

test('every test that docs/threats.md names exists and cites its threat', () => {
  const faults = read('docs/threats.md')
    .split('\n')
    .flatMap((line) => {
      const code = /^\| \*\*(T\d+)\*\*/.exec(line)?.[1];
      const tests = [...line.matchAll(/`((?:server|test|web|domain|contract)\/[^`]+)`/g)].map(
        ([, path]) => path!,
      );
      if (code && tests.length === 0) return [`${code} names no test`];
      return tests.flatMap((path) => {
        if (!existsSync(join(root, path))) return [`${path} does not exist`];
        return code && !read(path).includes(code) ? [`${path} does not cite ${code}`] : [];
      });
    });
  expect(faults).toEqual([]);
});
