import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { Queryable } from '#server/context.ts';

/** A movement by the bank that differs from our books, for staff's list of differences (ADR 71). */
export interface ContestationDifference {
  paymentId: number;
  /** `refunded_twice`: taken beyond the sale · `amount_differs`: returned for a sale that ended, or more than was paid. */
  problem: 'refunded_twice' | 'amount_differs';
  /** Distinguishes the differences of one payment, so that each is stored once. */
  movement: string;
  ourCents: Cents;
  theirCents: Cents;
}

/** Stores a difference that staff see beside those of the daily comparison; the same one is stored once. */
export async function storeDifference(db: Queryable, difference: ContestationDifference): Promise<void> {
  const { paymentId, problem, movement, ourCents, theirCents } = difference;
  await sql`
    insert into payment_differences (provider, day, kind, problem, movement_id, reference, our_cents, their_cents)
    select provider, (market_now() at time zone 'America/Sao_Paulo')::date, 'chargeback', ${problem},
      ${`contestacao-${paymentId}-${movement}`}, reference, ${ourCents}::bigint, ${theirCents}::bigint
    from payments where id = ${paymentId} on conflict do nothing`.execute(db);
}
