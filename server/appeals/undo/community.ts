import { sql } from 'kysely';
import { showHidden } from '#server/community/questions/moderation.ts';
import { releaseKeptMessage } from '#server/orders/conversations/inspection.ts';
import { byStaff, done, tooLate } from './undoing.ts';

/** A removed rating shows and counts again; one that does not count for another reason only shows. */
export const undoRatingRemoval = byStaff(async (_ctx, tx, { decision }) => {
  const { rows } = await sql<{ id: number }>`
    update ratings set removed_at = null, removed_for = null
    where order_id = ${decision.subjectId} and author_role = ${String(decision.data.role)} and removed_at is not null
    returning id`.execute(tx);
  if (!rows[0]) return tooLate('A avaliação já aparecia de novo.');
  await sql`select count_rating(r.id, 1) from ratings r where r.id = ${rows[0].id} and not r.discounted`.execute(
    tx,
  );
  return done;
});

/** A hidden question shows again. */
export const undoQuestionHiding = byStaff(async (_ctx, tx, { decision, viewer }) =>
  (await showHidden(tx, viewer, decision.subjectId))
    ? done
    : tooLate('A pergunta já aparecia de novo ou foi encerrada com o anúncio.'),
);

/** A message that was kept hidden reaches the other side now. */
export const undoKeptMessage = byStaff(async (ctx, tx, { decision }) => {
  const messageId = Number(decision.data.messageId ?? 0);
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from order_messages m join order_message_decisions d on d.message_id = m.id
      where m.id = ${messageId} and d.decision = 'hide')
      and not exists (select from order_messages r where r.repeats_id = ${messageId}) as held`.execute(tx);
  if (!rows[0]!.held) return tooLate('A mensagem já foi entregue ou não pode mais ser.');
  await releaseKeptMessage(ctx, tx, messageId);
  return done;
});

/** A message that was removed after a report shows again to both sides. */
export const undoMessageRemoval = byStaff(async (_ctx, tx, { decision }) => {
  const { rows } = await sql<{ shown: boolean }>`
    select return_removed_message(${Number(decision.data.messageId)}) as shown`.execute(tx);
  return rows[0]!.shown ? done : tooLate('A mensagem já aparecia de novo.');
});
