import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getBooks } from '#contract/staff/overview.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { trialBalance } from '#server/ledger/queries.ts';
import type { Break } from '#server/ledger/queries.ts';
import { checkBooks, checkRecent, frozen } from '#server/ledger/reconcile.ts';
import { forgedReveals } from '#server/orders/delivery/reveals.ts';
import { inTransaction } from '#server/database/transaction.ts';

type Books = Reply<typeof getBooks>;

/** The invariants of docs/money.md, in its order. */
const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I12', 'I13'];
const examples = 3;

/** Whether the books add up, by the last check of all of them; whether money is frozen is asked now. */
export async function readBooks(ctx: Ctx): Promise<Books> {
  const { rows } = await sql<Check>`
    select at, took_ms, breaks, accounts, told_cents from book_checks order by id desc limit 1`.execute(
    ctx.db,
  );
  const last = rows[0];
  const halted = await frozen(ctx.db);
  const accounts = last?.accounts ?? [];
  return {
    frozen: halted && { at: halted.at.toISOString(), reason: halted.reason },
    seal: await newestSeal(ctx.db),
    check: last
      ? { at: last.at.toISOString(), tookMs: last.took_ms, invariants: resultsOf(last.breaks) }
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

function resultsOf(breaks: readonly Break[]): NonNullable<Books['check']>['invariants'] {
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

/** The newest seal of the record of decisions: whoever wrote it down elsewhere can tell that nothing before it changed. */
async function newestSeal(db: Queryable): Promise<Books['seal']> {
  const { rows } = await sql<{ number: number; hash: string; at: Date }>`
    select n as number, encode(hash, 'hex') as hash, at from audit_seals order by n desc limit 1`.execute(db);
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null;
}

/** What the bank's own answers add up to: what came in, less what it sent back and paid out. */
async function toldByBank(db: Queryable): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ((select coalesce(sum(received_cents), 0) from payments)
      - (select coalesce(sum(amount_cents), 0) from refunds where state = 'completed')
      - (select coalesce(sum(amount_cents - fee_cents), 0) from withdrawals where state = 'paid'))::bigint as cents`.execute(
    db,
  );
  return rows[0]!.cents;
}

/** A break fills its row with at most this many; the first is enough to stop and look. */
const keptBreaks = 100;

/** Checks all of the books and keeps what was found. The first break freezes money (`checkBooks`). */
export async function checkAndKeep(ctx: Ctx): Promise<void> {
  const began = performance.now();
  const { breaks } = await checkBooks(ctx.db);
  // No money hangs on a receipt, so it freezes none.
  const forged = await forgedReveals(ctx);
  // One snapshot of both, or a sale in between would look like a difference.
  const { accounts, told } = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ accounts: await trialBalance(tx), told: await toldByBank(tx) }));
  await sql`insert into book_checks (took_ms, breaks, accounts, told_cents)
    values (${Math.round(performance.now() - began)}, ${JSON.stringify([...breaks, ...forged].slice(0, keptBreaks))}::jsonb,
      ${JSON.stringify(accounts)}::jsonb, ${told})`.execute(ctx.db);
  // Out of the database's reach: the log of each day holds the seal of all decisions before it (T112).
  const seal = await newestSeal(ctx.db);
  if (seal) ctx.log.info({ seal }, 'decisions are sealed up to here');
  if (forged.length > 0)
    ctx.log.error({ forged: forged.slice(0, 3) }, 'receipts of revealed codes are not as they were signed');
  if (breaks.length === 0) return;
  ctx.log.error({ breaks: breaks.slice(0, 3) }, 'the books do not add up: money is frozen');
  await tellAdmins(ctx);
}

/** Whoever may look into it hears that money stands still, by letter too. */
async function tellAdmins(ctx: Ctx): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from users where role = 'admin' and state = 'active'`.execute(tx);
    for (const { id } of rows)
      await record(tx, { kind: 'staff.money_frozen', actor: null, subject: { kind: 'user', id } });
  });
}

/** Every minute, what moved; a break is followed by a check of the whole, which tells all that is wrong. */
export async function checkMinute(ctx: Ctx): Promise<number> {
  const breaks = await checkRecent(ctx.db);
  if (breaks.length > 0) await checkAndKeep(ctx);
  return 0;
}

/** Once a day. */
export async function checkDaily(ctx: Ctx): Promise<number> {
  const { rows } = await sql`
    select 1 as done from book_checks where at > market_now() - interval '1 day' limit 1`.execute(ctx.db);
  if (rows.length === 0) await checkAndKeep(ctx);
  return 0;
}
