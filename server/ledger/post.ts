import { sql, type RawBuilder, type Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import type { DB } from '#db/schema.ts';
import { fail } from '#domain/errors.ts';
import type { Account, Journal } from '#domain/ledger/postings.ts';

/**
 * Writes a journal in the caller's transaction: the only way money moves, in one round trip.
 * PostgreSQL locks the rows involved (order → refund or withdrawal → accounts by id), refuses legs outside the rules at
 * once, and at commit compares the case's state with its money; the error of that last check is not mapped, because only
 * a defect of ours can cause it.
 * @returns `posted: false` if exactly this journal was written before; nothing moved then
 * @throws `insufficient_balance` (withdrawal or purchase over the balance) · `wrong_state` (the case's money is already
 *   elsewhere) · `money_frozen`; anything else is a defect
 */
export async function post(tx: Transaction<DB>, journal: Journal): Promise<{ posted: boolean }> {
  const call = sql<{ posted: boolean }>`select ${posting(journal)} as posted`;
  const { rows } = await call.execute(tx).catch((error: unknown) => refusePosting(error, journal));
  return { posted: rows[0]?.posted === true };
}

/**
 * The call alone, for a statement that writes the case and its money in one round trip: `select ${posting(j)} from
 * moved`. Errors of that statement go through {@link refusePosting}.
 */
export function posting(journal: Journal): RawBuilder<boolean> {
  const { key, kind, subjectId, paymentId, legs } = journal;
  const accounts = accountsOf(journal);
  const placeOf = (account: Account) => accounts.findIndex((each) => isSame(each, account)) + 1;
  return sql`money.post(${key}, ${kind}, ${subjectId}, ${paymentId},
    ${accounts.map((account) => account.kind)}, ${accounts.map((account) => account.caseId)},
    ${legs.map((leg) => placeOf(leg.debit))}, ${legs.map((leg) => placeOf(leg.credit))},
    ${legs.map((leg) => leg.amountCents)})`;
}

/** Each account once, in the one order in which accounts are locked. */
function accountsOf(journal: Journal): Account[] {
  const all = journal.legs.flatMap((leg) => [leg.debit, leg.credit]);
  return all
    .filter((account, at) => all.findIndex((each) => isSame(each, account)) === at)
    .toSorted((one, other) =>
      one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : one.caseId - other.caseId,
    );
}

function isSame(one: Account, other: Account): boolean {
  return one.kind === other.kind && one.caseId === other.caseId;
}

/** Maps the database errors that callers handle to refusals and rethrows all others. */
export function refusePosting(error: unknown, journal: Journal): never {
  if (!(error instanceof DatabaseError)) throw error;
  if (error.code === 'PM001') fail('money_frozen');
  if (error.constraint !== 'no_overdraft') throw error;
  if (['withdrawal_asked', 'capture'].includes(journal.kind)) fail('insufficient_balance');
  fail('wrong_state', { meta: { allowed: [] } });
}
