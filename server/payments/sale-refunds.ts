import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { refundShares } from '#domain/ledger/fees.ts';
import type { FeeRule, RefundShares } from '#domain/ledger/fees.ts';
import type { RefundDestination, RefundReason, RefundState } from '#domain/payments/payments.ts';
import { refundPlatform } from '#domain/ledger/compensations.ts';
import { freightReturned } from '#domain/ledger/freight.ts';
import { refund, refundConcluded } from '#domain/ledger/postings.ts';
import type { Journal, SellerParts } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/context.ts';
import { post } from '#server/ledger/post.ts';
import { lockBalance, saleMoney } from '#server/ledger/queries.ts';
import type { SaleMoney } from '#server/ledger/queries.ts';
import { insertRefund } from './refunds.ts';

/** A sale whose order's row the caller has locked. */
export interface LockedSale {
  id: number;
  sellerId: number;
  totalCents: number;
  /** The sum of the refunds so far. */
  refundedCents: number;
  fee: FeeRule;
}

export interface SaleRefund {
  /** Null for everything that is not refunded yet. */
  amountCents: number | null;
  reason: RefundReason;
  /** `approved`, or `in_review` when staff must approve it (`refundStateForAmount`). */
  state: RefundState;
  destination?: RefundDestination;
  askedBy?: Viewer | null;
  note?: string | null;
  /** A requested refund that is granted now. */
  refundId?: number;
  /** Refunds this payment only; without it, all payments of the sale. */
  paymentId?: number;
  /** `platform`: paid from our own reserve, the sale is not reduced (M10). */
  source?: 'sale' | 'platform';
  /**
   * Who bears a label that the platform bought and the refund needs (S06): the seller, or the platform for a lost
   * parcel (S16). `buyer`: the label stays paid and is not refunded (S10).
   */
  labelBorneBy?: 'seller' | 'platform' | 'buyer';
}

/** The part of a sale that is neither refunded nor being refunded. */
export function unrefundedCents(sale: Pick<LockedSale, 'totalCents' | 'refundedCents'>): number {
  return sale.totalCents - sale.refundedCents;
}

/**
 * M4, M5, M6, M10: books a refund of a part of the sale, or of all that is not refunded yet, from wherever the money is.
 * Seller and platform each pay their share by the cumulative rule; what the seller lacks is advanced and becomes a debt.
 * The settlement is reduced, and reversed when nothing remains. A sale that was paid in parts (§4.6) gets one refund for
 * each payment involved.
 * @returns the refunds, the requested one first, and the changed sale
 * @throws `refund_exceeds_payment` with the remaining amount when it is smaller
 */
export async function refundSale<Sale extends LockedSale>(
  tx: Tx,
  sale: Sale,
  given: SaleRefund,
): Promise<{ refundIds: number[]; amountCents: number; sale: Sale }> {
  const money = await saleMoney(tx, sale.id);
  const labelCents = given.labelBorneBy === 'buyer' ? (sale.fee.labelCents ?? 0) : 0;
  const maxCents = unrefundedCents(sale) - money.advancedCents - labelCents;
  const amountCents = given.amountCents ?? maxCents;
  if (money.paymentId === null) fail('wrong_state', { meta: { allowed: [] } });
  if (amountCents < 1 || amountCents > maxCents)
    fail('refund_exceeds_payment', { meta: { remainingCents: maxCents } });
  const refundIds: number[] = [];
  let left = sale;
  const shares =
    given.paymentId === undefined
      ? await divideRefund(tx, { ...given, orderId: sale.id, paymentId: money.paymentId, amountCents })
      : [{ paymentId: given.paymentId, amountCents }];
  for (const [at, share] of shares.entries()) {
    const asked = at === 0 ? given.refundId : undefined;
    if (given.source !== 'platform' && !money.concluded && given.labelBorneBy !== 'buyer')
      left = await restoreLabel(tx, left, { ...given, ...share });
    const refundId = await refundShare(tx, left, { ...given, ...share, refundId: asked });
    refundIds.push(refundId);
    if (given.source !== 'platform')
      left = { ...left, refundedCents: left.refundedCents + share.amountCents };
  }
  return { refundIds, amountCents, sale: left };
}

/**
 * S06: a refund that leaves the seller nothing needs what the sale paid for its label, which returns to escrow first.
 * The seller pays it from the balance and owes the rest, or the guarantee fund pays it.
 */
async function restoreLabel<Sale extends LockedSale>(
  tx: Tx,
  sale: Sale,
  { amountCents, labelBorneBy }: Pick<SaleRefund, 'labelBorneBy'> & Share,
): Promise<Sale> {
  const labelCents = sale.fee.labelCents ?? 0;
  const { after } = refundShares(unrefundedCents(sale), amountCents, sale.fee);
  if (labelCents === 0 || after.netCents > 0) return sale;
  const byFund = labelBorneBy === 'platform';
  const availableCents = byFund
    ? 0
    : Math.min((await lockBalance(tx, sale.sellerId)).availableCents, labelCents);
  await post(
    tx,
    freightReturned({
      orderId: sale.id,
      sellerId: sale.sellerId,
      fundCents: byFund ? labelCents : 0,
      availableCents,
      recoverableCents: byFund ? 0 : labelCents - availableCents,
    }),
  );
  await sql`with returned as (update orders set label_cents = 0 where id = ${sale.id})
    update settlements set net_cents = net_cents + ${labelCents} where order_id = ${sale.id}`.execute(tx);
  return { ...sale, fee: { ...sale.fee, labelCents: 0 } };
}

