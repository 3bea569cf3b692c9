import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { loadBankLines as endpoint } from '#contract/payments/payment-proofs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { readStatement } from '#domain/payments/bank-files/statements.ts';
import type { BankLine, StatementFault } from '#domain/payments/bank-files/statements.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';

/** Whether nobody has taken a line `l` of the statement yet: no receipt, and no charge. */
export const isUntaken = sql`not exists (select from receipts r where r.bank_line_id = l.id)
  and not exists (select from payments p where p.end_to_end_id = l.bank_id)`;

/** A credit of the statement, as money that may pay something. */
export interface HeldLine {
  endToEndId: string;
  amountCents: number;
  at: string;
  /** Who typed or uploaded it, and so does not decide by it (decision 74). */
  loadedBy: number;
}

/** @throws `own_decision` to whoever loaded the line: they would vouch for their own word */
export function refuseLoader({ loadedBy }: HeldLine, viewer: Viewer): void {
  if (loadedBy === viewer.id)
    fail('own_decision', {
      detail: 'Você carregou este extrato. Outra pessoa da equipe confere e decide por esta linha.',
    });
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
    select l.bank_id as "endToEndId", l.amount_cents as "amountCents", l.at, l.loaded_by as "loadedBy"
    from bank_lines l
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

const shownFaults = 50;

/**
 * Stores the credits of a bank's statement. What was loaded before stays as it is; rows that are not read, or that
 * contradict a stored line of the same id, are refused with their reasons.
 */
export async function loadBankLines(tx: Tx, viewer: Viewer, text: string): Promise<Reply<typeof endpoint>> {
  const answer = can(viewer, 'load_statement', undefined);
  if (!answer.ok) fail(answer.reason);
  const { format, lines, debits, balances, repeats, faults } = readStatement(text);
  if (lines.length + debits + balances === 0) refuse(wholeReason(faults));
  const added = await insertLines(tx, viewer, lines);
  const contradictions = await contradictionsOf(tx, lines);
  const refused = [...faults, ...contradictions].toSorted((one, other) => one.row - other.row);
  const known = lines.length - added - contradictions.length + repeats;
  await record(tx, {
    kind: 'statement.loaded',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    data: { added, known, debits, faults: refused.length },
  });
  return {
    format,
    added,
    known,
    debits,
    balances,
    faults: refused.slice(0, shownFaults),
    faultCount: refused.length,
  };
}

const toldReasons = 3;

/** Where no row was read: why, by row. */
function wholeReason(faults: readonly StatementFault[]): string {
  if (faults.length === 0) return 'Não há nenhuma linha neste extrato.';
  const rows = faults.slice(0, toldReasons).map(({ row, reason }) => `Linha ${row}: ${reason}`);
  return faults.length === 1 && faults[0]!.row === 1 ? faults[0]!.reason : rows.join(' ');
}

async function insertLines(tx: Tx, viewer: Viewer, lines: readonly BankLine[]): Promise<number> {
  const { rows } = await sql`
    insert into bank_lines (bank_id, at, amount_cents, payer_name, document, loaded_by)
    select l."bankId", l.at, l."amountCents", l."payerName", l.document, ${viewer.id}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l ("bankId" text, at timestamptz, "amountCents" bigint, "payerName" text, document text)
    on conflict (bank_id) do nothing returning id`.execute(tx);
  return rows.length;
}

/**
 * Lines whose id is stored with another amount or another day in São Paulo: another movement, or a statement that
 * somebody changed. Names and times may differ between the formats of one bank.
 */
async function contradictionsOf(tx: Tx, lines: readonly BankLine[]): Promise<StatementFault[]> {
  const { rows } = await sql<{ row: number; bankId: string }>`
    select l.row, l."bankId"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (row int, "bankId" text, at timestamptz, "amountCents" bigint)
      join bank_lines b on b.bank_id = l."bankId"
    where b.amount_cents <> l."amountCents"
      or (b.at at time zone 'America/Sao_Paulo')::date <> (l.at at time zone 'America/Sao_Paulo')::date`.execute(
    tx,
  );
  return rows.map(({ row, bankId }) => ({
    row,
    reason: `O identificador «${bankId}» já foi carregado com outro valor ou outro dia. Confira no banco qual é o certo.`,
  }));
}

function refuse(reason: string): never {
  fail('invalid_request', { errors: { statement: reason } });
}
