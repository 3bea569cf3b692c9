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

/** An SQL condition: the statement line `l` is used by no payment proof and no payment. */
export const isUnusedLine = sql`not exists (select from receipts r where r.bank_line_id = l.id)
  and not exists (select from payments p where p.end_to_end_id = l.bank_id)`;

/** A locked credit line of the statement, as a payment. */
export interface LockedLine {
  endToEndId: string;
  amountCents: number;
  at: string;
  /** The staff member who entered or uploaded it and therefore may not decide with it (decision 74). */
  loadedBy: number;
}

/** @throws `own_decision` when the viewer loaded the line, since they would confirm their own entry */
export function refuseOwnStatement({ loadedBy }: LockedLine, viewer: Viewer): void {
  if (loadedBy === viewer.id)
    fail('own_decision', {
      detail: 'Você carregou este extrato. Outra pessoa da equipe confere e decide por esta linha.',
    });
}

/**
 * Locks a line for the transaction, so that a second user of it is refused. A line itself never changes.
 * @param proofId the proof that the line may be proposed for already
 * @throws `bank_line_taken` when it paid something or is proposed for another proof
 */
export async function lockLine(
  tx: Tx,
  lineId: number,
  { proofId = null }: { proofId?: number | null } = {},
): Promise<LockedLine | undefined> {
  const { rows } = await sql<Omit<LockedLine, 'at'> & { at: Date }>`
    select l.bank_id as "endToEndId", l.amount_cents as "amountCents", l.at, l.loaded_by as "loadedBy"
    from bank_lines l
    where l.id = ${lineId} and pg_advisory_xact_lock(hashtext('bank_lines'), l.id::int) is not null`.execute(
    tx,
  );
  const line = rows[0];
  if (!line) return undefined;
  const { rows: uses } = await sql`
    select 1 from receipts where bank_line_id = ${lineId} and id is distinct from ${proofId}
    union all select 1 from payments where end_to_end_id = ${line.endToEndId}`.execute(tx);
  if (uses.length > 0) fail('bank_line_taken');
  return { ...line, at: line.at.toISOString() };
}

const shownFaults = 50;

/**
 * Stores the credits of a bank statement. Lines that were loaded before stay unchanged; rows that cannot be read, or that
 * contradict a stored line of the same id, are refused with their reasons.
 */
export async function loadBankLines(tx: Tx, viewer: Viewer, text: string): Promise<Reply<typeof endpoint>> {
  const answer = can(viewer, 'load_statement', undefined);
  if (!answer.ok) fail(answer.reason);
  const { format, lines, debits, balances, repeats, faults } = readStatement(text);
  if (lines.length + debits + balances === 0) refuse(failureReason(faults));
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

const shownReasons = 3;

/** The reasons by row when no row could be read. */
function failureReason(faults: readonly StatementFault[]): string {
  if (faults.length === 0) return 'Não há nenhuma linha neste extrato.';
  const rows = faults.slice(0, shownReasons).map(({ row, reason }) => `Linha ${row}: ${reason}`);
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
 * Lines whose id is stored with another amount or another day in São Paulo: a different movement, or a manipulated
 * statement. Names and times may differ between the formats of one bank.
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
