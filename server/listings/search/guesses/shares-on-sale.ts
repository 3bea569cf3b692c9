import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { TitleWord } from './title-words.ts';

/** For each word, the share of each category among the listings on sale that have it in their title. */
export type Shares = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Listings read for each word: more would not change a share by much. */
const maxRead = 300;

/**
 * Where listings with these words are on sale. A frequent word is read from its postings, because the index would
 * collect all of its listings first; a rare one from `listings_search`.
 */
export async function sharesOnSale(ctx: Ctx, words: readonly TitleWord[]): Promise<Shares> {
  const asked = words.flatMap(({ text, lexemes }) => lexemes.map((lexeme) => ({ text, lexeme })));
  const { rows } = await sql<{ text: string; categoryId: number; listings: number }>`
    with asked as materialized (
      select a.text, a.lexeme, t.id as term_id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a (text text, lexeme text)
      left join search_terms t on t.term = a.lexeme and t.state = 'kept')
    select asked.text, found.category_id as "categoryId", count(*)::int as listings
    from asked cross join lateral (
      (select p.category_id from search_postings p where p.term_id = asked.term_id
        order by p.score desc, p.listing_id desc limit ${sql.lit(maxRead)})
      union all
      (select l.category_id from listings l where asked.term_id is null and l.state = 'published'
        and l.search @@ (quote_literal(asked.lexeme) || ':AB')::tsquery limit ${sql.lit(maxRead)})) found
    group by asked.text, found.category_id`.execute(ctx.db);
  const totals = new Map<string, number>();
  for (const { text, listings } of rows) totals.set(text, (totals.get(text) ?? 0) + listings);
  const shares = new Map<string, Map<number, number>>();
  for (const { text, categoryId, listings } of rows) {
    const ofWord = shares.get(text) ?? new Map<number, number>();
    // One more than were read: a single listing is half a proof.
    ofWord.set(categoryId, listings / (totals.get(text)! + 1));
    shares.set(text, ofWord);
  }
  return shares;
}
