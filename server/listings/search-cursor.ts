import { listingSorts } from '#contract/listings.ts';
import type { ListingSort } from '#contract/listings.ts';
import { fail } from '#domain/errors.ts';

/** Where a page ended: the sort key of its last row, id last, opaque to the caller and good for one order only. */
export function writeCursor(sort: ListingSort, key: readonly number[]): string {
  return Buffer.from(JSON.stringify([listingSorts.indexOf(sort), ...key])).toString('base64url');
}

/**
 * The key in a cursor, or null at the beginning.
 * @throws `invalid_request` for anything we did not write for this order
 */
export function readCursor(cursor: string | undefined, sort: ListingSort, length: number): number[] | null {
  if (cursor === undefined) return null;
  const [order, ...key] = parse(cursor);
  const ours = order === listingSorts.indexOf(sort) && key.length === length;
  if (ours) return key;
  fail('invalid_request', { errors: { after: 'Esta página não existe mais. Volte ao começo da lista.' } });
}

function parse(cursor: string): number[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) && value.every(isWhole) ? value : [];
  } catch {
    return [];
  }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
