import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { loadBankLines as endpoint } from '#contract/receipts.ts';
import type { Viewer } from '#domain/accounts.ts';
import { readStatement } from '#domain/bank-statements.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events.ts';

/** Whether nobody has taken a line `l` of the statement yet: no receipt, and no charge. */
export const isUntaken = sql`not exists (select from receipts r where r.bank_line_id = l.id)
  and not exists (select from payments p where p.end_to_end_id = l.bank_id)`;

/** A credit of the statement, as money that may pay something. */
export interface HeldLine {
  endToEndId: string;
  amountCents: number;
  at: string;
}

/**
 * Takes a line for the transaction: whoever comes second finds it taken. A line itself never changes.
 * @param receiptId for whose sake it may be named already
 * @throws `bank_line_taken` when it paid something or stands proposed for another receipt
 */
export async function holdLine(
  tx: Tx,
  lineId: number,
  { receiptId = null }: { receiptId?: number | null } = {},
): Promise<HeldLine | undefined> {
  const { rows } = await sql<Omit<HeldLine, 'at'> & { at: Date }>`
    select l.bank_id as "endToEndId", l.amount_cents as "amountCents", l.at from bank_lines l
    where l.id = ${lineId} and pg_advisory_xact_lock(hashtext('bank_lines'), l.id::int) is not null`.execute(
    tx,
  );
  const line = rows[0];
  if (!line) return undefined;
  const { rows: uses } = await sql`
    select 1 from receipts where bank_line_id = ${lineId} and id is distinct from ${receiptId}
    union all select 1 from payments where end_to_end_id = ${line.endToEndId}`.execute(tx);
  if (uses.length > 0) fail('bank_line_taken');
  return { ...line, at: line.at.toISOString() };
}

const maxLines = 20_000;
const toldFaults = 50;

/** Keeps the credits of a bank's statement. What was loaded before stays as it is; rows that make no sense are told. */
export async function loadBankLines(
  tx: Tx,
  viewer: Viewer,
  statement: string,
): Promise<Reply<typeof endpoint>> {
  const answer = can(viewer, 'load_statement', undefined);
  if (!answer.ok) fail(answer.reason);
  const { lines, debits, faults } = readStatement(statement);
  if (lines.length > maxLines) refuse('Envie um extrato de até 20.000 linhas.');
  if (lines.length + debits === 0) refuse(faults[0]?.reason ?? 'Não há nenhuma linha neste extrato.');
  const { rows } = await sql<{ id: number }>`
    insert into bank_lines (bank_id, at, amount_cents, payer_name, document, loaded_by)
    select l."bankId", l.at, l."amountCents", l."payerName", l.document, ${viewer.id}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l ("bankId" text, at timestamptz, "amountCents" bigint, "payerName" text, document text)
    on conflict (bank_id) do nothing returning id`.execute(tx);
  const added = rows.length;
  const known = lines.length - added;
  await record(tx, {
    kind: 'statement.loaded',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    data: { added, known, debits, faults: faults.length },
  });
  return { added, known, debits, faults: faults.slice(0, toldFaults) };
}

function refuse(reason: string): never {
  fail('invalid_request', { errors: { statement: reason } });
}
