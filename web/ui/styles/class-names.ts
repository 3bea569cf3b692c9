import { clsx, type ClassValue } from 'clsx';
import { coveredBy, kindOf } from './class-kinds.ts';

const known = new Map<string, string>();
const maxKnown = 2_000;

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes);
  let merged = known.get(joined);
  if (merged === undefined) {
    if (known.size === maxKnown) known.clear();
    merged = merge(joined);
    known.set(joined, merged);
  }
  return merged;
}

function merge(joined: string): string {
  const result: string[] = [];
  const settled = new Set<string>();
  for (const name of joined.split(/\s+/).toReversed()) {
    const { variants, base, important } = partsOf(name);
    const kind = kindOf(base);
    if (kind !== null) {
      const scope = `${variants}${important}`;
      if (settled.has(scope + kind)) continue;
      for (const one of [kind, ...coveredBy(kind)]) settled.add(scope + one);
    }
    result.push(name);
  }
  return result.toReversed().join(' ');
}

/** Splits `md:hover:p-2!` into the base `p-2`, its variants, whose order does not matter, and `!important`. */
function partsOf(name: string): { variants: string; base: string; important: string } {
  const parts = name.split(/:(?![^[(]*[\])])/);
  const last = parts.pop()!;
  const base = last.replace(/^!|!$/, '');
  return { variants: parts.toSorted().join(':'), base, important: base === last ? ' ' : '! ' };
}
