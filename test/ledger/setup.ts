import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { DB } from '#db/schema.ts';
import { refundShares, splitSale, type FeeRule } from '#domain/ledger/fees.ts';
import { refundPlatform } from '#domain/ledger/compensations.ts';
import * as postings from '#domain/ledger/postings.ts';
import type { Step } from './steps.ts';

export interface Sale {
  orderId: number;
  paymentId: number;
  buyerId: number;
  sellerId: number;
  totalCents: number;
}

export const feeRule: FeeRule = {
  commissionBps: 990,
  minCommissionCents: 50,
  maxCommissionCents: 50_000,
  guaranteeBps: 50,
};

/** The books are tried at amounts of any size: limits of decisions (ADR 0075) have tests of their own. */
const most = 1_000_000_000_000;
const boundless = {
  refunds: { automaticCents: most, supportLimitCents: most, twoPeopleCents: most },
  withdrawal: { supportLimitCents: most, twoPeopleCents: most },
  // So have ages (F58): these people have none.
  ages: { enforced: false },
};

/** People and one listing to trade. Rows that the ledger doesn't look at are as thin as they may be. */
export async function createLedgerUsers(db: Kysely<DB>, people: number): Promise<{ userIds: number[] }> {
  const tag = randomBytes(4).toString('hex');
  await sql`insert into rule_versions (rules) values (${JSON.stringify(boundless)}::jsonb)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, terms_accepted_at)
    select 'u' || ${tag} || n, 'u' || ${tag} || n || '@x', '', now() from generate_series(1, ${people}::int) n
    returning id`.execute(db);
  await sql`insert into categories (slug, name) values ('c-' || ${tag}, 'Categoria')`.execute(db);
  await sql`insert into listings (seller_id) select max(id) from users`.execute(db);
  await sql`insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type,
      promised_hours, plan, attributes, image_keys)
    select (select max(id) from listings), '', '', (select max(id) from categories), 100, 'automatic', 0, 'prata',
      '{}', '{}'`.execute(db);
  return { userIds: rows.map((row) => row.id) };
}

/** An order waiting for its Pix. */
export async function placeSale(
  db: Kysely<DB>,
  {
    holdDays = null,
    ...parties
  }: { buyerId: number; sellerId: number; totalCents: number; holdDays?: number | null },
  method: 'pix' | 'balance' = 'pix',
): Promise<Sale> {
  const { buyerId, sellerId, totalCents } = parties;
  const split = splitSale(totalCents, feeRule);
  const { rows } = await sql<{ id: number; order_id: number }>`
    with o as (
      insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
        unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
        max_commission_cents, guarantee_bps, delivery_type, promised_hours, hold_days)
      values (${token(32)}, ${buyerId}, ${sellerId}, (select max(id) from listings),
        (select max(id) from listing_versions), (select max(id) from rule_versions), 1, ${totalCents}, ${totalCents},
        ${split.commissionCents}, ${split.guaranteeCents}, ${feeRule.commissionBps}, ${feeRule.minCommissionCents},
        ${feeRule.maxCommissionCents}, ${feeRule.guaranteeBps}, 'automatic', 0, ${holdDays})
      returning id)
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at)
    select o.id, 'test', ${method}, ${totalCents}, ${token(32)}, now() from o returning id, order_id`.execute(
    db,
  );
  return { orderId: rows[0]!.order_id, paymentId: rows[0]!.id, ...parties };
}

