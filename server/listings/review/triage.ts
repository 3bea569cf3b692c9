import { sql } from 'kysely';
import { hasContacts } from '#domain/text/contacts.ts';
import { findBannedWords } from '#domain/listings/rules.ts';
import type { ListingRules } from '#domain/listings/rules.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { ownHosts } from '#server/config/own-hosts.ts';
import { withSamePhoto } from '#server/listings/photos/same-photos.ts';
import { wordsOf } from '#server/listings/search/words.ts';

export interface CheckedListing {
  id: number;
  categoryId: number | null;
  title: string;
  description: string;
  priceCents: number | null;
  imageIds: readonly number[];
}

/** Warnings for the reviewer, as Portuguese sentences (L03). */
export async function findSignals(
  { config }: Ctx,
  db: Queryable,
  listing: CheckedListing,
  rules: ListingRules,
): Promise<string[]> {
  const text = `${listing.title}\n${listing.description}`;
  const signals: string[] = [];
  if (hasContacts(text, ownHosts(config))) signals.push('Há telefone, e-mail, @ ou link no texto.');
  const banned = findBannedWords(text, rules.bannedWords);
  if (banned.length > 0) signals.push(`Palavras proibidas no texto: ${banned.join(', ')}.`);
  const found = [
    await priceSignal(db, listing, rules),
    await repeatedPhoto(db, listing),
    await repeatedText(db, listing, rules),
  ];
  return [...signals, ...found.filter((signal) => signal !== null)];
}

/** Compares the price with the median of the 500 newest listings of the category (index `listings_leaf_browse`). */
async function priceSignal(
  db: Queryable,
  { id, categoryId, priceCents }: CheckedListing,
  { outlierBps, fewestPrices }: ListingRules,
): Promise<string | null> {
  if (categoryId === null || priceCents === null) return null;
  const { rows } = await sql<{ median: number | null; count: number }>`
    select percentile_cont(0.5) within group (order by price_cents) as median, count(*)::int as count
    from (select price_cents from listings where category_id = ${categoryId} and state = 'published' and id <> ${id}
      order by published_at desc limit 500) recent`.execute(db);
  const { median, count } = rows[0]!;
  if (median === null || count < fewestPrices) return null;
  const share = priceCents / median - 1;
  if (Math.abs(share) * 10_000 < outlierBps) return null;
  return `Preço ${Math.round(Math.abs(share) * 100)}% ${share < 0 ? 'abaixo' : 'acima'} da mediana da categoria.`;
}

/** The same photo in a listing that is or was on sale. */
async function repeatedPhoto(db: Queryable, { id, imageIds }: CheckedListing): Promise<string | null> {
  if (imageIds.length === 0) return null;
  const { rows } = await sql<SimilarListing>`
    select l.title, u.username::text from ${withSamePhoto(sql`${imageIds}::bigint[]`)} join users u on u.id = l.seller_id
    where l.id <> ${id} limit 1`.execute(db);
  return rows[0] ? `Foto repetida de «${rows[0].title}», de @${rows[0].username}.` : null;
}

interface SimilarListing {
  title: string;
  username: string;
}

/** A listing on sale with the same description, or with nearly the same title. */
async function repeatedText(
  db: Queryable,
  { id, title, description }: CheckedListing,
  { alikeBps }: ListingRules,
): Promise<string | null> {
  const { rows: copies } = await sql<SimilarListing>`
    select l.title, u.username::text from listings l join users u on u.id = l.seller_id
    where l.state = 'published' and l.id <> ${id} and md5(l.description) = md5(${description}) limit 1`.execute(
    db,
  );
  if (copies[0]) return `Descrição igual à de «${copies[0].title}», de @${copies[0].username}.`;
  const words = wordsOf(title.toLowerCase());
  if (!words) return null;
  // Full-text search first (`listings_search`): the trigram index of a million titles would read thousands of rows.
  const { rows } = await sql<SimilarListing>`
    with near as (
      select l.id, l.title, l.seller_id, similarity(public.f_unaccent(lower(l.title)), public.f_unaccent(lower(${title}))) as share
      from listings l where l.state = 'published' and l.id <> ${id}
        and l.search @@ ${words.tsquery}::tsquery limit 200)
    select near.title, u.username::text from near join users u on u.id = near.seller_id
    where share >= ${alikeBps / 10_000} order by share desc, near.id limit 1`.execute(db);
  return rows[0] ? `Título quase igual ao de «${rows[0].title}», de @${rows[0].username}.` : null;
}