/** The part of a refund that belongs to one payment. */
interface Share {
  paymentId: number;
  amountCents: number;
}

/**
 * Divides an amount among the payments of a sale, up to the part of each that is not refunded, the last payment first.
 * @param given `paymentId`: the last payment · `refundId`: the refund being divided, which is not counted
 */
export async function divideRefund(
  tx: Tx,
  given: Share & { orderId: number; refundId?: number | undefined },
): Promise<Share[]> {
  const { orderId, paymentId, amountCents, refundId = 0 } = given;
  const { rows } = await sql<Share>`
    select p.id as "paymentId", p.received_cents - coalesce((select sum(x.amount_cents) from refunds x
      where x.payment_id = p.id and x.state not in ('requested', 'awaiting_return', 'rejected', 'used') and x.id <> ${refundId}),
      0)::bigint as "amountCents"
    from payments p
    where p.order_id = ${orderId} and exists (select from refunds r
      where r.order_id = ${orderId} and r.state = 'used' and p.id in (r.payment_id, ${paymentId}))
    order by p.id = ${paymentId} desc, p.id`.execute(tx);
  if (rows.length === 0) return [{ paymentId, amountCents }];
  let left = amountCents;
  const shares = rows.map((row) => {
    const part = Math.min(row.amountCents, left);
    left -= part;
    return { ...row, amountCents: part };
  });
  return shares.filter((share) => share.amountCents > 0);
}

async function refundShare(
  tx: Tx,
  sale: LockedSale,
  given: Omit<SaleRefund, 'amountCents'> & Share,
): Promise<number> {
  const { source = 'sale', amountCents } = given;
  const refundId =
    given.refundId === undefined
      ? await insertRefund(tx, { ...given, source, orderId: sale.id })
      : await reduceRefund(tx, given.refundId, given);
  if (source === 'platform') {
    await post(tx, refundPlatform({ refundId, amountCents }));
    return refundId;
  }
  const back = refundShares(unrefundedCents(sale), amountCents, sale.fee);
  const money = await saleMoney(tx, sale.id);
  await post(tx, await journalOf(tx, sale, { refundId, amountCents, money, back }));
  await reduceSale(tx, sale, back, given.labelBorneBy === 'buyer' ? (sale.fee.labelCents ?? 0) : 0);
  return refundId;
}

/** Reduces a requested refund that is granted as several to the first of them. */
async function reduceRefund(tx: Tx, id: number, { paymentId, amountCents }: Share): Promise<number> {
  await sql`select split_refund(${id}, ${paymentId}, ${amountCents})`.execute(tx);
  return id;
}

interface RefundPosting {
  refundId: number;
  amountCents: number;
  money: SaleMoney;
  back: RefundShares;
}

async function journalOf(
  tx: Tx,
  sale: LockedSale,
  { refundId, amountCents, money, back }: RefundPosting,
): Promise<Journal> {
  if (!money.concluded) return refund({ refundId, orderId: sale.id, amountCents });
  const parts = await sellerParts(tx, sale, { money, back });
  const { commissionCents, guaranteeCents } = back;
  return refundConcluded({
    refundId,
    orderId: sale.id,
    sellerId: sale.sellerId,
    parts,
    commissionCents,
    guaranteeCents,
  });
}

/** The seller's share comes from pending money, then blocked money, then the balance; the rest becomes a debt. */
async function sellerParts(
  tx: Tx,
  sale: LockedSale,
  { money, back }: Pick<RefundPosting, 'money' | 'back'>,
): Promise<SellerParts> {
  const pendingCents = Math.min(money.pendingCents, back.sellerCents);
  const blockedCents = Math.min(money.blockedCents, back.sellerCents - pendingCents);
  const missingCents = back.sellerCents - pendingCents - blockedCents;
  if (missingCents === 0) return { pendingCents, blockedCents, availableCents: 0, recoverableCents: 0 };
  const balance = await lockBalance(tx, sale.sellerId);
  const availableCents = Math.min(balance.availableCents, missingCents);
  return { pendingCents, blockedCents, availableCents, recoverableCents: missingCents - availableCents };
}

/**
 * Reduces the settlement; when nothing remains it is reversed and its block is lifted.
 * @param labelCents what stays paid to the carrier of a parcel that came back (S10)
 */
async function reduceSale(
  tx: Tx,
  sale: LockedSale,
  { after }: RefundShares,
  labelCents: number,
): Promise<void> {
  const ends = after.totalCents === labelCents;
  await sql`
    with reduced as (
      update orders set refunded_cents = ${sale.totalCents - after.totalCents} where id = ${sale.id}),
    lifted as (
      update sale_blocks set lifted_at = market_now() where order_id = ${sale.id} and lifted_at is null and ${ends})
    update settlements set net_cents = ${Math.max(after.netCents, 0)}, state = case when ${ends} then 'reversed' else state end
    where order_id = ${sale.id}`.execute(tx);
}
