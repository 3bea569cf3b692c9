/** The levels of a seller (§4.13), the lowest first. */
export const sellerLevels = ['new', 'bronze', 'silver', 'gold', 'diamond'] as const;
export type SellerLevel = (typeof sellerLevels)[number];
export type EarnedLevel = Exclude<SellerLevel, 'new'>;

export const sellerLevelNames: Record<SellerLevel, string> = {
  new: 'Novo',
  bronze: 'Bronze',
  silver: 'Prata',
  gold: 'Ouro',
  diamond: 'Diamante',
};

/** The colours of the thermometer (§4.13), the best first. A red seller has no new orders. */
export const sellerColours = ['green', 'yellow', 'orange', 'red'] as const;
export type SellerColour = (typeof sellerColours)[number];

/** The longest release delay of a level in days: the general rule is never shorter than that (CDC art. 49). */
export const maxLevelHoldDays = 7;

/** What a level needs and brings. */
export interface LevelRule {
  /** Completed sales that count. */
  sales: number;
  /** The release delay in days, where the category demands none (§4.3). */
  holdDays: number;
  /** What is taken off the plan's commission, in basis points of the price. */
  rebateBps: number;
}

/** Rates below which a colour is reached, in basis points. */
export interface ColourRule {
  claimsBps: number;
  cancellationsBps: number;
  lateBps: number;
}

export type SellerLevelRules = Record<EarnedLevel, LevelRule> &
  Record<Exclude<SellerColour, 'red'>, ColourRule> & {
    /** The window in days, and the orders that it needs; with fewer the long window counts. */
    windowDays: number;
    windowOrders: number;
    longWindowDays: number;
    /** With fewer orders in the window there is no colour. */
    fewestOrders: number;
    /** With fewer incidents of a kind, their rate makes the colour yellow at worst. */
    fewestIncidents: number;
    /** The share of deliveries on time that gold needs, in basis points. */
    goldOnTimeBps: number;
    /** Months in a row below the level's conditions after which it is lost. */
    badMonths: number;
  };

const level = (sales: number, holdDays: number, rebateBps: number): LevelRule => ({
  sales,
  holdDays,
  rebateBps,
});

const colour = (claimsBps: number, cancellationsBps: number, lateBps: number): ColourRule => ({
  claimsBps,
  cancellationsBps,
  lateBps,
});

export const defaultSellerLevelRules: SellerLevelRules = {
  bronze: level(10, 7, 0),
  silver: level(50, 5, 50),
  gold: level(250, 3, 100),
  diamond: level(1_000, 1, 150),
  green: colour(100, 150, 500),
  yellow: colour(300, 300, 1_000),
  orange: colour(500, 500, 2_000),
  windowDays: 60,
  windowOrders: 20,
  longWindowDays: 365,
  fewestOrders: 10,
  fewestIncidents: 3,
  goldOnTimeBps: 9_500,
  badMonths: 2,
};

/** Whether a level is at least another. */
export function isAtLeast(one: SellerLevel, other: SellerLevel): boolean {
  return sellerLevels.indexOf(one) >= sellerLevels.indexOf(other);
}
