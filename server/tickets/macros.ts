import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { createMacro as createEndpoint, TicketMacro } from '#contract/tickets/macros.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';

type Given = Body<typeof createEndpoint>;

interface Row {
  id: number;
  title: string;
  text: string;
  updated_at: Date;
}

/** The team's canned answers, by title. */
export async function macros(db: Db): Promise<{ items: TicketMacro[] }> {
  const { rows } = await sql<Row>`
    select id, title, text, updated_at from ticket_macros order by lower(title), id`.execute(db);
  return { items: rows.map(present) };
}

/** @throws `invalid_request` when another one has this title */
export async function createMacro(tx: Tx, viewer: Viewer, { title, text }: Given): Promise<TicketMacro> {
  const { rows } = await sql<Row>`
    insert into ticket_macros (title, text, updated_by) values (${title}, ${text}, ${viewer.id})
    on conflict (title) do nothing returning id, title, text, updated_at`.execute(tx);
  const macro = rows[0] ?? refuseTaken();
  await recordChange(tx, viewer, { id: macro.id, change: 'created' });
  return present(macro);
}

/** @throws `not_found`, and `invalid_request` when another one has this title */
export async function updateMacro(
  ctx: Ctx,
  viewer: Viewer,
  { id, title, text }: Given & { id: number },
): Promise<TicketMacro> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows: taken } = await sql`
      select from ticket_macros where title = ${title} and id <> ${id}`.execute(tx);
    if (taken.length > 0) refuseTaken();
    const { rows } = await sql<Row>`
      update ticket_macros set title = ${title}, text = ${text}, updated_by = ${viewer.id}, updated_at = market_now()
      where id = ${id} returning id, title, text, updated_at`.execute(tx);
    const macro = rows[0] ?? fail('not_found');
    await recordChange(tx, viewer, { id, change: 'changed' });
    return present(macro);
  });
}

/** Deleting a missing one is no error. */
export async function deleteMacro(ctx: Ctx, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { numAffectedRows } = await sql`delete from ticket_macros where id = ${id}`.execute(tx);
    if (numAffectedRows === 1n) await recordChange(tx, viewer, { id, change: 'deleted' });
  });
}

function refuseTaken(): never {
  fail('invalid_request', { errors: { title: 'Já existe uma resposta com este nome. Escolha outro.' } });
}

function recordChange(tx: Tx, viewer: Viewer, data: { id: number; change: string }): Promise<void> {
  const subject = { kind: 'installation', id: 1 } as const;
  return record(tx, { kind: 'ticket.macro_changed', actor: viewer, subject, data });
}

function present({ id, title, text, updated_at }: Row): TicketMacro {
  return { id, title, text, updatedAt: updated_at.toISOString() };
}
