import { fail } from '#domain/errors.ts';

/** A position in a list: its sort, and the sort value and id of the row next to it. */
export interface Cursor {
  sort: string;
  value: string;
  id: number;
  /** Whether it points to the page before the position. */
  backwards: boolean;
}

/** Opaque to clients; nothing in it is secret. */
export function writeCursor({ sort, value, id, backwards }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id, backwards])).toString('base64url');
}

const textPattern = /^[^\p{Cc}]{0,200}$/u;
/** An instant is in microseconds since 1970; seventeen digits reach some thousand years. */
const values = { bigint: /^-?\d{1,18}$/, text: textPattern, citext: textPattern, instant: /^\d{1,17}$/ };

/** @throws `invalid_request` for a cursor of another sort and for anything that {@link writeCursor} did not produce */
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
