import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listQuestionBlocks } from '#contract/community/questions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** The people whose questions this seller has blocked, newest first. */
export async function blockedAskers(db: Db, viewer: Viewer): Promise<Reply<typeof listQuestionBlocks>> {
  const { rows } = await sql<{ username: string; created_at: Date }>`
    select u.username::text, b.created_at from question_blocks b join users u on u.id = b.asker_id
    where b.seller_id = ${viewer.id} and u.state <> 'closed' order by b.created_at desc, u.id`.execute(db);
  return { items: rows.map(({ username, created_at }) => ({ username, since: created_at.toISOString() })) };
}

/** Blocks the questions, and nothing else, of a person who asked this seller before (§4.12). */
export async function blockAsker(ctx: Ctx, viewer: Viewer, username: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const askerId = await askerOf(tx, viewer, username);
    const { numAffectedRows } = await sql`insert into question_blocks (seller_id, asker_id)
      values (${viewer.id}, ${askerId}) on conflict do nothing`.execute(tx);
    if (numAffectedRows === 1n)
      await record(tx, {
        kind: 'question.asker_blocked',
        actor: viewer,
        subject: { kind: 'user', id: askerId },
      });
  });
}

async function askerOf(tx: Tx, viewer: Viewer, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.username = ${username}::citext and u.id <> ${viewer.id}
      and exists (select from questions q join listings l on l.id = q.listing_id
        where q.asker_id = u.id and l.seller_id = ${viewer.id} and not q.held)`.execute(tx);
  return (rows[0] ?? fail('not_found')).id;
}

/** Unblocks a person; without a block it changes nothing. */
export async function unblockAsker(ctx: Ctx, viewer: Viewer, username: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      delete from question_blocks b using users u
      where b.seller_id = ${viewer.id} and u.id = b.asker_id and u.username = ${username}::citext
      returning u.id`.execute(tx);
    for (const { id } of rows)
      await record(tx, { kind: 'question.asker_unblocked', actor: viewer, subject: { kind: 'user', id } });
  });
}
