import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SellerLevel } from '#domain/accounts/seller-levels/rules.ts';

/** The value that the nearest category in the path sets, for the listing just updated or another row; null when none sets it. */
const nearestCategoryValue = (
  column: RawBuilder<unknown>,
  of = sql`taken`,
) => sql`(select c.${column} from categories c
  where c.id = any(${of}.category_path) and c.${column} is not null
  order by array_position(${of}.category_path, c.id) desc limit 1)`;

/** P09: whether the buyer gives delivery data. */
export const nearestDeliveryData = nearestCategoryValue(sql`delivery_data`, sql`l`);

/** §4.3: the release delay in days. */
export const nearestReleaseDelay = nearestCategoryValue(sql`hold_days`);

/** §4.3: the release delay of the seller's level, which counts where no category sets one and none is risky. */
export const levelReleaseDelay = (
  days: number | null,
) => sql`case when ${nearestReleaseDelay} is null and not exists (
  select from categories c where c.id = any(taken.category_path) and c.risk_class = 'risky') then ${days}::int end`;

/** §4.13: the seller's level is still the one of the fees, and nothing stops the seller. */
export const sellerStands = ({
  sellerId,
  sellerLevel,
}: {
  sellerId: number;
  sellerLevel: SellerLevel;
}) => sql`not exists (select from seller_levels s
  where s.user_id = ${sellerId} and (s.level <> ${sellerLevel} or s.colour is not distinct from 'red'))`;

/** P13: the proof that a manual delivery requires. */
export const nearestDeliveryProof = nearestCategoryValue(sql`delivery_proof`);

/** R01: what is sold. */
export const nearestKind = nearestCategoryValue(sql`kind`);

/** P01: the warranty days of the listing's category. */
export const warrantyOf = (versionId: number) => sql`(select c.warranty_days from listing_versions v
  join categories c on c.id = v.category_id where v.id = ${versionId})`;
