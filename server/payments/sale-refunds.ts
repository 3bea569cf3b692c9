import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { refundShares } from '#domain/ledger/fees.ts';
import type { FeeRule, RefundShares } from '#domain/ledger/fees.ts';
import type { RefundDestination, RefundReason, RefundState } from '#domain/payments/payments.ts';
import { refundPlatform } from '#domain/ledger/compensations.ts';
import { refund, refundConcluded } from '#domain/ledger/postings.ts';
import type { Journal, SellerParts } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/context.ts';
import { post } from '#server/ledger/post.ts';
import { holdBalance, saleMoney } from '#server/ledger/queries.ts';
import type { SaleMoney } from '#server/ledger/queries.ts';
import { insertRefund } from './refunds.ts';

/** A sale whose order's row the caller holds. */
export interface HeldSale {
  id: number;
  sellerId: number;
  totalCents: number;
  /** What refunds took out of it so far. */
  refundedCents: number;
  fee: FeeRule;
}

export interface SaleRefund {
  /** Null: all that stays. */
  amountCents: number | null;
  reason: RefundReason;
  /** Born `approved`, or `in_review` when a person must let it leave (`stateOfNew`). */
  state: RefundState;
  destination?: RefundDestination;
  askedBy?: Viewer | null;
  note?: string | null;
  /** A refund that was asked for before and is granted now. */
  refundId?: number;
  /** Only of what this payment brought; left out, of all that the sale was paid with. */
  paymentId?: number;
  /** `platform`: out of our own reserve, the sale stays as it is (M10). */
  source?: 'sale' | 'platform';
}

/** What stays of a sale: paid, less refunded, less in process. */
export function staysOf(sale: Pick<HeldSale, 'totalCents' | 'refundedCents'>): number {
  return sale.totalCents - sale.refundedCents;
}

/**
 * M4, M5, M6, M10: owes the buyer a part of the sale, or all that stays, wherever the money stands. Seller and
 * platform each give their share by the cumulative rule; what the seller hasn't got is advanced and becomes a debt.
 * The settlement follows, and is reversed when nothing stays. A sale that was paid in parts (§4.6) goes back in parts,
 * a refund for each payment that it takes.
 * @returns the refunds, the first of them being the one that was asked for, and the sale as it is now
 * @throws `refund_exceeds_payment` when less than that stays, with how much does
 */
export async function refundSale<Sale extends HeldSale>(
  tx: Tx,
  sale: Sale,
  given: SaleRefund,
): Promise<{ refundIds: number[]; amountCents: number; sale: Sale }> {
  const money = await saleMoney(tx, sale.id);
  const mostCents = staysOf(sale) - money.advancedCents;
  const amountCents = given.amountCents ?? mostCents;
  if (money.paymentId === null) fail('wrong_state', { meta: { allowed: [] } });
  if (amountCents < 1 || amountCents > mostCents)
    fail('refund_exceeds_payment', { meta: { remainingCents: mostCents } });
  const refundIds: number[] = [];
  let left = sale;
  const shares =
    given.paymentId === undefined
      ? await divide(tx, { ...given, orderId: sale.id, paymentId: money.paymentId, amountCents })
      : [{ paymentId: given.paymentId, amountCents }];
  for (const [at, share] of shares.entries()) {
    const asked = at === 0 ? given.refundId : undefined;
    const refundId = await refundShare(tx, left, { ...given, ...share, refundId: asked });
    refundIds.push(refundId);
    if (given.source !== 'platform')
      left = { ...left, refundedCents: left.refundedCents + share.amountCents };
  }
  return { refundIds, amountCents, sale: left };
}

/** What of a refund goes back to one payment. */
interface Share {
  paymentId: number;
  amountCents: number;
}

/**
 * An amount of a sale over the payments it was paid with, as far as each has not gone back: the last one first.
 * @param given `paymentId`: the last · `refundId`: the refund that is divided, which takes nothing yet
 */
export async function divide(
  tx: Tx,
  given: Share & { orderId: number; refundId?: number | undefined },
): Promise<Share[]> {
  const { orderId, paymentId, amountCents, refundId = 0 } = given;
  const { rows } = await sql<Share>`
    select p.id as "paymentId", p.received_cents - coalesce((select sum(x.amount_cents) from refunds x
      where x.payment_id = p.id and x.state not in ('requested', 'rejected', 'used') and x.id <> ${refundId}),
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
  sale: HeldSale,
  given: Omit<SaleRefund, 'amountCents'> & Share,
): Promise<number> {
  const { source = 'sale', amountCents } = given;
  const refundId =
    given.refundId === undefined
      ? await insertRefund(tx, { ...given, source, orderId: sale.id })
      : await narrowRefund(tx, given.refundId, given);
  if (source === 'platform') {
    await post(tx, refundPlatform({ refundId, amountCents }));
    return refundId;
  }
  const back = refundShares(staysOf(sale), amountCents, sale.fee);
  const money = await saleMoney(tx, sale.id);
  await post(tx, await journalOf(tx, sale, { refundId, amountCents, money, back }));
  await shrinkSale(tx, sale, back);
  return refundId;
}

/** What was asked for as one refund and is granted as several: it is the first of them. */
async function narrowRefund(tx: Tx, id: number, { paymentId, amountCents }: Share): Promise<number> {
  await sql`select split_refund(${id}, ${paymentId}, ${amountCents})`.execute(tx);
  return id;
}

interface Taking {
  refundId: number;
  amountCents: number;
  money: SaleMoney;
  back: RefundShares;
}

async function journalOf(
  tx: Tx,
  sale: HeldSale,
  { refundId, amountCents, money, back }: Taking,
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

/** The seller's share comes out of what waits, then what is blocked, then the balance; the rest is owed. */
async function sellerParts(
  tx: Tx,
  sale: HeldSale,
  { money, back }: Pick<Taking, 'money' | 'back'>,
): Promise<SellerParts> {
  const pendingCents = Math.min(money.pendingCents, back.sellerCents);
  const blockedCents = Math.min(money.blockedCents, back.sellerCents - pendingCents);
  const missingCents = back.sellerCents - pendingCents - blockedCents;
  if (missingCents === 0) return { pendingCents, blockedCents, availableCents: 0, recoverableCents: 0 };
  const balance = await holdBalance(tx, sale.sellerId);
  const availableCents = Math.min(balance.availableCents, missingCents);
  return { pendingCents, blockedCents, availableCents, recoverableCents: missingCents - availableCents };
}

/** With nothing left to settle the settlement is reversed, and what blocked it is over. */
async function shrinkSale(tx: Tx, sale: HeldSale, { after }: RefundShares): Promise<void> {
  const ends = after.totalCents === 0;
  await sql`
    with shrunk as (
      update orders set refunded_cents = ${sale.totalCents - after.totalCents} where id = ${sale.id}),
    lifted as (
      update sale_blocks set lifted_at = market_now() where order_id = ${sale.id} and lifted_at is null and ${ends})
    update settlements set net_cents = ${after.netCents}, state = case when ${ends} then 'reversed' else state end
    where order_id = ${sale.id}`.execute(tx);
}
