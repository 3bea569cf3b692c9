import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { questionsPerPage } from '#contract/community/questions.ts';
import type { listQuestions, OwnQuestion } from '#contract/community/questions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { QuestionState } from '#domain/community/questions.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

type Side = 'received' | 'asked';

interface Row {
  id: number;
  state: QuestionState;
  text: string;
  answer: string | null;
  held: boolean;
  stale: boolean;
  created_at: Date;
  answered_at: Date | null;
  editable_until: Date | null;
  person: string;
  blocked: boolean;
  listing: OwnQuestion['listing'];
  total: number;
}

/**
 * One side's questions: pending ones first, the longest wait on top, then the newest. Sellers do not see held or hidden
 * questions; only the asker sees a withdrawn one.
 */
export async function ownQuestions(
  ctx: Ctx,
  viewer: Viewer,
  { side = 'received', page = 1 }: Query<typeof listQuestions>,
): Promise<Reply<typeof listQuestions>> {
  const { questions: rules } = (await currentRules(ctx.db)).rules;
  const { rows } = await sql<Row>`
    select q.id, q.state, q.text, q.answer, q.held, q.created_at, q.answered_at, p.username::text as person,
      q.state = 'pending' and q.created_at <= market_now() - ${rules.publicMs}::bigint * interval '1 millisecond'
        as stale,
      case when q.state = 'answered' and l.seller_id = ${viewer.id}
          and q.answered_at > market_now() - ${rules.answerEditMs}::bigint * interval '1 millisecond'
        then q.answered_at + ${rules.answerEditMs}::bigint * interval '1 millisecond' end as editable_until,
      exists (select from question_blocks b where b.seller_id = l.seller_id and b.asker_id = q.asker_id) as blocked,
      json_build_object('id', l.id, 'slug', l.slug, 'title', l.title, 'cover', l.cover_key,
        'visible', l.state in ('published', 'paused', 'sold_out', 'expired')) as listing,
      count(*) over ()::int as total
    from questions q join listings l on l.id = q.listing_id join users p on p.id = ${otherOf(side)}
    where ${mine(side, viewer)}
    order by (q.state = 'pending') desc, case when q.state = 'pending' then q.id end, q.id desc
    limit ${questionsPerPage} offset ${(page - 1) * questionsPerPage}`.execute(ctx.db);
  const waiting = await waitingQuestions(ctx.db, viewer);
  return { items: rows.map(present), total: rows[0]?.total ?? 0, waiting };
}

const otherOf = (side: Side) => (side === 'received' ? sql`q.asker_id` : sql`l.seller_id`);

const mine = (side: Side, { id }: Viewer) =>
  side === 'received'
    ? sql`l.seller_id = ${id} and q.state in ('pending', 'answered') and l.state <> 'removed'`
    : sql`q.asker_id = ${id}`;

/** The number of pending questions on either side. */
async function waitingQuestions(db: Queryable, { id }: Viewer): Promise<{ received: number; asked: number }> {
  const { rows } = await sql<{ received: number; asked: number }>`
    select (select count(*) from listings l join questions q on q.listing_id = l.id
        where l.seller_id = ${id} and l.state <> 'removed' and q.state = 'pending')::int as received,
      (select count(*) from questions where asker_id = ${id} and state = 'pending')::int as asked`.execute(
    db,
  );
  return rows[0]!;
}

function present(row: Row): OwnQuestion {
  const { total: _total, created_at, answered_at, editable_until, ...rest } = row;
  return {
    ...rest,
    createdAt: created_at.toISOString(),
    answeredAt: answered_at?.toISOString() ?? null,
    editableUntil: editable_until?.toISOString() ?? null,
  };
}
