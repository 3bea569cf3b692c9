import { listingSorts } from '#contract/listings/listings.ts';
import type { ListingSort } from '#contract/listings/listings.ts';
import { fail } from '#domain/errors.ts';
import { maxPaidPlaces } from '#domain/listings/promotion.ts';

/** Where a page ended, and the promoted listings of the first page, which later pages leave out. */
export interface Place {
  /** The sort key of the last row, id last. */
  key: readonly number[];
  /** Ids of promoted listings. */
  top: readonly number[];
}

/** A place as text, opaque to the caller and valid for one sort order only. */
export function writeCursor(sort: ListingSort, { key, top }: Place): string {
  return Buffer.from(JSON.stringify([listingSorts.indexOf(sort), ...key, ...top])).toString('base64url');
}

/**
 * The place in a cursor, or null for the first page.
 * @throws `invalid_request` for a cursor of another sort order or of unknown form
 */
export function readCursor(cursor: string | undefined, sort: ListingSort, length: number): Place | null {
  if (cursor === undefined) return null;
  const [order, ...rest] = parse(cursor);
  const ours =
    order === listingSorts.indexOf(sort) && rest.length >= length && rest.length <= length + maxPaidPlaces;
  if (ours) return { key: rest.slice(0, length), top: rest.slice(length) };
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
