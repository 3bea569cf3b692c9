/** Numbers of favourites (§4.17). */
export interface FavoriteRules {
  /** The maximum number of favorites of one person. */
  max: number;
  /** The price drop that causes a notice, in basis points, since the favorite was added or last notified. */
  priceDropBps: number;
}

export const defaultFavoriteRules: FavoriteRules = { max: 500, priceDropBps: 500 };
