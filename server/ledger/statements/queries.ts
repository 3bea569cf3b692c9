import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/ledger/statements.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument } from '#domain/accounts/documents.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { kindsOf, movementDescription, statementFacts } from '#domain/ledger/statements.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { heldMoney, heldSum } from '#server/ledger/held.ts';
import { balances } from '#server/ledger/queries.ts';
import { accountId, firstNumberOf, statement, statementTotals } from '#server/ledger/statements.ts';
import type { StatementFilter, StatementOf, StatementRow } from '#server/ledger/statements.ts';
import { withdrawalRequirements } from '#domain/withdrawals/withdrawals.ts';
import type { WithdrawalRequirement } from '#domain/withdrawals/withdrawals.ts';
import { hasSecondFactor } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';
import { expectedArrival, pausedUntil, withdrawalTerms } from '#server/withdrawals/queries.ts';
import { receiptCode } from './receipts.ts';

/** The account's owner, and which requirements of a withdrawal are met. */
interface Holder extends Record<WithdrawalRequirement, boolean> {
  full_name: string | null;
  document: string | null;
  waits_until: Date | null;
}

/** The viewer's money: available, held, and the cost of a withdrawal. */
export async function getBalances(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof contract.getBalances>> {
  const { rules } = await currentRules(ctx.db);
  const { rows: holders } = await sql<Holder>`
    select u.email_verified_at is not null as email, u.phone_verified_at is not null as phone,
      u.identity_verified_at is not null as identity, ${hasSecondFactor} as second_factor,
      full_name, coalesce(cpf, cnpj) as document, ${pausedUntil(rules.security)} as waits_until
    from users u where id = ${viewer.id}`.execute(ctx.db);
  const holder = holders[0]!;
  const money = await balances(ctx.db, viewer.id);
  const terms = await withdrawalTerms(ctx.db, viewer.id, money, rules.withdrawal);
  const now = await marketNow(ctx.db);
  const [next] = await heldMoney(ctx.db, viewer.id, 'pending_release', { limit: 1 });
  return {
    availableCents: money.availableCents,
    purchaseCreditCents: money.purchaseCreditCents,
    debtCents: money.debtCents,
    chargebackDebtCents: money.chargebackDebtCents,
    held: {
      escrow: await heldSum(ctx.db, viewer.id, 'escrow'),
      pending_release: await heldSum(ctx.db, viewer.id, 'pending_release'),
      blocked: await heldSum(ctx.db, viewer.id, 'blocked'),
      withdrawal_in_transit: await heldSum(ctx.db, viewer.id, 'withdrawal_in_transit'),
      refund_due: await heldSum(ctx.db, viewer.id, 'refund_due'),
    },
    now: now.toISOString(),
    nextRelease: next ? { amountCents: next.amountCents, at: next.at.toISOString() } : null,
    withdrawal: {
      minCents: terms.minCents,
      nextFeeCents: terms.feeCents,
      arrivesBy: expectedArrival(now).toISOString(),
      waitsUntil: holder.waits_until?.toISOString() ?? null,
      missing: withdrawalRequirements.filter(
        (each) => !holder[each] && (each !== 'second_factor' || rules.security.withdrawalNeedsSecondFactor),
      ),
      coolDownMs: rules.security.withdrawalCoolDownMs,
      debtBps: rules.withdrawal.debtBps,
      holderName: holder.identity ? holder.full_name : null,
      pixKey: holder.identity && holder.document ? maskedDocument(holder.document) : null,
    },
  };
}

/** The selected part of a statement. */
export type StatementChoice = Query<typeof contract.getStatementFile>;

const pageSize = 30;

/** A page of the statement of one account. The sums are read with the first page only. */
export async function listTransactions(
  ctx: Ctx,
  viewer: Viewer,
  { before, ...choice }: Query<typeof contract.listTransactions>,
): Promise<Reply<typeof contract.listTransactions>> {
  const of = { userId: viewer.id, account: choice.account ?? 'available' };
  const filter = await filterOf(ctx.db, of, choice);
  const end = Math.min(before ?? Infinity, filter.before ?? Infinity);
  const rows = await statement(ctx.db, of, {
    ...filter,
    ...(Number.isFinite(end) && { before: end }),
    limit: pageSize + 1,
  });
  const page = rows.slice(0, pageSize);
  const orders = await ordersOf(ctx.db, page);
  const books = (await accountId(ctx.db, of)) ?? 0;
  return {
    items: page.map((row) => ({
      number: row.number,
      description: movementDescription(row, of.account),
      topic: statementFacts[row.kind].topic,
      amountCents: row.amountCents,
      balanceCents: row.balanceCents,
      at: row.at.toISOString(),
      order: (row.orderId !== null && orders.get(row.orderId)) || null,
      withdrawalId: row.withdrawalId,
      receipt: receiptCode(ctx.keys.receipts, { accountId: books, number: row.number }),
    })),
    next: rows.length > pageSize ? page.at(-1)!.number : null,
    totals: before === undefined ? await statementTotals(ctx.db, of, filter) : null,
  };
}

/** The selected days as movement numbers of the account, the topic as journal kinds. */
export async function filterOf(
  db: Queryable,
  of: StatementOf,
  { from, to, topic }: StatementChoice,
): Promise<StatementFilter> {
  return {
    ...(from !== undefined && { from: await firstNumberOf(db, of, from) }),
    ...(to !== undefined && { before: await firstNumberOf(db, of, dayAfter(to)) }),
    ...(topic !== undefined && { kinds: kindsOf(topic) }),
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

interface OrderRow {
  id: number;
  hash: string;
  title: string;
}

/** The orders of statement lines, for their links. */
export async function ordersOf(
  db: Queryable,
  lines: readonly StatementRow[],
): Promise<Map<number, { hash: string; code: string; title: string }>> {
  const ids = lines.flatMap(({ orderId }) => orderId ?? []);
  const { rows } = await sql<OrderRow>`
    select o.id, o.hash, v.title from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = any (${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, hash, title }) => [id, { hash, code: orderCode(id), title }]));
}
