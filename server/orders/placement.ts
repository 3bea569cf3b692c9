import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { placeOrder as endpoint } from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { closedDays } from '#domain/business-days.ts';
import { deliveryDataFault } from '#domain/orders/delivery-data.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import { fail } from '#domain/errors.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { FeeRule, SaleSplit } from '#domain/ledger/fees.ts';
import type { ListingState, Plan } from '#domain/listings/listings.ts';
import { feeRuleAt, levelHoldDays } from '#domain/accounts/seller-levels/terms.ts';
import type { SellerLevel } from '#domain/accounts/seller-levels/rules.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { chargeDeadlines, isProviderMethod } from '#domain/payments/payments.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record, insertEvents } from '#server/events/events.ts';
import type { Charge } from '#server/payments/commands.ts';
import { refuseByAge } from '#server/accounts/ages/purchases.ts';
import { checkMethod } from '#server/payments/methods.ts';
import type { Billing } from '#server/payments/methods.ts';
import { leaseEnd } from '#server/payments/provider-lease.ts';
import { assessmentInsert, assessPurchase } from '#server/risk/placing.ts';
import type { AssessedPurchase } from '#server/risk/placing.ts';
import { currentRules } from '#server/settings/queries.ts';
import { notifyLowStock } from '#server/listings/stock.ts';
import { sealDeliveryData } from './delivery/data.ts';
import { rowsToLock, partyAllowances, refuseBeyondLimits, withinLimits } from './limits.ts';
import type { PartyAllowances } from './limits.ts';
import { newHash } from './links.ts';
import { reserveUnits, takeStock } from './stock.ts';
import { orRefuseAway, refuseStopped } from './stopped-sellers.ts';
import { orderDelivery } from '#server/shipping/placement.ts';
import type { OrderedDelivery } from '#server/shipping/placement.ts';
import { orderEvent } from './moves.ts';
import {
  levelReleaseDelay,
  nearestDeliveryData,
  nearestDeliveryProof,
  nearestKind,
  nearestReleaseDelay,
  sellerStands,
  warrantyOf,
} from './placement-terms.ts';
import { payFromBalance } from './payment/payment.ts';

type Input = Body<typeof endpoint>;

interface Offer {
  id: number;
  sellerId: number;
  state: ListingState;
  title: string;
  priceCents: number;
  stock: number;
  deliveryType: DeliveryType;
  alsoPickup: boolean;
  promisedHours: number;
  plan: Plan;
  /** Of its seller, whose new orders a red thermometer stops (§4.13). */
  sellerLevel: SellerLevel;
  isStopped: boolean;
  /** The last day of the seller's vacation (F67), as Brazilians write it. */
  awayUntil: string | null;
  versionId: number;
  asks: DeliveryDataAsk;
  now: Date;
}

const maxTries = 3;

/** A new order and the charge to open for it; null when the method needs no provider. */
interface PlacedOrder {
  reference: string;
  reply: Reply<typeof endpoint>;
  charge: Charge | null;
}

/**
 * P01: reserves the stock and writes order and payment with the current price, fee, listing version and rules.
 * The caller opens the charge after the commit.
 */
export async function placeOrder(ctx: Ctx, tx: Tx, viewer: Viewer, input: Input): Promise<PlacedOrder> {
  if (!viewer.emailVerified) fail('email_not_verified');
  const version = await currentRules(ctx.db, tx);
  const { method, billing } = await checkMethod(ctx, tx, viewer.id, input, version.rules);
  const parties = await partyAllowances(ctx, tx, viewer, input.listingId);
  let assessed: AssessedPurchase | null = null;
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const offer = await lockOffer(tx, parties, input);
    const itemsCents = checkOffer(offer, viewer, parties, input);
    const bought = { ...offer, listingId: offer.id, quantity: input.quantity };
    const delivery = await orderDelivery(ctx, tx, viewer, bought, input.delivery);
    const totalCents = itemsCents + delivery.freightCents;
    if (totalCents !== input.expectedTotalCents) fail('price_changed', { meta: { totalCents } });
    await refuseByAge(tx, viewer, { ...bought, totalCents }, version.rules);
    assessed ??= await assessPurchase(
      ctx,
      tx,
      viewer,
      { offer, totalCents, billing, isSamePlace: delivery.isSamePlace },
      version.rules.risk,
    );
    const fee = feeRuleAt(version.rules.plans[offer.plan], offer.sellerLevel, version.rules.sellerLevels);
    const split = splitSale(totalCents, { ...fee, freightCents: delivery.freightCents });
    const writing = writeOrder(tx, {
      ctx,
      viewer,
      input,
      method,
      billing,
      offer,
      delivery,
      fee,
      split,
      version,
      parties,
      assessed,
    });
    const placed = await orRefuseAway(writing);
    if (placed) return method === 'balance' ? payAtOnce(ctx, tx, viewer, placed) : placed;
    await refuseUnpaid(tx, viewer, version.rules);
    await refuseBeyondLimits(tx, parties, totalCents);
  }
  return fail('unavailable');
}

