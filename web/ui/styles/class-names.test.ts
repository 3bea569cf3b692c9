import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { describe, expect, test } from 'vitest';
import { cn } from './class-names.ts';

const web = join(import.meta.dirname, '../..');
/** tailwind-merge with the names that the theme adds. */
const whole = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [
        { text: ['display', 'h1', 'h2', 'h3', 'body', 'ui', 'sm', 'xs', 'price-xl', 'price-md'] },
      ],
    },
  },
});

/** Custom utilities that tailwind-merge would take for colours. */
const ours = new Set(['ring-gap', 'fill-mode-backwards']);

/** Every Tailwind class in a string of the site, without its variants. */
function classesInUse(): string[] {
  const files = globSync('**/*.tsx', { cwd: web });
  const strings = files.flatMap((file) => [
    ...readFileSync(join(web, file), 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g),
  ]);
  const classes = strings.flatMap(([, , text]) => text!.split(/\s+/).map(withoutVariants));
  return [...new Set(classes)].filter(
    (name) => /^[-a-z][^;,'"`$]*$/.test(name) && !ours.has(name) && whole(`${name} ${name}`) === name,
  );
}

function withoutVariants(name: string): string {
  return name.split(/:(?![^[(]*[\])])/).at(-1)!;
}

describe('joining class names', () => {
  test('gives the result of tailwind-merge for any two classes of the site', () => {
    const classes = classesInUse();
    expect(classes.length).toBeGreaterThan(500);
    const different: string[] = [];
    for (const first of classes)
      for (const second of classes) {
        if (first === second) continue;
        const pair = `${first} ${second}`;
        if (cn(pair) !== whole(pair)) different.push(`${pair}: ${cn(pair)}`);
      }
    expect(different).toEqual([]);
  }, 60_000);

  test.each([
    ['p-2 md:p-4 p-3', 'md:p-4 p-3'],
    ['md:hover:p-2 hover:md:p-3', 'hover:md:p-3'],
    ['w-full! w-10', 'w-full! w-10'],
    ['w-full! w-10!', 'w-10!'],
    ['[&_a:hover]:p-2 [&_a:hover]:px-1 [&_a:hover]:p-1', '[&_a:hover]:p-1'],
    ['listing-card p-2 listing-card', 'listing-card p-2 listing-card'],
    ['', ''],
  ])('of «%s» leaves «%s»', (classes, left) => {
    expect(cn(classes)).toBe(left);
  });

  test('accepts the inputs of clsx, and works when its cache is full', () => {
    for (let seen = 0; seen < 2_100; seen++) cn(`m-${seen}`);
    expect(cn('p-1', [null, { 'p-2': true, 'p-3': false }], undefined)).toBe('p-2');
  });
});
