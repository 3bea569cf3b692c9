import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { writeNote as endpoint } from '#contract/staff/people.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { beginningOf } from '#domain/text/excerpts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';

type Note = Reply<typeof endpoint>;
type Subject = Body<typeof endpoint>['subject'];

interface Row {
  id: number;
  author: string;
  text: string;
  created_at: Date;
  remind_at: Date | null;
}

/** Writes a staff note about a person or an order. */
export async function writeNote(tx: Tx, viewer: Viewer, given: Body<typeof endpoint>): Promise<Note> {
  const { subject, id, text, remindAt = null } = given;
  const table = subject === 'user' ? sql`users` : sql`orders`;
  const { rows } = await sql<Row & { late: boolean }>`
    insert into staff_notes (subject_kind, subject_id, author_id, text, remind_at)
    select ${subject}, s.id, ${viewer.id}, ${text}, ${remindAt}::timestamptz from ${table} s where s.id = ${id}
    returning id, ${viewer.username} as author, text, created_at, remind_at,
      coalesce(remind_at <= market_now(), false) as late`.execute(tx);
  const row = rows[0] ?? fail('not_found');
  if (row.late) fail('invalid_request', { errors: { remindAt: 'Escolha uma data no futuro.' } });
  await record(tx, { kind: 'staff.noted', actor: viewer, subject: { kind: subject, id } });
  return present(row);
}

/** Staff notes about one subject, newest first. */
export async function notesOf(db: Queryable, subject: Subject, id: number): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select n.id, u.username::text as author, n.text, n.created_at, n.remind_at
    from staff_notes n join users u on u.id = n.author_id
    where n.subject_kind = ${subject} and n.subject_id = ${id} order by n.id desc limit 100`.execute(db);
  return rows.map(present);
}

const batch = 100;

/** Notifies the authors of notes whose reminder is due. */
export async function sendDueReminders(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{
      author_id: number;
      subject_kind: Subject;
      subject_id: number;
      text: string;
    }>`
      update staff_notes set reminded_at = market_now() where id in (
        select id from staff_notes where remind_at <= market_now() and reminded_at is null
        order by remind_at limit ${batch} for update skip locked)
      returning author_id, subject_kind, subject_id, text`.execute(tx);
    for (const { author_id: id, subject_kind: kind, subject_id: about, text } of rows) {
      const path = kind === 'user' ? `/dashboard/usuarios?id=${about}` : `/dashboard/pedidos/${about}`;
      const data = { text: beginningOf(text, 200), path };
      await record(tx, { kind: 'staff.reminder_due', actor: null, subject: { kind: 'user', id }, data });
    }
    return rows.length;
  });
}

function present({ id, author, text, created_at: createdAt, remind_at: remindAt }: Row): Note {
  return { id, author, text, createdAt: createdAt.toISOString(), remindAt: remindAt?.toISOString() ?? null };
}
