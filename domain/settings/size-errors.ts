import type { FieldErrors } from '#domain/errors.ts';
import { sizeFault } from './size-messages.ts';
import { boundsIn } from './sizes.ts';
import type { Sizes, SizeUnit } from './sizes.ts';
import { visibleLength } from '#domain/text/visible-length.ts';

/** Error messages for values of a valid body that are outside of the current bounds, by field. */
export function sizeErrors(sizes: Sizes, body: Record<string, unknown>, rules: object): FieldErrors {
  const errors: FieldErrors = {};
  for (const [path, size] of Object.entries(sizes)) {
    const bounds = boundsIn(rules, size);
    for (const [at, value] of valuesAt(body, path)) {
      const amount = amountOf(size.unit, value);
      const fault = amount === null ? null : sizeFault(size.unit, amount, bounds);
      if (fault) errors[at] = fault;
    }
  }
  return errors;
}

function valuesAt(body: Record<string, unknown>, path: string): [path: string, value: unknown][] {
  const [name = '', each] = path.split('.');
  const value = body[name];
  if (each === undefined) return [[name, value]];
  return Array.isArray(value) ? value.map((one, index) => [`${name}.${index}`, one]) : [];
}

/** The size of a value in its unit; null when the value is absent. */
function amountOf(unit: SizeUnit, value: unknown): number | null {
  if (unit === 'letters') return typeof value === 'string' ? visibleLength(value) : null;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : null;
}
