import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getOrder as endpoint, Order } from '#contract/orders/orders.ts';
import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import { maskedName, orderCode } from '#domain/orders/orders.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { ProviderMethod } from '#domain/payments/payments.ts';
import { orderStopOf } from '#domain/payments/sale-stops.ts';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { incidentsOfOrder, presentOrderIncident } from '#server/incidents/order-incidents.ts';
import type { OrderIncidentRow } from '#server/incidents/order-incidents.ts';
import { outageSince } from '#server/incidents/outage.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { orderReturnReason } from '#server/payments/payers.ts';
import type { ReturnReason } from '#server/payments/payers.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { deviceLabel } from '#server/accounts/sessions/device-label.ts';
import { actionsOf } from './actions.ts';
import { deliveryDataColumns, presentDeliveryData } from './delivery/data.ts';
import type { DeliveryDataRow } from './delivery/data.ts';
import { proofForStaff, proofForParty, unattachedProof } from './delivery/proof.ts';
import { countLookup } from './links.ts';
import { manualPayment } from './payment/manual-payment.ts';
import {
  chargebacksOfOrder,
  complaintUntil,
  instant,
  presentPayment,
  presentRefund,
  presentSettlement,
  presentTerms,
  refundsOfOrder,
  regretEndOf,
  waysToPay,
} from './presenter.ts';
import type { OrderRefund, PaymentRow, SettlementRow } from './presenter.ts';
import { presentPendingResponse, pendingResponseColumns } from './pending-response.ts';
import type { PendingResponseRow } from './pending-response.ts';
import { promiseOfRow } from './promise.ts';
import { presentSecuring, securingColumn } from './securing/securing.ts';
import type { SecuringRow } from './securing/securing.ts';
import { presentPickup } from './shipment/handover.ts';
import { presentReturn, returnColumn } from './shipment/return-presenter.ts';
import type { ReturnRow } from './shipment/return-presenter.ts';
import { presentShipment, shipmentColumns } from './shipment/presenter.ts';
import type { ShipmentRow } from './shipment/presenter.ts';

type Deal = NonNullable<Order['deal']>;
type ViewerIs = Order['viewerIs'];

interface Row extends SettlementRow, PendingResponseRow, DeliveryDataRow, ShipmentRow, ReturnRow {
  id: number;
  hash: string;
  rule_version_id: number;
  buyer_terms: number;
  seller_terms: number;
  seller_tax_type: TaxType | null;
  invoice_key: string | null;
  created_at: Date;
  seller_id: number;
  buyer: string;
  seller: string;
  slug: string;
  title: string;
  cover: string | null;
  warranty_days: number;
  outage_ms: number;
  incidents: OrderIncidentRow[];
  quantity: number;
  unit_price_cents: number;
  total_cents: number;
  commission_cents: number;
  delivery_type: DeliveryType;
  promised_hours: number;
  due_at: Date | null;
  due_event: Deal['dueEvent'];
  delivered_at: Date | null;
  delivery_note: string | null;
  delivery_proof: DeliveryProof;
  category_kind: CategoryKind | null;
  revealed_at: Date | null;
  cancel_reason: string | null;
  stopped_by: SaleStop | null;
  payment: PaymentRow | null;
  held_cents: number;
  return_reason: ReturnReason | null;
  refunded_cents: number;
  refunds: OrderRefund[];
  chargeback_cents: number;
  cancellation: Omit<NonNullable<Deal['cancellation']>, 'files'> | null;
  securing: SecuringRow | null;
  reveals: { at: string; by: string; userAgent: string; contentHash: string }[];
  timeline: { event: string; state: OrderState; actor: string; at: string }[];
}

/** The order's page: redacted for strangers, complete for its parties and staff. */
export async function getOrder(
  ctx: Ctx,
  viewer: Viewer | null,
  { hash, ip }: { hash: string; ip: string },
): Promise<Reply<typeof endpoint>> {
  const row = await findOrder(ctx.db, hash, viewer);
  const viewerIs = row ? relationTo(row, viewer) : 'stranger';
  if (viewerIs === 'stranger') await countLookup(ctx, ip);
  if (!row) fail('not_found');
  const { rules } = await currentRules(ctx.db);
  const orderRules = await rulesOf(ctx.db, row.rule_version_id);
  const known = viewerIs !== 'stranger';
  return {
    hash: row.hash,
    code: orderCode(row.id),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    listing: { slug: row.slug, title: row.title, cover: row.cover },
    buyer: known ? row.buyer : maskedName(row.buyer),
    seller: known ? row.seller : maskedName(row.seller),
    timeline: [
      { event: 'place', state: 'awaiting_payment', actor: 'buyer', at: row.created_at.toISOString() },
      ...row.timeline.map((entry) => ({ ...entry, at: instant(entry.at) })),
    ],
    viewerIs,
    now: row.now.toISOString(),
    deal: known
      ? presentDeal(row, viewerIs, {
          rules,
          orderRules: orderRules,
          data: presentDeliveryData(ctx, row, viewerIs),
          shipment: await presentShipment(ctx, ctx.db, row, viewerIs),
          pickup: presentPickup(ctx, row, viewerIs),
          comesBack: await presentReturn(ctx, ctx.db, row, viewerIs),
          ways: viewerIs === 'buyer' ? waysToPay(ctx, row, { rules, orderRules: orderRules }) : [],
          manual: await manualPaymentFor(ctx.db, row, viewerIs),
          files: await deliveryFilesFor(ctx.db, row, viewerIs),
          refusal: await refusalFilesFor(ctx.db, row, viewerIs),
        })
      : null,
  };
}

