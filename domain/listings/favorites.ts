/** Numbers of favourites (§4.17). */
export interface FavoriteRules {
  /** Most listings one person keeps. */
  max: number;
  /** A drop of so many basis points since it was kept or last told is news. */
  priceDropBps: number;
}

export const defaultFavoriteRules: FavoriteRules = { max: 500, priceDropBps: 500 };
