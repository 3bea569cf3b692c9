import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/receipts.ts';
import { orderCode } from '#domain/orders.ts';
import { openReceiptStates } from '#domain/receipts.ts';
import type { ReceiptRules, ReceiptState } from '#domain/receipts.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { countTabs } from '#server/lists/tab-counts.ts';
import { currentRules } from '#server/settings/queries.ts';

type Tab = NonNullable<Query<typeof contract.listStaffReceipts>['tab']>;

const tabs: Record<Tab, readonly ReceiptState[]> = {
  pendentes: openReceiptStates,
  aprovados: ['approved'],
  recusados: ['rejected', 'lapsed'],
};
const listed = 100;

export interface QueueRow {
  id: number;
  state: ReceiptState;
  order_id: number;
  buyer: string;
  payer_name: string;
  total_cents: number;
  sending: number;
  created_at: Date;
  proposed_by_name: string | null;
  now: Date;
}

/** For queries of the form `select … from receipts r join orders o on o.id = r.order_id`. */
export const queueColumns = sql`r.id, r.state, r.order_id, r.payer_name, r.sending, r.created_at, o.total_cents,
  market_now() as now, (select username::text from users where id = o.buyer_id) as buyer,
  (select username::text from users where id = r.proposed_by) as proposed_by_name`;

/** The queue of a tab: what waits longest first, what is done newest first (index receipts_queue). */
export async function listStaffReceipts(
  ctx: Ctx,
  tab: Tab = 'pendentes',
): Promise<Reply<typeof contract.listStaffReceipts>> {
  const direction = tab === 'pendentes' ? sql`asc` : sql`desc`;
  const { rows } = await sql<QueueRow>`
    select ${queueColumns} from receipts r join orders o on o.id = r.order_id
    where r.state = any (${tabs[tab]}::text[]) order by r.created_at ${direction} limit ${listed}`.execute(
    ctx.db,
  );
  const { rules } = await currentRules(ctx.db);
  return {
    items: rows.map((row) => queueRow(row, rules.receipts)),
    counts: await countTabs(ctx.db, 'receipts', tabs),
    statement: await statementNow(ctx.db),
  };
}

export function queueRow(row: QueueRow, rules: ReceiptRules): contract.StaffReceiptRow {
  const waitedMs = row.now.getTime() - row.created_at.getTime();
  return {
    id: row.id,
    state: row.state,
    code: orderCode(row.order_id),
    buyer: row.buyer,
    payerName: row.payer_name,
    totalCents: row.total_cents,
    sending: row.sending,
    sentAt: row.created_at.toISOString(),
    late: waitedMs > rules.lateMs ? 'overdue' : waitedMs > rules.answerMs ? 'late' : 'on_time',
    proposedBy: row.proposed_by_name,
  };
}

/** Lines that nothing was matched with, of the last thirty days, and how far the loaded statement reaches. */
async function statementNow(db: Queryable): Promise<{ unmatched: number; newestAt: string | null }> {
  const { rows } = await sql<{ unmatched: number; newest: Date | null }>`
    select (select count(*) from bank_lines l where l.at > market_now() - interval '30 days'
        and not exists (select from receipts r where r.bank_line_id = l.id)
        and not exists (select from payments p where p.end_to_end_id = l.bank_id))::int as unmatched,
      (select max(at) from bank_lines) as newest`.execute(db);
  const { unmatched, newest } = rows[0]!;
  return { unmatched, newestAt: newest && newest.toISOString() };
}
