import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCircles, importedFiles, readImportGraph } from './import-graph.ts';

const graphOf = (arrows: Record<string, string[]>) => new Map(Object.entries(arrows));

describe('import circles', () => {
  test('the project has none, type-only and lazy imports included', () => {
    const graph = readImportGraph(join(import.meta.dirname, '../..'));
    const arrows = [...graph.values()].reduce((sum, imports) => sum + imports.length, 0);
    console.log(`Import graph: ${graph.size} files, ${arrows} arrows.`);
    expect(graph.size).toBeGreaterThan(1_000);
    expect(arrows).toBeGreaterThan(graph.size);
    expect(findCircles(graph).map((circle) => circle.join(' → '))).toEqual([]);
  });

  test('are found with their files in order, by the shortest path', () => {
    const graph = graphOf({
      'entry.ts': ['a.ts'],
      'a.ts': ['b.ts', 'leaf.ts'],
      'b.ts': ['c.ts', 'leaf.ts'],
      'c.ts': ['d.ts', 'a.ts'],
      'd.ts': ['a.ts'],
      'leaf.ts': [],
    });
    expect(findCircles(graph)).toEqual([['a.ts', 'b.ts', 'c.ts', 'a.ts']]);
  });

  test('are reported one by one, including a file that imports itself', () => {
    const graph = graphOf({
      'a.ts': ['b.ts'],
      'b.ts': ['a.ts', 'x.ts'],
      'x.ts': ['y.ts'],
      'y.ts': ['x.ts'],
      'z.ts': ['z.ts', 'a.ts'],
    });
    expect(findCircles(graph).toSorted()).toEqual([
      ['a.ts', 'b.ts', 'a.ts'],
      ['x.ts', 'y.ts', 'x.ts'],
      ['z.ts', 'z.ts'],
    ]);
  });

  test('do not include two paths to the same file', () => {
    expect(findCircles(graphOf({ 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts'], 'c.ts': [] }))).toEqual([]);
  });
});

test('imports are read in every form, by relative paths and by aliases', () => {
  const source = `import { one } from './one.ts';
import type { Two } from '../two.ts';
export { three } from '#domain/three.ts';
import './four.css';
import pg from 'pg';
type Five = import('./five.ts').Five;
const six = await import('#web/six.tsx');
const whole = import('#contract/all.ts?whole');
import {
  one as again,
} from './one.ts';`;
  expect(importedFiles('web/orders/page.tsx', source)).toEqual([
    'web/orders/one.ts',
    'web/two.ts',
    'domain/three.ts',
    'web/orders/four.css',
    'web/orders/five.ts',
    'web/six.tsx',
    'contract/all.ts',
  ]);
});
