import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { listStaffOrders } from '#contract/orders/staff-orders.ts';
import type { getStaffOrder, StaffOrder } from '#contract/orders/staff-orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Cents } from '#domain/money.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import type { OrderProgress } from '#domain/orders/pending-response.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import { csvCents, csvInstant } from '#domain/text/csv.ts';
import { orderNames, taxTypeNames } from '#domain/state-names.ts';
import type { Ctx, Db } from '#server/context.ts';
import { orderLegs } from '#server/ledger/order-journals.ts';
import { betweenDays } from '#server/lists/table.ts';
import { stateRanges } from '#server/lists/tabs.ts';
import { forceOf } from '#server/complaints/forced/queries.ts';
import { analysisOf } from '#server/payments/analyses/queries.ts';
import { staffBlockOf } from '#server/payments/staff-blocks/queries.ts';
import { readDeliveryRecord } from '#server/orders/delivery/record.ts';
import { readStaffParcel } from '#server/orders/shipment/staff/order.ts';
import { orderProgressOf } from '#server/orders/progress.ts';
import { notesOf } from '#server/staff/notes.ts';
import { whyNotLabel } from '#server/risk/labels.ts';
import { currentRules } from '#server/settings/queries.ts';
import { staffCardPlan } from './payments.ts';
import { matchesOrder } from './search-conditions.ts';
import { chargebackOf } from '#server/ledger/chargebacks.ts';
import type { StaffTable } from './staff-table.ts';

interface Row {
  id: number;
  hash: string;
  state: OrderState;
  under_way: OrderProgress | null;
  title: string;
  buyer_id: number;
  buyer: string;
  seller_id: number;
  seller: string;
  total_cents: number;
  created_at: Date;
  paid_at: Date | null;
  due_at: Date | null;
  commission_cents: number;
  seller_tax_type: TaxType | null;
  invoice_key: string | null;
}

const columns = sql`t.id, t.hash, t.state, ${orderProgressOf('t')} as under_way, v.title, t.buyer_id, b.username::text as buyer, t.seller_id,
  s.username::text as seller, t.total_cents, t.created_at, t.paid_at, t.due_at, t.commission_cents,
  t.seller_tax_type, (select access_key from order_invoices where order_id = t.id) as invoice_key`;
const joins = sql`join users b on b.id = t.buyer_id join users s on s.id = t.seller_id
  join listing_versions v on v.id = t.listing_version_id`;

/** All orders. */
export const ordersTable: StaffTable<Query<typeof listStaffOrders>, Row, StaffOrder> = {
  name: 'pedidos',
  query: listStaffOrders.query,
  columns,
  source: sql`orders t`,
  joins,
  sorts: { id: { by: sql`t.id`, type: 'bigint' }, total: { by: sql`t.total_cents`, type: 'bigint' } },
  defaultSort: '-id',
  hasFixedPlan: ({ q, from, to }) => !q && !from && !to,
  where: ({ q, from, to }) => [
    q ? (q.startsWith('@') ? ofPerson(q.slice(1)) : matchesOrder(q)) : undefined,
    ...betweenDays(sql`t.created_at`, from, to),
  ],
  // Ranges of the index orders_by_state.
  ranges: ({ state }) => state && stateRanges(state),
  present,
  csv: {
    Código: ({ code }) => code,
    Título: ({ title }) => title,
    Situação: ({ state }) => orderNames[state],
    'Quem compra': ({ buyer }) => buyer.username,
    'Quem vende': ({ seller }) => seller.username,
    Total: ({ totalCents }) => csvCents(totalCents),
    'Feito em': ({ createdAt }) => csvInstant(createdAt),
    'Pago em': ({ paidAt }) => csvInstant(paidAt),
    Tarifa: ({ commissionCents }) => csvCents(commissionCents),
    'Tipo de quem vende': ({ sellerTaxType }) => sellerTaxType && taxTypeNames[sellerTaxType],
    'Nota fiscal': ({ invoiceKey }) => invoiceKey,
  },
};

function ofPerson(username: string) {
  const id = sql`(select id from users where username = ${username} limit 1)`;
  return sql`(t.buyer_id = ${id} or t.seller_id = ${id})`;
}

