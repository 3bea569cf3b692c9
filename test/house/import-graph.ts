import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File → the files it imports, as paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const sourceFile = /^(domain|contract|server|web|db|demo|test|bin)\/.*\.(ts|tsx|js)$/;
/** `import … from`, `export … from`, bare `import` and `import()`, of values as well as of types. */
const specifier = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** The imports among the project's own files, tracked or new; packages and generated types are left out. */
export function readImportGraph(root: string): ImportGraph {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = new Set(
    listed.split('\n').filter((path) => sourceFile.test(path) && existsSync(join(root, path))),
  );
  return new Map(
    [...files].map((path) => {
      const found = importedFiles(path, readFileSync(join(root, path), 'utf8'));
      return [path, found.filter((one) => files.has(one))];
    }),
  );
}

/** What a source names with a relative path or with `#room/…`; `?whole` and the like are part of no path. */
export function importedFiles(path: string, source: string): string[] {
  const names = [...source.matchAll(specifier)].map((match) => match[1]!.replace(/\?.*$/, ''));
  const own = names.flatMap((name) => {
    if (name.startsWith('.')) return [join(path, '..', name)];
    return name.startsWith('#') ? [name.slice(1)] : [];
  });
  return [...new Set(own)];
}

/**
 * One circle for each group of files that reach one another (Tarjan 1972): the shortest way round from the group's
 * first file, which stands at both ends.
 */
export function findCircles(graph: ImportGraph): string[][] {
  return stronglyConnected(graph).flatMap((group) => shortestCircle(graph, new Set(group)) ?? []);
}

function stronglyConnected(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];

  function visit(file: string): number {
    const own = order.size;
    order.set(file, own);
    low.set(file, own);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      const reached = order.has(next) ? order.get(next)! : visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file)!, reached, low.get(next)!));
    }
    if (low.get(file) === own) groups.push(open.splice(open.indexOf(file)).toSorted());
    return own;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

function shortestCircle(graph: ImportGraph, group: ReadonlySet<string>): string[][] | null {
  const [start] = group;
  const ways: string[][] = [[start!]];
  const seen = new Set<string>();
  for (const way of ways)
    for (const next of graph.get(way.at(-1)!) ?? []) {
      if (next === start) return [[...way, next]];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return null;
}
