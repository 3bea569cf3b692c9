import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { listStaffPayments } from '#contract/payments/staff-payments.ts';
import type {
  reconcilePayment,
  reconcilePendingPayments,
  StaffPayment,
} from '#contract/payments/staff-payments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { orderCode, orderIdOf } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import { csvCents, csvInstant } from '#domain/text/csv.ts';
import type { Cents } from '#domain/money.ts';
import { chargedPlan } from '#domain/payments/installments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import { methodNames, paymentName, providerName } from '#domain/state-names.ts';
import type { Ctx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { betweenDays } from '#server/lists/table.ts';
import { stateRanges } from '#server/lists/tabs.ts';
import { followContestation } from '#server/payments/contestations/commands.ts';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import { reconcileCharges } from '#server/orders/payment/reconciliation.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isId } from './search-conditions.ts';
import type { StaffTable } from './staff-table.ts';

export interface PaymentRow {
  id: number;
  order_id: number;
  method: StaffPayment['method'];
  state: StaffPayment['state'];
  provider: string;
  amount_cents: number;
  received_cents: number;
  installments: number | null;
  card_total_cents: number | null;
  reference: string;
  provider_id: string | null;
  end_to_end_id: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  expires_at: Date;
}

export const paymentColumns = sql`t.id, t.order_id, t.method, t.state, t.provider, t.amount_cents, t.received_cents,
  t.installments, t.card_total_cents,  t.reference, t.provider_id, t.end_to_end_id, t.created_at, t.confirmed_at, t.expires_at`;

/** All payments. */
export const paymentsTable: StaffTable<Query<typeof listStaffPayments>, PaymentRow, StaffPayment> = {
  name: 'pagamentos',
  query: listStaffPayments.query,
  columns: paymentColumns,
  source: sql`payments t`,
  sorts: { id: { by: sql`t.id`, type: 'bigint' }, amount: { by: sql`t.amount_cents`, type: 'bigint' } },
  defaultSort: '-id',
  hasFixedPlan: ({ q, method, from, to }) => !q && !method && !from && !to,
  where: ({ q, method, from, to }) => [
    q ? matchesPayment(q) : undefined,
    // A literal, so that the planner can use the partial index of payments other than Pix.
    method && !method.includes('pix') ? sql`t.method <> 'pix'` : undefined,
    method && (method.length === 1 ? sql`t.method = ${method[0]}` : sql`t.method = any(${method}::text[])`),
    ...betweenDays(sql`t.created_at`, from, to),
  ],
  ranges: ({ state }) => state && stateRanges(state),
  present: presentPayment,
  csv: {
    Número: ({ id }) => String(id),
    Pedido: ({ order }) => order.code,
    Meio: ({ method }) => methodNames[method],
    Valor: ({ amountCents }) => csvCents(amountCents),
    Recebido: ({ receivedCents }) => csvCents(receivedCents),
    Parcelas: ({ cardPlan }) => cardPlan && String(cardPlan.count),
    'Juros do cartão': ({ cardPlan }) => cardPlan && csvCents(cardPlan.interestCents),
    'Total no cartão': ({ cardPlan }) => cardPlan && csvCents(cardPlan.totalCents),
    Situação: (payment) => paymentName(payment),
    Provedor: ({ provider }) => providerName(provider),
    Referência: ({ reference }) => reference,
    'Id do Pix': ({ endToEndId }) => endToEndId,
    'Feito em': ({ createdAt }) => csvInstant(createdAt),
    'Aprovado em': ({ confirmedAt }) => csvInstant(confirmedAt),
  },
};

/** Null for other methods, and before the card was charged. */
export function staffCardPlan(
  amountCents: Cents,
  count: number | null,
  totalCents: Cents | null,
): Installments | null {
  return count === null ? null : chargedPlan(amountCents, { count, totalCents });
}

export function presentPayment(row: PaymentRow): StaffPayment {
  return {
    id: row.id,
    order: { id: row.order_id, code: orderCode(row.order_id) },
    method: row.method,
    state: row.state,
    provider: row.provider,
    amountCents: row.amount_cents,
    receivedCents: row.received_cents,
    cardPlan: staffCardPlan(row.amount_cents, row.installments, row.card_total_cents),
    reference: row.reference,
    endToEndId: row.end_to_end_id,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

function matchesPayment(q: string) {
  const orderId = orderIdOf(q);
  if (orderId !== null) return sql`t.order_id = ${orderId}`;
  return isId(q) ? sql`t.id = ${Number(q)}` : sql`(t.reference = ${q} or t.end_to_end_id = ${q})`;
}

/** Asks the provider about one payment now; a change is booked by the same code as a notice of the provider. */
export async function reconcile(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof reconcilePayment>> {
  const answer = can(viewer, 'reconcile_payment', undefined);
  if (!answer.ok) fail(answer.reason);
  const before = (await find(ctx, id)) ?? fail('not_found');
  const key = { reference: before.reference, providerId: before.provider_id };
  const confirmed = await confirmPayment(ctx, key);
  const news = (await followContestation(ctx, key)) || confirmed.changed;
  const { state } = (await find(ctx, id))!;
  await inTransaction(ctx.db, (tx) =>
    recordDecision(tx, {
      kind: 'payment.reconciled',
      actor: viewer,
      subject: { kind: 'payment', id },
      before: { state: before.state },
      after: { state, news },
      reason: '',
    }),
  );
  return { id, state, news };
}

/** How many payments one call reconciles: as many as a provider answers within a request. */
const maxReconciledAtOnce = 100;

/** Reconciles the pending charges in the same way. */
export async function reconcileAll(
  ctx: Ctx,
  viewer: Viewer,
): Promise<Reply<typeof reconcilePendingPayments>> {
  const answer = can(viewer, 'reconcile_payment', undefined);
  if (!answer.ok) fail(answer.reason);
  const counts = await reconcileCharges(ctx, maxReconciledAtOnce);
  await inTransaction(ctx.db, (tx) =>
    recordDecision(tx, {
      kind: 'payment.reconciled',
      actor: viewer,
      subject: { kind: 'installation', id: 1 },
      before: null,
      after: { ...counts },
      reason: '',
    }),
  );
  return counts;
}

async function find(ctx: Ctx, id: number) {
  const { rows } = await sql<Pick<PaymentRow, 'state' | 'reference' | 'provider_id'>>`
    select state, reference, provider_id from payments where id = ${id}`.execute(ctx.db);
  return rows[0];
}