function present(row: Row): StaffOrder {
  return {
    id: row.id,
    hash: row.hash,
    code: orderCode(row.id),
    state: row.state,
    underWay: row.under_way,
    title: row.title,
    buyer: { id: row.buyer_id, username: row.buyer },
    seller: { id: row.seller_id, username: row.seller },
    totalCents: row.total_cents,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    dueAt: row.due_at?.toISOString() ?? null,
    commissionCents: row.commission_cents,
    sellerTaxType: row.seller_tax_type,
    invoiceKey: row.invoice_key,
  };
}

type OrderDetail = Reply<typeof getStaffOrder>;

interface DetailRow extends Row {
  quantity: number;
  unit_price_cents: number;
  buyer_terms: number;
  seller_terms: number;
  rule_version_id: number;
  net_cents: number | null;
  delivery_type: DeliveryType;
  delivered_at: Date | null;
  delivery_proof: DeliveryProof;
  relation: OrderDetail['relation'];
  risk: Omit<NonNullable<OrderDetail['risk']>, 'because'> | null;
  due_event: string | null;
  codes_missing: number;
  listing_id: number;
  slug: string;
  settlement: OrderDetail['settlement'];
  timeline: OrderDetail['timeline'];
  payments: (Omit<OrderDetail['payments'][number], 'cardPlan'> & {
    installments: number | null;
    cardTotalCents: Cents | null;
  })[];
  refunds: OrderDetail['refunds'];
  complaints: OrderDetail['complaints'];
  stopped_by: SaleStop | null;
}

/** One order with its money, timeline, reviews and notes. */
export async function readStaffOrder(ctx: Ctx, viewer: Viewer, id: number): Promise<OrderDetail> {
  const row = (await findDetailRow(ctx.db, id)) ?? fail('not_found');
  const legs = await orderLegs(ctx.db, id);
  return {
    ...present(row),
    quantity: row.quantity,
    unitPriceCents: row.unit_price_cents,
    agreement: { buyer: row.buyer_terms, seller: row.seller_terms, rules: row.rule_version_id },
    netCents: row.net_cents,
    deliveryType: row.delivery_type,
    ...(await readStaffParcel(ctx.db, viewer, { id, involved: [row.buyer_id, row.seller_id] })),
    deliveredAt: row.delivered_at && row.delivered_at.toISOString(),
    deliveryProof: row.delivery_proof,
    delivery: await readDeliveryRecord(ctx.db, row.id),
    complaints: row.complaints,
    relation: row.relation,
    risk: row.risk && {
      ...row.risk,
      because: whyNotLabel(viewer, { buyerId: row.buyer_id, sellerId: row.seller_id }),
    },
    dueEvent: row.due_event,
    codesMissing: row.codes_missing,
    listing: { id: row.listing_id, slug: row.slug },
    settlement: row.settlement,
    timeline: [
      {
        event: 'place',
        state: 'awaiting_payment',
        actor: 'buyer',
        name: row.buyer,
        at: row.created_at.toISOString(),
      },
      ...row.timeline,
    ],
    legs: legs.map((leg) => ({ ...leg, at: leg.at.toISOString() })),
    payments: row.payments.map(({ installments, cardTotalCents, ...payment }) => ({
      ...payment,
      cardPlan: staffCardPlan(payment.amountCents, installments, cardTotalCents),
    })),
    refunds: row.refunds,
    analysis: {
      ...(await analysisFor(ctx.db, viewer, row)),
      holdMs: (await currentRules(ctx.db)).rules.payments.holdMs,
    },
    block: {
      ...(await blockFor(ctx.db, viewer, row)),
      blockMs: (await currentRules(ctx.db)).rules.payments.blockMs,
    },
    notes: await notesOf(ctx.db, 'order', id),
    force: await forceOf(ctx, viewer, {
      ...row,
      deliveryType: row.delivery_type,
      totalCents: row.total_cents,
      buyerId: row.buyer_id,
      sellerId: row.seller_id,
      stoppedBy: row.stopped_by,
    }),
  };
}

const obstacles = {
  forbidden: 'Só um administrador marca e encerra uma análise.',
  own_decision: 'Este pedido é seu. Outra pessoa da equipe decide.',
} as const;