/** One more charge of the same order, for money that comes twice. */
export async function chargeAgain(db: Kysely<DB>, sale: Sale): Promise<Sale> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at)
    values (${sale.orderId}, 'test', 'pix', ${sale.totalCents}, ${token(32)}, now()) returning id`.execute(
    db,
  );
  return { ...sale, paymentId: rows[0]!.id };
}

export const paymentSteps = (sale: Sale, surplusCents = 0): Step[] => [
  event(sale, 'pay', 'awaiting_payment', 'paid', 'system'),
  receivedPayment(sale, sale.totalCents + surplusCents),
  newSettlement(sale),
  postings.capture(sale),
  ...(surplusCents > 0 ? returnSteps(sale, surplusCents, 'wrong_amount') : []),
];

/** Money that no escrow waits for. */
export const unexpectedPaymentSteps = (sale: Sale): Step[] => [
  receivedPayment(sale, sale.totalCents),
  ...returnSteps(sale, sale.totalCents, 'duplicate_payment'),
];

/** §4.6: less than the total came in and waits for the rest. */
export const partialPaymentSteps = (sale: Sale, amountCents: number): Step[] => [
  receivedPayment(sale, amountCents),
  sql`insert into refunds (order_id, payment_id, reason, amount_cents, state, source)
    values (${sale.orderId}, ${sale.paymentId}, 'wrong_amount', ${amountCents}, 'held', 'arrival')
    returning id as refund_id`,
  ({ refundId }) => postings.refundReceived({ refundId, paymentId: sale.paymentId, amountCents }),
];

/** The rest came by another charge of the same order. */
export const remainingPaymentSteps = (
  rest: Sale,
  part: { refundId: number; amountCents: number },
): Step[] => [
  event(rest, 'pay', 'awaiting_payment', 'paid', 'system'),
  receivedPayment(rest, rest.totalCents - part.amountCents),
  newSettlement(rest),
  sql`update refunds set state = 'used' where id = ${part.refundId}`,
  postings.partUsed({ ...part, orderId: rest.orderId }),
  postings.capture({ ...rest, heldCents: part.amountCents }),
];

/** Nobody paid, or not all of it. */
export const expirySteps = (sale: Sale): Step[] => [
  event(sale, 'expire', 'awaiting_payment', 'expired', 'system'),
];

export const deliverySteps = (sale: Sale): Step[] => [
  event(sale, 'deliver_codes', 'paid', 'delivered', 'system'),
];

export const completionSteps = (sale: Sale, refundedCents = 0): Step[] => {
  const split = splitSale(sale.totalCents - refundedCents, feeRule);
  return [
    event(sale, 'confirm', 'delivered', 'completed', 'buyer'),
    sql`update settlements set state = 'pending_release', net_cents = ${split.netCents}, release_at = market_now()
      where order_id = ${sale.orderId}`,
    postings.conclude({ orderId: sale.orderId, split }),
  ];
};

export const releaseSteps = (sale: Sale, refundedCents = 0, debtCents = 0): Step[] => {
  const { netCents } = splitSale(sale.totalCents - refundedCents, feeRule);
  return [
    sql`select from orders where id = ${sale.orderId} for update`,
    sql`update settlements set state = 'released', released_at = market_now() where order_id = ${sale.orderId}`,
    postings.release({ orderId: sale.orderId, sellerId: sale.sellerId, netCents, debtCents }),
  ];
};

export const partialRefundSteps = (sale: Sale, amountCents: number): Step[] => [
  sql`select from orders where id = ${sale.orderId} for update`,
  newRefund(sale, amountCents, 'order_cancelled'),
  ({ refundId }) => postings.refund({ refundId, orderId: sale.orderId, amountCents }),
  reducedSettlement(sale, amountCents),
];

/** Where the seller's part of a refund after conclusion is taken from. */
export type Place = 'pendingCents' | 'blockedCents' | 'availableCents' | 'recoverableCents';

/** M5 and M6: after conclusion. `refundedCents` went back before, so that the shares are those of the whole. */
export const lateRefundSteps = (sale: Sale, amountCents: number, from: Place, refundedCents = 0): Step[] => {
  const { sellerCents, commissionCents, guaranteeCents } = refundShares(
    sale.totalCents - refundedCents,
    amountCents,
    feeRule,
  );
  const nothing = { pendingCents: 0, blockedCents: 0, availableCents: 0, recoverableCents: 0 };
  return [
    sql`select from orders where id = ${sale.orderId} for update`,
    newRefund(sale, amountCents, 'seller_offer'),
    ({ refundId }) =>
      postings.refundConcluded({
        refundId,
        orderId: sale.orderId,
        sellerId: sale.sellerId,
        parts: { ...nothing, [from]: sellerCents },
        commissionCents,
        guaranteeCents,
      }),
    reducedSettlement(sale, amountCents),
  ];
};

/** All of a concluded sale goes back. */
export const reversalSteps = (sale: Sale, from: Place): Step[] => [
  event(sale, 'refund_sale', 'completed', 'refunded', 'seller'),
  ...lateRefundSteps(sale, sale.totalCents, from),
  sql`update settlements set state = 'reversed' where order_id = ${sale.orderId}`,
];

/** M10: the platform's own money. */
export const platformRefundSteps = (sale: Sale, amountCents: number): Step[] => [
  sql`select from orders where id = ${sale.orderId} for update`,
  newRefund(sale, amountCents, 'staff', 'platform'),
  ({ refundId }) => refundPlatform({ refundId, amountCents }),
];

/** M1 out of the buyer's own money. */
export const balancePaymentSteps = (
  sale: Sale,
  from: { purchaseCreditCents: number; availableCents: number },
): Step[] => [
  event(sale, 'pay', 'awaiting_payment', 'paid', 'system'),

  sql`update payments set state = 'confirmed', received_cents = ${sale.totalCents}, confirmed_at = market_now()
    where id = ${sale.paymentId}`,
  newSettlement(sale),
  postings.captureBalance({ ...sale, ...from }),
];

export const cancellationSteps = (sale: Sale, refundedCents = 0): Step[] => [
  event(sale, 'cancel_sale', 'paid', 'cancelled', 'seller'),
  sql`update settlements set state = 'reversed' where order_id = ${sale.orderId}`,
  newRefund(sale, sale.totalCents - refundedCents, 'order_cancelled'),
  ({ refundId }) =>
    postings.refund({ refundId, orderId: sale.orderId, amountCents: sale.totalCents - refundedCents }),
  reducedSettlement(sale, sale.totalCents - refundedCents),
];

export const refundPaidSteps = (refund: { refundId: number; amountCents: number }): Step[] => [
  sql`update refunds set state = 'processing' where id = ${refund.refundId}`,
  sql`update refunds set state = 'completed', completed_at = market_now() where id = ${refund.refundId}`,
  postings.refundPaid(refund),
];

/** M8 by the buyer's choice. */
export const refundCreditSteps = (
  refund: { refundId: number; amountCents: number },
  buyerId: number,
): Step[] => [
  sql`update refunds set destination = 'balance' where id = ${refund.refundId}`,
  sql`update refunds set state = 'processing' where id = ${refund.refundId}`,
  sql`update refunds set state = 'completed', completed_at = market_now() where id = ${refund.refundId}`,
  postings.refundCredited({ ...refund, buyerId }),
];

/** Letters and digits by chance; long enough for an order's hash and a Pix reference. */
export const token = (length: number) => randomBytes(length).toString('hex').slice(0, length);

/** Turns the order by one event. */
export const event = (sale: Sale, name: string, from: string, to: string, actor: string) => sql`
  select transition_order(id, state_seq, ${[name]}, ${[from, to]}, ${actor}, null, market_now(), null, null, null)
  from orders where id = ${sale.orderId}`;

const receivedPayment = (sale: Sale, receivedCents: number) => sql`
  update payments set state = 'confirmed', received_cents = ${receivedCents}, end_to_end_id = ${token(32)},
    confirmed_at = market_now()
  where id = ${sale.paymentId}`;

const newRefund = (
  sale: Sale,
  amountCents: number,
  reason: string,
  source: 'sale' | 'platform' | 'arrival' = 'sale',
) => sql`
  insert into refunds (order_id, payment_id, reason, amount_cents, source)
  values (${sale.orderId}, ${sale.paymentId}, ${reason}, ${amountCents}, ${source}) returning id as refund_id`;

const newSettlement = (sale: Sale) => sql`
  insert into settlements (order_id, seller_id, net_cents)
  values (${sale.orderId}, ${sale.sellerId}, ${splitSale(sale.totalCents, feeRule).netCents})`;

/** What stays of the sale, and of the settlement with it. */
const reducedSettlement = (sale: Sale, amountCents: number) => sql`
  with shrunk as (
    update orders set refunded_cents = refunded_cents + ${amountCents} where id = ${sale.orderId}
    returning id, total_cents - refunded_cents as stays)
  update settlements t set net_cents = s.stays - money.commission_of(s.stays, o.commission_bps,
    o.min_commission_cents, o.max_commission_cents)
  from shrunk s join orders o on o.id = s.id where t.order_id = s.id`;

const returnSteps = (sale: Sale, amountCents: number, reason: string): Step[] => [
  newRefund(sale, amountCents, reason, 'arrival'),
  ({ refundId }) => postings.refundReceived({ refundId, paymentId: sale.paymentId, amountCents }),
];
