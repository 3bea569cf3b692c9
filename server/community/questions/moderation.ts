import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listHeldQuestions, setQuestionVisibility } from '#contract/community/questions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { QuestionState } from '#domain/community/questions.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { moveQuestion } from './states.ts';

const shown = 100;

/** The questions that the filter holds, oldest first. */
export async function heldQuestions(db: Db): Promise<Reply<typeof listHeldQuestions>> {
  type Item = Reply<typeof listHeldQuestions>['items'][number];
  const { rows } = await sql<Omit<Item, 'createdAt'> & { created_at: Date }>`
    select q.id, q.text, a.username::text as asker, s.username::text as seller, q.created_at,
      json_build_object('id', l.id, 'slug', l.slug, 'title', l.title) as listing
    from questions q join listings l on l.id = q.listing_id
      join users a on a.id = q.asker_id join users s on s.id = l.seller_id
    where q.held and q.state = 'hidden' order by q.id limit ${shown}`.execute(db);
  return { items: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })) };
}

/** Staff hide a question, or show one that was hidden or held. Repeating changes nothing. */
export async function setVisibility(
  ctx: Ctx,
  viewer: Viewer,
  { id, visible }: { id: number; visible: boolean },
): Promise<Reply<typeof setQuestionVisibility>> {
  return inTransaction(ctx.db, async (tx) => {
    const question = await lockQuestion(tx, id);
    const permission = can(viewer, 'decide_report', {
      involved: [question.asker_id, question.seller_id],
      shelvesRisky: false,
    });
    if (!permission.ok) fail(permission.reason);
    const isVisible = question.state === 'pending' || question.state === 'answered';
    if (isVisible === visible && !question.held) return { id, state: question.state };
    return { id, state: visible ? await show(tx, viewer, question) : await hide(tx, viewer, question) };
  });
}

/** Hides a question as part of a larger decision, if it is visible. */
export async function hideReported(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const question = await lockQuestion(tx, id);
  if (question.state === 'pending' || question.state === 'answered') await hide(tx, viewer, question);
}

/** Shows a hidden question as part of a larger decision. @returns whether it was hidden */
export async function showHidden(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const question = await lockQuestion(tx, id);
  if (question.state !== 'hidden') return false;
  await show(tx, viewer, question);
  return true;
}

interface LockedQuestion {
  id: number;
  state: QuestionState;
  held: boolean;
  answered: boolean;
  asker_id: number;
  seller_id: number;
}

async function lockQuestion(tx: Tx, id: number): Promise<LockedQuestion> {
  const { rows } = await sql<LockedQuestion>`
    select q.id, q.state, q.held, q.answer is not null as answered, q.asker_id, l.seller_id
    from questions q join listings l on l.id = q.listing_id where q.id = ${id} for update of q`.execute(tx);
  return rows[0] ?? fail('not_found');
}

async function show(tx: Tx, viewer: Viewer, { id, answered, held }: LockedQuestion): Promise<QuestionState> {
  const event = answered ? 'show_answered' : 'show';
  const state = await moveQuestion(tx, { id, event, actor: 'staff', also: sql`held = false` });
  // The seller has not seen a held question yet, so it counts as asked now.
  const kind = held ? 'question.asked' : 'question.shown';
  await record(tx, { kind, actor: viewer, subject: { kind: 'question', id } });
  return state;
}

/** A held question that stays hidden leaves the queue. */
async function hide(tx: Tx, viewer: Viewer, { id, state, held }: LockedQuestion): Promise<QuestionState> {
  const subject = { kind: 'question', id } as const;
  if (held) await sql`update questions set held = false where id = ${id}`.execute(tx);
  const now = held ? state : await moveQuestion(tx, { id, event: 'hide', actor: 'staff' });
  await record(tx, { kind: 'question.hidden', actor: viewer, subject });
  return now;
}
