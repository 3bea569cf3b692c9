import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getBooks } from '#contract/staff/overview.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { trialBalance } from '#server/ledger/queries.ts';
import type { Break } from '#server/ledger/queries.ts';
import { checkBooks, checkRecent, freezeStatus } from '#server/ledger/reconcile.ts';
import { forgedReveals } from '#server/orders/delivery/reveals.ts';
import { inTransaction } from '#server/database/transaction.ts';

type Books = Reply<typeof getBooks>;

/** The invariants of docs/money.md, in its order. */
const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I12', 'I13', 'I14'];
const examples = 3;

/** Whether the books balance according to the last full check, and whether money is frozen now. */
export async function readBooks(ctx: Ctx): Promise<Books> {
  const { rows } = await sql<Check>`
    select at, took_ms, breaks, accounts, told_cents from book_checks order by id desc limit 1`.execute(
    ctx.db,
  );
  const last = rows[0];
  const freeze = await freezeStatus(ctx.db);
  const accounts = last?.accounts ?? [];
  return {
    frozen: freeze && { at: freeze.at.toISOString(), reason: freeze.reason },
    seal: await newestSeal(ctx.db),
    check: last
      ? { at: last.at.toISOString(), tookMs: last.took_ms, invariants: presentInvariants(last.breaks) }
      : null,
    accounts,
    bank: {
      oursCents: accounts.find(({ kind }) => kind === 'psp_cash')?.balanceCents ?? 0,
      toldCents: last?.told_cents ?? 0,
    },
  };
}

interface Check {
  at: Date;
  took_ms: number;
  breaks: Break[];
  accounts: Books['accounts'];
  told_cents: number;
}

function presentInvariants(breaks: readonly Break[]): NonNullable<Books['check']>['invariants'] {
  return invariants.map((id) => {
    const broken = breaks.filter((each) => each.id === id);
    return {
      id,
      breaks: broken.length,
      examples: broken
        .slice(0, examples)
        .map(({ subject, subjectId, fault }) => ({ subject: `${subject} ${subjectId ?? ''}`.trim(), fault })),
    };
  });
}

/** The newest seal of the audit log: a copy of it stored elsewhere proves that no entry before it changed. */
async function newestSeal(db: Queryable): Promise<Books['seal']> {
  const { rows } = await sql<{ number: number; hash: string; at: Date }>`
    select n as number, encode(hash, 'hex') as hash, at from audit_seals order by n desc limit 1`.execute(db);
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null;
}

/** The balance according to the bank's answers: received, less refunded and withdrawn. */
async function readBankBalance(db: Queryable): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ((select coalesce(sum(received_cents), 0) from payments)
      - (select coalesce(sum(amount_cents), 0) from refunds where state = 'completed')
      - (select coalesce(sum(amount_cents - fee_cents), 0) from withdrawals where state = 'paid'))::bigint as cents`.execute(
    db,
  );
  return rows[0]!.cents;
}

/** A check stores at most this many breaks; the first one is enough to investigate. */
const storedBreaks = 100;

/** Checks all of the books and stores the result. The first break freezes money (`checkBooks`). */
export async function checkAndStore(ctx: Ctx): Promise<void> {
  const began = performance.now();
  const { breaks } = await checkBooks(ctx.db);
  // A reveal receipt does not affect money, so a forged one does not freeze it.
  const forged = await forgedReveals(ctx);
  // Both come from one snapshot; otherwise a sale in between would look like a difference.
  const { accounts, bankCents } = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ accounts: await trialBalance(tx), bankCents: await readBankBalance(tx) }));
  await sql`insert into book_checks (took_ms, breaks, accounts, told_cents)
    values (${Math.round(performance.now() - began)}, ${JSON.stringify([...breaks, ...forged].slice(0, storedBreaks))}::jsonb,
      ${JSON.stringify(accounts)}::jsonb, ${bankCents})`.execute(ctx.db);
  // The log is out of the database's reach, so it holds a copy of the newest seal (T112).
  const seal = await newestSeal(ctx.db);
  if (seal) ctx.log.info({ seal }, 'decisions are sealed up to here');
  if (forged.length > 0)
    ctx.log.error({ forged: forged.slice(0, 3) }, 'receipts of revealed codes are not as they were signed');
  if (breaks.length === 0) return;
  ctx.log.error({ breaks: breaks.slice(0, 3) }, 'the books do not add up: money is frozen');
  await notifyAdmins(ctx);
}

/** Notifies every admin, also by mail, that money is frozen. */
async function notifyAdmins(ctx: Ctx): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from users where role = 'admin' and state = 'active'`.execute(tx);
    for (const { id } of rows)
      await record(tx, { kind: 'staff.money_frozen', actor: null, subject: { kind: 'user', id } });
  });
}

/** Checks the recent entries every minute; a break starts a full check, which finds all breaks. */
export async function checkRecentBooks(ctx: Ctx): Promise<number> {
  const breaks = await checkRecent(ctx.db);
  if (breaks.length > 0) await checkAndStore(ctx);
  return 0;
}

/** Runs the full check once a day. */
export async function checkAllBooksDaily(ctx: Ctx): Promise<number> {
  const { rows } = await sql`
    select 1 as done from book_checks where at > market_now() - interval '1 day' limit 1`.execute(ctx.db);
  if (rows.length === 0) await checkAndStore(ctx);
  return 0;
}
