import { fail } from '#domain/errors.ts';

/** A place in a list: the sort it belongs to, and the value and number of the row it stands beside. */
export interface Cursor {
  sort: string;
  value: string;
  id: number;
  /** Whether the page before it is meant. */
  backwards: boolean;
}

/** Opaque to whoever carries it; nothing in it is secret. */
export function writeCursor({ sort, value, id, backwards }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id, backwards])).toString('base64url');
}

const words = /^[^\p{Cc}]{0,200}$/u;
/** Of instants the microseconds since 1970, of which seventeen digits are some thousand years. */
const values = { bigint: /^-?\d{1,18}$/, text: words, citext: words, instant: /^\d{1,17}$/ };

/** @throws `invalid_request` for another order's cursor and for anything that {@link writeCursor} did not make */
export function readCursor(text: string, order: { sort: string; type: keyof typeof values }): Cursor {
  const [sort, value, id, backwards] = partsOf(text);
  if (sort !== order.sort || typeof value !== 'string' || !values[order.type].test(value)) refuse();
  if (!Number.isSafeInteger(id) || typeof backwards !== 'boolean') refuse();
  return { sort: order.sort, value, id: id as number, backwards };
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function refuse(): never {
  fail('invalid_request', { errors: { cursor: 'Volte à primeira página.' } });
}
