import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The words of the last column of each table of the glossary. */
function unusedWords(): string[] {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').at(-2)!.trim());
  return cells
    .filter((cell) => !['—', '---', 'not used'].includes(cell))
    .flatMap((cell) => cell.split(', '))
    .filter((word) => word !== '');
}

/** The files with texts for people. Lines of the console and of the log are for operators. */
function filesWithTexts(): string[] {
  const tracked = execFileSync('git', ['ls-files', 'web', 'contract', 'domain', 'server'], { cwd: root });
  return tracked
    .toString()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => !/^server\/(?:process|config|database)\//.test(path));
}

/** What a program writes in quotes, in templates and between tags. */
function textsOf(path: string): string[] {
  const source = read(path);
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration' || type?.startsWith('TSLiteral')) return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { cooked: string }).cooked);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return texts.map((text) => text.replace(/\s+/g, ' '));
}

/** A key of the program, such as `N2` or `livros`, is no text. */
const isText = (text: string) => / /.test(text.trim()) || /\p{Lu}\p{Ll}|[^\p{ASCII}]/u.test(text);

const pages = execFileSync('git', ['ls-files', 'server/settings/texts'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path.endsWith('.md'));

/** The built-in wordmark is the only text that has the brand's name in lower case. */
const wordmark = 'web/ui/theme/brand.ts';

test('the texts that people see have no word that the glossary replaces', () => {
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${unusedWords().join('|')})(?![\\p{L}\\d])`, 'u');
  expect(pattern.exec('Sem resposta, o pedido é cancelado sozinho.')?.[0]).toBe('sozinho');
  expect(textsOf('web/orders/page/renew-link.tsx').map((text) => text.trim())).toContain('Gerar novo link');
  // Reading a file as a program costs, so only those with such a word anywhere are read.
  const programs = filesWithTexts().filter(
    (path) => path !== wordmark && pattern.test(read(path).replace(/\s+/g, ' ')),
  );
  const texts = [
    ...programs.flatMap((path) =>
      textsOf(path)
        .filter(isText)
        .map((text) => ({ path, text })),
    ),
    ...pages.map((path) => ({ path, text: read(path) })),
  ];
  const odd = texts.flatMap(({ path, text }) => {
    const word = pattern.exec(text)?.[0];
    return word ? [`${path} says «${word}»: ${text.trim().slice(0, 100)}`] : [];
  });
  expect(odd).toEqual([]);
});
