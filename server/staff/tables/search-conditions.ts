import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orderIdOf } from '#domain/orders/orders.ts';

/** Whether the search text can be the id of a row. */
export function isId(q: string): boolean {
  return /^[1-9]\d{0,14}$/.test(q);
}

/**
 * People (`users t`) by the beginning of the username, or by the whole e-mail, CPF, CNPJ (letters in it since July
 * 2026, IN RFB 2.229/2024) or mobile phone, with or without its mask.
 */
export function matchesPerson(q: string): RawBuilder<unknown> {
  if (q.includes('@') && !q.startsWith('@')) return sql`t.email = ${q}`;
  const numbers = matchesNumber(q);
  const isMasked = /[^A-Za-z0-9_@]/.test(q);
  if (isMasked && numbers.length > 0) return anyOf(numbers);
  const name = q.replace(/^@/, '').toLowerCase();
  // A range, because the `citext` index cannot answer `like`.
  const named = sql`t.username >= ${name}::citext and t.username < ${`${name}\u{10FFFF}`}::citext`;
  return anyOf([...numbers, named]);
}

/** Conditions for text that looks like a document or a phone; eleven digits may be either. */
function matchesNumber(q: string): RawBuilder<unknown>[] {
  const bare = q.replaceAll(/[.\-/()+\s]/g, '').toUpperCase();
  const phone = /^(?:55)?([1-9]{2}9\d{8})$/.exec(bare)?.[1];
  return [
    /^\d{11}$/.test(bare) ? sql`t.cpf = ${bare}` : null,
    /^[0-9A-Z]{12}\d{2}$/.test(bare) ? sql`t.cnpj = ${bare}` : null,
    phone === undefined ? null : sql`t.phone = ${`+55${phone}`}`,
  ].filter((condition) => condition !== null);
}

function anyOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Orders (`orders t`) by code, id or the secret hash of their page. */
export function matchesOrder(q: string): RawBuilder<unknown> {
  const ids = [orderIdOf(q), isId(q) ? Number(q) : null].filter((id) => id !== null);
  return ids.length > 0 ? sql`t.id = any(${ids}::bigint[])` : sql`t.hash = ${q}`;
}

/** Listings (`listings t`) on sale with this text in their title, regardless of accents (index listings_title_trigram). */
export function titleContains(q: string): RawBuilder<unknown> {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`t.state = 'published' and f_unaccent(lower(t.title)) like f_unaccent(lower(${pattern}))`;
}