/** The balance needs no bank: the order is paid in the transaction that places it. */
async function payAtOnce(ctx: Ctx, tx: Tx, viewer: Viewer, placed: PlacedOrder): Promise<PlacedOrder> {
  const { reference, reply } = placed;
  const { state } = await payFromBalance(ctx, tx, { reference, buyerId: viewer.id });
  return { ...placed, reply: { ...reply, state } };
}

/**
 * Reads the listing. It locks the buyer's row, so that two orders of one buyer are counted one after the other, and the
 * seller's when their sales are limited; always in the order of ids, so that two who buy from each other don't deadlock.
 */
async function lockOffer(tx: Tx, parties: PartyAllowances, input: Input): Promise<Offer> {
  const { rows } = await sql<Offer>`
    with locked as materialized (
      select id from users where id = any(${rowsToLock(parties)}::bigint[]) order by id for no key update)
    select l.id, l.seller_id as "sellerId",
      -- L08: the listing has expired even when the sweep has not marked it yet.
      case when l.state = 'published' and l.expires_at <= deadline_now() then 'expired' else l.state end as state, l.title, l.price_cents as "priceCents", l.stock,
      l.delivery_type as "deliveryType", l.also_pickup as "alsoPickup", l.promised_hours as "promisedHours", l.plan, l.version_id as "versionId",
      coalesce(s.level, 'new') as "sellerLevel", s.colour is not distinct from 'red' as "isStopped",
      to_char(away_until(l.seller_id), 'DD/MM/YYYY') as "awayUntil",
      case l.delivery_type when 'manual' then coalesce(${nearestDeliveryData}, 'optional') else 'none' end as asks,
      market_now() as now
    from (select count(*) from locked) h, listings l left join seller_levels s on s.user_id = l.seller_id where l.id = ${input.listingId} and l.version_id is not null`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
}

function checkOffer(offer: Offer, viewer: Viewer, { seller }: PartyAllowances, input: Input): number {
  if (offer.sellerId === viewer.id) fail('own_listing');
  if (offer.state === 'sold_out') fail('out_of_stock');
  if (offer.state !== 'published' || !seller.selling) fail('listing_unavailable');
  refuseStopped(offer);
  if (offer.stock < input.quantity) fail('out_of_stock', { meta: { stock: offer.stock } });
  const fault = deliveryDataFault(offer.asks, input.deliveryData);
  if (fault) fail('invalid_request', { errors: { deliveryData: fault } });
  return offer.priceCents * input.quantity;
}

interface Placement {
  ctx: Ctx;
  viewer: Viewer;
  input: Input;
  method: PaymentMethod;
  billing: Billing | null;
  offer: Offer;
  delivery: OrderedDelivery;
  fee: FeeRule;
  split: SaleSplit;
  version: { id: number; rules: Rules };
  parties: PartyAllowances;
  assessed: AssessedPurchase | null;
}

interface Written {
  order_id: number | null;
  payment_id: number;
  asked_until: Date | null;
  reserved: number;
  listing_state: ListingState;
  left: number;
}

/** Until when the payment is accepted and the order stays open. */
function paymentDeadlines(
  method: PaymentMethod,
  now: Date,
  rules: Rules,
): { expiresAt: Date; waitsUntil: Date } {
  const { pixExpiryMs } = rules.timers;
  if (isProviderMethod(method))
    return chargeDeadlines(method, now, {
      ...rules.payments,
      pixExpiryMs,
      closed: closedDays(rules.calendar),
    });
  const until = new Date(now.getTime() + (method === 'manual' ? rules.receipts.expiryMs : pixExpiryMs));
  return { expiresAt: until, waitsUntil: until };
}