/** Reads in one round trip: order, listing version bought, charge (paid, or the last attempt), refunds and timeline. */
async function findOrder(db: Queryable, hash: string, viewer: Viewer | null): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select o.id, o.hash, o.rule_version_id, o.buyer_terms, o.seller_terms, o.seller_tax_type,
      (select access_key from order_invoices where order_id = o.id) as invoice_key, o.state, o.created_at, o.buyer_id, o.seller_id, b.username::text as buyer,
      s.username::text as seller, l.slug, v.title, v.image_keys[1] as cover, o.warranty_days,
      c.name as category, o.hold_days, o.level_hold_days, market_now() as now,
      ${outageSince(sql`o.delivered_at`)} as outage_ms, ${incidentsOfOrder} as incidents,
      o.quantity, o.unit_price_cents, o.total_cents, o.commission_cents, o.delivery_type, o.promised_hours, o.promised_at, o.due_at,
      o.due_event, o.paid_at, o.delivered_at, o.delivery_note, o.delivery_proof, o.category_kind, o.revealed_at, o.closed_at, o.cancel_reason,
      sale_stop_reason(o.id) as stopped_by, t.state as settlement_state, t.net_cents, t.release_at,
      (select to_jsonb(p) from (select state, method, amount_cents, expires_at, pix_code, receiver_name, boleto_line,
          boleto_barcode, boleto_url, asked_at, card_brand, card_last4, installments, card_total_cents, pay_url,
          declined_reason, review_reason, review_until
        from payments where order_id = o.id and attempt is not null
        order by (end_to_end_id is null), attempt desc limit 1) p) as payment,
      (select coalesce(sum(amount_cents), 0)::bigint from refunds where order_id = o.id and state = 'held') as held_cents,
      ${deliveryDataColumns}, ${shipmentColumns}, ${returnColumn}, o.refunded_cents, ${refundsOfOrder} as refunds, ${chargebacksOfOrder} as chargeback_cents,
      ${orderReturnReason} as return_reason,
      (select jsonb_build_object('state', q.state, 'note', q.note, 'dueAt', q.due_at, 'answerNote', q.answer_note)
        from cancellation_requests q where q.order_id = o.id) as cancellation,
      ${securingColumn},
      ${pendingResponseColumns(sql`case o.seller_id when ${viewer?.id ?? 0} then 'seller' else 'buyer' end`)},
      (select coalesce(jsonb_agg(jsonb_build_object('at', x.at, 'by', p.username, 'userAgent', x.user_agent,
        'contentHash', encode(x.content_hash, 'hex')) order by x.at, x.unit_id), '[]')
        from reveals x join users p on p.id = x.viewer_id where x.order_id = o.id) as reveals,
      (select coalesce(jsonb_agg(jsonb_build_object('event', e.event, 'state', e.to_state, 'actor', e.actor, 'at', e.at)
        order by e.seq), '[]') from order_events e where e.order_id = o.id) as timeline
    from orders o join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
      join listings l on l.id = o.listing_id join listing_versions v on v.id = o.listing_version_id
      join categories c on c.id = v.category_id left join settlements t on t.order_id = o.id
    where o.hash = ${hash}`.execute(db);
  return rows[0];
}

function relationTo(row: Row, viewer: Viewer | null): ViewerIs {
  if (!viewer) return 'stranger';
  if (viewer.id === row.buyer_id) return 'buyer';
  if (viewer.id === row.seller_id) return 'seller';
  return viewer.asStaff ? 'staff' : 'stranger';
}

type Manual = NonNullable<Deal['payment']>['manual'];

async function manualPaymentFor(db: Db, row: Row, viewerIs: ViewerIs): Promise<Manual> {
  if (viewerIs !== 'buyer' || row.payment?.method !== 'manual') return null;
  return manualPayment(db, { id: row.id, ruleVersionId: row.rule_version_id });
}

/** P13: before the delivery only the seller sees the files they uploaded. */
async function deliveryFilesFor(db: Db, row: Row, viewerIs: ViewerIs): Promise<DeliveryFile[]> {
  if (row.delivery_proof === 'text') return [];
  if (row.delivered_at === null) return viewerIs === 'seller' ? unattachedProof(db, row.id) : [];
  return viewerIs === 'staff' ? proofForStaff(db, row.id) : proofForParty(db, row.id);
}

/** P14: the files of a refusal to cancel; before the answer only the seller sees what they uploaded. */
async function refusalFilesFor(
  db: Db,
  { id, cancellation }: Row,
  viewerIs: ViewerIs,
): Promise<DeliveryFile[]> {
  if (cancellation?.state === 'open') return viewerIs === 'seller' ? unattachedProof(db, id, 'refusal') : [];
  if (cancellation?.state !== 'refused') return [];
  return viewerIs === 'staff' ? proofForStaff(db, id, 'refusal') : proofForParty(db, id, 'refusal');
}

interface DealDetails {
  rules: Rules;
  orderRules: Rules;
  data: Deal['deliveryData'];
  shipment: Deal['shipment'];
  pickup: Deal['pickup'];
  comesBack: Deal['return'];
  ways: ProviderMethod[];
  manual: Manual;
  files: DeliveryFile[];
  refusal: DeliveryFile[];
}

function presentDeal(
  row: Row,
  viewerIs: ViewerIs,
  { rules, orderRules, data, shipment, pickup, comesBack, ways, manual, files, refusal }: DealDetails,
): Deal {
  const isBuyer = viewerIs === 'buyer';
  return {
    id: row.id,
    quantity: row.quantity,
    unitPriceCents: row.unit_price_cents,
    freightCents: row.freight_cents,
    totalCents: row.total_cents,
    commissionCents: isBuyer ? null : row.commission_cents,
    netCents: isBuyer
      ? null
      : (row.net_cents ?? row.total_cents - row.commission_cents) - row.pending_label_cents,
    deliveryType: row.delivery_type,
    promisedHours: row.promised_hours,
    dueAt: row.due_at && row.due_at.toISOString(),
    dueEvent: row.due_event,
    incidents: row.incidents.map(presentOrderIncident),
    promisedAt: promiseOfRow(row)?.toISOString() ?? null,
    deliveredAt: row.delivered_at && row.delivered_at.toISOString(),
    // Staff read it on their own page of the order, where the access is recorded (T110).
    deliveryNote: viewerIs === 'staff' ? null : row.delivery_note,
    deliveryData: data,
    shipment,
    pickup,
    return: comesBack,
    deliveryProof: row.delivery_proof,
    categoryKind: row.category_kind,
    deliveryFiles: files,
    revealedAt: row.revealed_at && row.revealed_at.toISOString(),
    securing: presentSecuring(row.securing),
    reveals: row.reveals.map(({ at, userAgent, ...reveal }) => ({
      ...reveal,
      at: instant(at),
      device: deviceLabel(userAgent),
    })),
    closedAt: row.closed_at && row.closed_at.toISOString(),
    cancelReason: row.cancel_reason,
    complaintUntil: row.delivered_at && complaintUntil(row.delivered_at, row.outage_ms, row.warranty_days),
    settlement: presentSettlement(row, orderRules.timers),
    terms: presentTerms(orderRules),
    sellerTaxType: row.seller_tax_type,
    invoiceKey: row.invoice_key,
    agreement: { buyer: row.buyer_terms, seller: row.seller_terms, rules: row.rule_version_id },
    payment: row.payment && {
      ...presentPayment(row.payment, isBuyer),
      heldCents: isBuyer ? row.held_cents : 0,
      ways,
      returnsOnly: isBuyer && row.return_reason !== null,
      manual,
    },
    refundedCents: row.refunded_cents,
    refunds: row.refunds.map((refund) => presentRefund(refund, rules)),
    chargebackCents: row.chargeback_cents,
    cancellation: row.cancellation && {
      ...row.cancellation,
      dueAt: instant(row.cancellation.dueAt),
      files: refusal,
    },
    waits: presentPendingResponse(row, orderRules, rules),
    stoppedBy: orderStopOf(row.stopped_by),
    rateable: row.rateable && viewerIs !== 'staff',
    regretUntil: row.delivered_at && regretEndOf(row.delivered_at, row.outage_ms, rules).toISOString(),
    actions: actionsOf(row, viewerIs, rules),
  };
}
