import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { searchedDeliveries } from '#contract/listings/listings.ts';
import type { SearchedDelivery } from '#contract/listings/listings.ts';

/** The choices of the delivery filter that a listing has, as one number: the sum of theirs. */
export type Deliveries = number;

/** As `delivery_choices` in PostgreSQL adds them up. */
const numbers: Readonly<Record<SearchedDelivery, Deliveries>> = {
  automatic: 1,
  manual: 2,
  shipping: 4,
  pickup: 8,
  free_shipping: 16,
};

/** SQL: the number of listing `l`. */
export const deliveriesOfListing = sql`delivery_choices(l.delivery_type, l.also_pickup, l.free_shipping)`;

/** The choices that a listing with this number has. */
export function choicesIn(deliveries: Deliveries): SearchedDelivery[] {
  return searchedDeliveries.filter((choice) => (deliveries & numbers[choice]) !== 0);
}

/** Whether listings with this number pass the filter; one without choices accepts all. */
export function isWanted(chosen: readonly SearchedDelivery[], deliveries: Deliveries): boolean {
  return chosen.length === 0 || (deliveries & sumOf(chosen)) !== 0;
}

/** SQL condition: the same of a column with the number. */
export function hasDelivery(
  chosen: readonly SearchedDelivery[],
  deliveries: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`${deliveries} & ${sql.lit(sumOf(chosen))} <> 0`;
}

const columns: Readonly<Record<SearchedDelivery, RawBuilder<unknown>>> = {
  automatic: sql`l.delivery_type = 'automatic'`,
  manual: sql`l.delivery_type = 'manual'`,
  shipping: sql`l.delivery_type = 'shipping'`,
  pickup: sql`(l.delivery_type = 'pickup' or l.also_pickup)`,
  free_shipping: sql`l.free_shipping`,
};

/** SQL condition: the same of listing `l`. In the form of the indexes `listings_pickup` and `listings_free_shipping`. */
export function isDelivered(chosen: readonly SearchedDelivery[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    narrowed(chosen).map((choice) => columns[choice]),
    sql` or `,
  )})`;
}

/** Free freight narrows shipping: with both, a shipped listing needs free freight. */
function narrowed(chosen: readonly SearchedDelivery[]): readonly SearchedDelivery[] {
  return chosen.includes('free_shipping') ? chosen.filter((choice) => choice !== 'shipping') : chosen;
}

function sumOf(chosen: readonly SearchedDelivery[]): Deliveries {
  return narrowed(chosen).reduce((sum, choice) => sum + numbers[choice], 0);
}