/** The analysis of its payment, and whether the viewer may begin or end one (§4.15). */
async function analysisFor(
  db: Db,
  viewer: Viewer,
  row: DetailRow,
): Promise<Omit<OrderDetail['analysis'], 'holdMs'>> {
  const made = await analysisOf(db, row.id);
  const answer = can(viewer, 'decide_payment', { buyerId: row.buyer_id, sellerId: row.seller_id });
  if (!answer.ok) return { made, because: obstacles[answer.reason] };
  const lasts = made !== null && made.endedAt === null;
  if (lasts || (made === null && row.settlement && row.settlement.state !== 'reversed'))
    return { made, because: null };
  return {
    made,
    because: made ? 'O pagamento de um pedido é analisado uma vez.' : 'Não há valor deste pedido para reter.',
  };
}

/** The block of its money, and whether the viewer may block, end or renew it (N02). */
async function blockFor(
  db: Db,
  viewer: Viewer,
  row: DetailRow,
): Promise<Omit<OrderDetail['block'], 'blockMs'>> {
  const made = await staffBlockOf(db, row.id);
  const answer = can(viewer, 'decide_payment', { buyerId: row.buyer_id, sellerId: row.seller_id });
  if (!answer.ok) return { made, because: obstacles[answer.reason], renewBecause: obstacles[answer.reason] };
  if (!made) {
    const has = row.state === 'completed' && row.settlement && row.settlement.state !== 'reversed';
    return {
      made,
      because: has ? null : 'Só o valor de um pedido concluído é bloqueado.',
      renewBecause: null,
    };
  }
  if (made.endedAt !== null)
    return { made, because: 'O valor de um pedido é bloqueado uma vez.', renewBecause: null };
  const renewBecause = made.renewedBy
    ? 'O bloqueio já foi renovado uma vez.'
    : made.by === viewer.username
      ? 'Quem bloqueou não renova: outra pessoa precisa concordar.'
      : null;
  return { made, because: null, renewBecause };
}

async function findDetailRow(db: Db, id: number): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, t.quantity, t.unit_price_cents, t.buyer_terms, t.seller_terms, t.rule_version_id, n.net_cents, t.delivery_type, t.delivered_at, t.delivery_proof,
      t.due_event, case when t.state = 'paid' and t.delivery_type = 'automatic' then t.quantity - (select count(*)
        from stock_units u where u.order_id = t.id and u.state = 'reserved')::int else 0 end as codes_missing,
      (select jsonb_build_object('reasons', d.reasons, 'excluded', d.excluded) from doubtful_sales d
        where d.order_id = t.id) as relation,
      (select jsonb_build_object('score', k.score, 'reasons', k.reasons, 'action', k.action, 'label', k.label,
        'labelled', case when k.label is not null then jsonb_build_object('by', a.username, 'at', k.labelled_at,
          'note', k.label_note) end)
        from order_risks k left join users a on a.id = k.labelled_by where k.order_id = t.id) as risk,
      sale_stop_reason(t.id) as stopped_by, t.listing_id, l.slug,
      case when n.order_id is not null then jsonb_build_object('state', n.state,
        'releaseAt', n.release_at, 'releasedAt', n.released_at, 'holdDays', coalesce(t.hold_days, t.level_hold_days)) end as settlement,
      (select coalesce(jsonb_agg(jsonb_build_object('event', e.event, 'state', e.to_state, 'actor', e.actor,
        'name', a.username, 'at', e.at) order by e.seq), '[]')
        from order_events e left join users a on a.id = e.actor_id where e.order_id = t.id) as timeline,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'method', p.method, 'state', p.state,
        'amountCents', p.amount_cents, 'receivedCents', p.received_cents,
        'installments', p.installments, 'cardTotalCents', p.card_total_cents, 'createdAt', p.created_at,
        'confirmedAt', p.confirmed_at, 'taken', ${chargebackOf(sql`p.id`)}) order by p.id), '[]') from payments p where p.order_id = t.id) as payments,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'state', r.state, 'amountCents', r.amount_cents,
        'reason', r.reason, 'createdAt', r.created_at, 'completedAt', r.completed_at) order by r.id), '[]')
        from refunds r where r.order_id = t.id) as refunds,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'reason', c.reason, 'state', c.state,
        'openedAt', c.opened_at) order by c.id desc), '[]') from complaints c where c.order_id = t.id) as complaints
    from orders t ${joins} join listings l on l.id = t.listing_id left join settlements n on n.order_id = t.id
    where t.id = ${id}`.execute(db);
  return rows[0];
}
