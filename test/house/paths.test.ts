import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const known = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = files.filter((path) => path.endsWith('.md'));
/** The file that tries which paths the image holds names some that there are not. */
const sources = files.filter(
  (path) => /\.(ts|tsx|js|css|sql)$/.test(path) && path !== 'test/process/image.test.ts',
);

describe('paths in texts', () => {
  test('every link of a page leads to an existing file, and to an existing heading where it names one', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
        .map(([, link]) => link!)
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page} → ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('every path in a page or a comment exists', () => {
    const missing = [...pages, ...sources].flatMap((file) =>
      pathsIn(read(file), file.endsWith('.md')).map((path) => `${file}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path, heading] = link.split('#') as [string, string?];
  const target = path === '' ? page : join(dirname(page), path).replace(/\/$/, '');
  if (!known.has(target)) return false;
  return heading === undefined || !target.endsWith('.md') || headingsOf(read(target)).includes(heading);
}

/** The anchors GitHub gives to the headings of a page. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

/** Paths of the project that a text names and that are not there; patterns (`contract/*.ts`) are left out. */
function pathsIn(text: string, isPage: boolean): string[] {
  const said = isPage ? text : (text.match(/\/\*[\s\S]*?\*\/|(?:\/\/|--).*/g) ?? []).join('\n');
  return [
    ...said.matchAll(/(?<![\w./#@<{*-])((?:domain|contract|server|web|db|demo|test|bin|docs)\/[\w./*+-]+)/g),
  ]
    .map(([, path]) => path!.replace(/[./]+$/, ''))
    .filter((path) => !path.includes('*') && !path.includes('NN') && !known.has(path));
}
