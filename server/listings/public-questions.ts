import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import { questionsPerPage } from '#contract/community/questions.ts';
import type { listListingQuestions } from '#contract/community/questions.ts';
import { listingIdOf } from '#domain/listings/slugs.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

type Batch = Reply<typeof listListingQuestions>;

/**
 * SQL: the public questions of a listing, newest first, one more than a page holds. A question that stays unanswered is
 * hidden after a while (§4.12).
 */
export function publicQuestions(
  listingId: RawBuilder<unknown>,
  { publicMs, before }: { publicMs: number; before: number },
): RawBuilder<unknown> {
  return sql`select id, text, answer, created_at as "createdAt", answered_at as "answeredAt" from questions
    where listing_id = ${listingId} and id < ${before}::bigint and (state = 'answered'
      or (state = 'pending' and created_at > market_now() - ${publicMs}::bigint * interval '1 millisecond'))
    order by id desc limit ${sql.lit(questionsPerPage + 1)}`;
}

/** The rows of {@link publicQuestions} as a page with its cursor. Instants may be in PostgreSQL's text format. */
export function presentQuestions(rows: readonly Batch['items'][number][]): Batch {
  const items = rows.slice(0, questionsPerPage).map((each) => ({
    ...each,
    createdAt: new Date(each.createdAt).toISOString(),
    answeredAt: each.answeredAt && new Date(each.answeredAt).toISOString(),
  }));
  return { items, next: rows.length > questionsPerPage ? items.at(-1)!.id : null };
}

/** A page of questions of a public listing, older than the given one. */
export async function listingQuestions(
  ctx: Ctx,
  { slug, before }: { slug: string; before: number },
): Promise<Batch> {
  const id = listingIdOf(slug) ?? fail('not_found');
  const { publicMs } = (await currentRules(ctx.db)).rules.questions;
  const { rows: shown } = await sql`
    select from listings where id = ${id} and state in ('published', 'paused', 'sold_out', 'expired')`.execute(
    ctx.db,
  );
  if (shown.length === 0) fail('not_found');
  const { rows } = await sql<
    Batch['items'][number]
  >`${publicQuestions(sql`${id}`, { publicMs, before })}`.execute(ctx.db);
  return presentQuestions(rows);
}
