import { sql } from 'kysely';
import { noticeGroups } from '#domain/notifications/notices.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { noticeGroupOf } from '#domain/events.ts';
import type { EventKind } from '#domain/events.ts';
import { enqueueAll } from '#server/background/jobs.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { isMailed } from './own-letters.ts';

/** A notification that was just inserted: existing ones are not sent again. */
export interface NewNotice {
  id: number;
  userId: number;
  kind: EventKind;
  title: string;
  description: string;
  url: string;
}

/**
 * Sends new notifications to the browsers and mailboxes of their people, in the transaction that inserted them. Muted
 * groups are left out; money, security and legal notices cannot be muted.
 */
export async function fanOut(ctx: Ctx, tx: Tx, told: readonly NewNotice[]): Promise<void> {
  if (told.length === 0) return;
  const rows = told.flatMap((notice) => {
    const group = noticeGroupOf(notice.kind);
    return group === null ? [] : [{ ...notice, group, ...noticeGroups[group] }];
  });
  const { rows: mailed } = await sql<{ id: number; to: string; username: string }>`
    with ${withChannels(rows)},
      pushed as (
        select graphile_worker.add_job('push.send',
          json_build_object('notificationId', n.id, 'tokenId', t.id), max_attempts => 6)
        from n join push_tokens t on t.user_id = n.user_id where n.push)
    select n.id, u.email::text as to, u.username::text
    from (select count(*) from pushed) p, n join users u on u.id = n.user_id
    where n.mail and u.email_verified_at is not null`.execute(tx);
  const letters = mailed.map(({ id, to, username }) =>
    noticeMail(
      { to, username },
      ctx.config.publicUrl,
      told.find((notice) => notice.id === id)!,
    ),
  );
  await enqueueAll(tx, 'mail.send', letters);
}

interface Row extends NewNotice {
  group: string;
  locked: boolean;
  usual: { email: boolean; push: boolean };
}

/** SQL: the notices with the channels that each one uses. */
function withChannels(rows: readonly Row[]) {
  const facts = rows.map(({ id, userId, group, locked, usual, kind }) => ({
    id,
    user_id: userId,
    notice_group: group,
    locked,
    ...usual,
    mailed: isMailed(kind),
  }));
  return sql`n as materialized (
    select r.id, r.user_id, case when r.locked then r.push else coalesce(c.push, r.push) end as push,
      r.mailed and case when r.locked then r.email else coalesce(c.email, r.email) end as mail
    from json_to_recordset(${JSON.stringify(facts)}::json) as r (id bigint, user_id bigint, notice_group text,
      locked boolean, email boolean, push boolean, mailed boolean)
    left join notice_preferences c on c.user_id = r.user_id and c.notice_group = r.notice_group)`;
}

/** A notice as a letter with its text and a link to its page. */
export function noticeMail(
  { to, username }: { to: string; username: string },
  origin: string,
  { title, description, url }: Pick<NewNotice, 'title' | 'description' | 'url'>,
): LetterParts {
  return {
    name: 'aviso',
    values: { nome: username, assunto: title, texto: description },
    to,
    subject: title,
    heading: title,
    paragraphs: [`Olá, ${username}! ${description}`],
    button: { label: 'Ver no site', url: `${origin}${url}` },
    reason: `Você recebe esta mensagem porque tem uma conta aqui. Escolha quais avisos chegam por e-mail em ${origin}/conta/avisos.`,
  };
}