/** Writes everything in one statement, or nothing when the listing has changed or a limit of the buyer is reached. */
async function writeOrder(tx: Tx, placement: Placement): Promise<PlacedOrder | null> {
  const { ctx, viewer, input, method, billing, offer, delivery, fee, split, version, parties, assessed } =
    placement;
  const { quantity } = input;
  const hash = newHash();
  const reference = randomBytes(16).toString('hex');
  const { expiresAt, waitsUntil } = paymentDeadlines(method, offer.now, version.rules);
  // The statement assigns the id.
  const order = { ...offer, id: 0, hash, buyerId: viewer.id, totalCents: split.totalCents };
  const placing = orderEvent('order.placed', order, viewer, { method, until: expiresAt.toISOString() });
  const { rows } = await sql<Written>`
    with taken as (
      update listings set ${takeStock(offer, quantity)} and state = 'published'
        and price_cents = ${offer.priceCents} and version_id = ${offer.versionId} and plan = ${offer.plan}
        and ${unpaidOrdersOf(viewer)} < ${version.rules.maxUnpaidOrders}
        and ${withinLimits(parties, split.totalCents)} and ${sellerStands(offer)}
      returning id, state, stock, category_path),
    placed as (
      insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
        unit_price_cents, freight_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
        max_commission_cents, guarantee_bps, delivery_type, promised_hours, hold_days, seller_level, level_hold_days, delivery_proof,
        warranty_days, delivery_data, category_kind, due_at, due_event)
      select ${hash}, ${viewer.id}, ${offer.sellerId}, id, ${offer.versionId}, ${version.id}, ${quantity},
        ${offer.priceCents}, ${delivery.freightCents}, ${split.totalCents}, ${split.commissionCents}, ${split.guaranteeCents},
        ${fee.commissionBps}, ${fee.minCommissionCents}, ${fee.maxCommissionCents}, ${fee.guaranteeBps},
        ${delivery.type}, ${offer.promisedHours}, ${nearestReleaseDelay}, ${offer.sellerLevel},
        ${levelReleaseDelay(levelHoldDays(offer.sellerLevel, version.rules))},
        coalesce(${nearestDeliveryProof}, 'text'), ${warrantyOf(offer.versionId)}, ${offer.asks}, ${nearestKind}, ${waitsUntil}, 'expire' from taken
      returning id),
    ${offer.deliveryType === 'automatic' ? reserveUnits(offer, quantity) : sql`reserved as (select)`},
    ${delivery.writes.length > 0 ? sql`${sql.join(delivery.writes)},` : sql``}
    ${assessmentInsert(viewer, assessed)}
    ${input.deliveryData === undefined ? sql`` : deliveryDataInsert(placement, input.deliveryData)}
    charged as (
      insert into payments (order_id, provider, method, amount_cents, reference, expires_at, billing_name,
        billing_document, asked_until)
      select id, ${isProviderMethod(method) ? ctx.payments.name : method}, ${method}, ${split.totalCents}, ${reference},
        ${expiresAt}::timestamptz, ${billing?.name ?? null}, ${billing?.document ?? null},
        ${isProviderMethod(method) ? leaseEnd : sql`null`} from placed
      returning id, asked_until),
    ${insertEvents([placing], offer.now, sql`(select id from placed)`)}
    select (select id from placed) as order_id, (select id from charged) as payment_id,
      (select asked_until from charged) as asked_until,
      (select count(*) from reserved)::int as reserved, (select state from taken) as listing_state,
      (select stock from taken) as left`.execute(tx);
  const written = rows[0]!;
  if (written.order_id === null) return null;
  // The seller is removing some of the codes at this moment.
  if (offer.deliveryType === 'automatic' && written.reserved < quantity) fail('out_of_stock');
  if (written.listing_state === 'sold_out')
    await record(tx, { kind: 'listing.sold_out', actor: null, subject: { kind: 'listing', id: offer.id } });
  else if (offer.deliveryType === 'automatic')
    await notifyLowStock(tx, offer.id, { left: written.left, taken: quantity }, version.rules.listings);
  return {
    reference,
    reply: { id: written.order_id, hash, state: 'awaiting_payment', totalCents: split.totalCents },
    charge: isProviderMethod(method)
      ? {
          paymentId: written.payment_id,
          method,
          reference,
          amountCents: split.totalCents,
          description: offer.title,
          expiresAt,
          leaseUntil: written.asked_until!,
        }
      : null,
  };
}

/** P09: a CTE that stores the buyer's encrypted delivery data in the statement that places the order. */
function deliveryDataInsert({ ctx, viewer, offer }: Placement, text: string): RawBuilder<unknown> {
  const sealed = sealDeliveryData(ctx, { buyerId: viewer.id, listingId: offer.id }, text);
  return sql`written as (insert into order_delivery_data (order_id, sealed) select id, ${sealed}::bytea from placed),`;
}

/** P01: counts orders under payment review too, since they reserve stock. The literal states match the index. */
const unpaidOrdersOf = ({ id }: Viewer) => sql<number>`(select count(*)::int from orders
  where buyer_id = ${id} and state in ('awaiting_payment', 'payment_in_review'))`;

async function refuseUnpaid(tx: Tx, viewer: Viewer, { maxUnpaidOrders }: Rules): Promise<void> {
  const { rows } = await sql<{ count: number }>`select ${unpaidOrdersOf(viewer)} as count`.execute(tx);
  if (rows[0]!.count < maxUnpaidOrders) return;
  const detail = `Você já tem ${maxUnpaidOrders} pedidos sem pagamento confirmado. Pague ou cancele um deles, ou espere a conferência.`;
  fail('too_many_unpaid_orders', { detail });
}
