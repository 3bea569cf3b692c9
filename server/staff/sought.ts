import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orderIdOf } from '#domain/orders.ts';

/** Whether what was typed may be a number of ours. */
export function isId(q: string): boolean {
  return /^[1-9]\d{0,14}$/.test(q);
}

/** People (`users t`) by the beginning of the username, or by the whole e-mail or document. */
export function personSought(q: string): RawBuilder<unknown> {
  const digits = q.replaceAll(/\D/g, '');
  if (q.includes('@') && !q.startsWith('@')) return sql`t.email = ${q}`;
  if (digits.length === 11 && /^[\d.\- ]+$/.test(q)) return sql`t.cpf = ${digits}`;
  const name = q.replace(/^@/, '').toLowerCase();
  // `citext` compares by its own order: the range is what its index can answer.
  return sql`t.username >= ${name}::citext and t.username < ${`${name}\u{10FFFF}`}::citext`;
}

/** Orders (`orders t`) by code, number or the secret name of their page. */
export function orderSought(q: string): RawBuilder<unknown> {
  const ids = [orderIdOf(q), isId(q) ? Number(q) : null].filter((id) => id !== null);
  return ids.length > 0 ? sql`t.id = any(${ids}::bigint[])` : sql`t.hash = ${q}`;
}

/** Listings (`listings t`) on sale with these words in their title, accents or not (index listings_title_trigram). */
export function wordsLike(q: string): RawBuilder<unknown> {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`t.state = 'published' and f_unaccent(lower(t.title)) like f_unaccent(lower(${pattern}))`;
}
