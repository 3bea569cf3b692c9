import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { lockOpenCheck } from './approval.ts';

/** Why documents cannot go to the team again. */
export type NotAgain = 'files_removed' | 'sent_again' | 'approved' | 'closed';

/**
 * Sends refused or revoked documents to the team again, as a new sending with the same files (N04). A claim stays one.
 * @param by null where the time of the team was over
 * @returns why it was not possible, or null when they were sent
 */
export async function sendAgain(tx: Tx, by: Viewer | null, id: number): Promise<NotAgain | null> {
  const check = await lockOpenCheck(tx, id);
  if (check === null) return 'files_removed';
  const { userId, level } = check;
  const { rows } = await sql<{ why: NotAgain | null }>`
    select case when u.state = 'closed' then 'closed'
      when exists (select from document_checks o where o.user_id = u.id and o.state in ('sent', 'in_review', 'claimed'))
        then 'sent_again'
      when exists (select from document_checks o where o.user_id = u.id and o.state = 'approved'
          and (o.id > ${id} or o.level > ${level}))
        then 'approved'
      when not exists (select from document_files f where f.check_id = ${id}) then 'files_removed' end as why
    from users u where u.id = ${userId}`.execute(tx);
  const { why } = rows[0]!;
  if (why !== null) return why;
  const { rows: sent } = await sql<{ id: number }>`
    insert into document_checks (user_id, level, kind, full_name, document, mei, born_on, expires_on)
    select user_id, level, kind, full_name, document, mei, born_on, expires_on
    from document_checks where id = ${id} returning id`.execute(tx);
  const checkId = sent[0]!.id;
  await sql`update document_checks n set is_claim = o.is_claim, claim_words = o.claim_words
    from document_checks o where n.id = ${checkId} and o.id = ${id}`.execute(tx);
  await sql`update document_files set check_id = ${checkId} where check_id = ${id}`.execute(tx);
  const subject = { kind: 'user', id: userId } as const;
  await record(tx, { kind: 'account.documents_sent', actor: by, subject, data: { checkId, level, of: id } });
  return null;
}
