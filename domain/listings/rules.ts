import { listingLimits } from './limits.ts';
import type { ListingBounds } from './limits.ts';
import { defaultPromotionRules } from './promotion.ts';
import type { PromotionRules } from './promotion.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds } from '#domain/settings/sizes.ts';

/** Configurable rules of publishing, stock and final review. Durations in milliseconds. */
export interface ListingRules extends ListingBounds {
  imageMegabytes: Pick<Bounds, 'max'>;
  imageWords: Pick<Bounds, 'max'>;
  stock: Pick<Bounds, 'max'>;
  codes: Pick<Bounds, 'max'>;
  codeLetters: Bounds;
  /** How long before its expiry the seller of a listing is warned and may renew it (L08). */
  expiryWarningMs: number;
  /** The seller is notified when at most this many codes are left. */
  lowStockUnits: number;
  /** The time until a chosen plan may be lowered (§4.5). */
  planHoldMs: number;
  promotion: PromotionRules;
  /** Whose listings without a warning are published without final review (L03). */
  autoPublish: 'never' | 'trusted_sellers';
  /** The share of these listings that is sampled for review, in basis points. */
  sampledBps: number;
  /** The distance of a price from the median of its category that causes a review warning, in basis points. */
  outlierBps: number;
  /** A price on sale may rise by this share of the last reviewed one without review, in basis points (L11). */
  freeRiseBps: number;
  /** The minimum number of prices for a meaningful median. */
  fewestPrices: number;
  /** The similarity from which titles are shown together in review, in basis points. */
  alikeBps: number;
  /** L05: the target time of a review, and the time after which it moves to the top of the queue. */
  reviewTargetMs: number;
  reviewLateMs: number;
  /** Words of things that may not be sold here, without accents: a prompt for the reviewer, not a verdict. */
  bannedWords: string[];
}

/** §4.4, §4.5. */
export const defaultListingRules: ListingRules = {
  title: defaultBounds(listingLimits.title),
  description: defaultBounds(listingLimits.description),
  images: defaultBounds(listingLimits.images),
  imageMegabytes: defaultBounds(listingLimits.imageMegabytes),
  imageWords: defaultBounds(listingLimits.imageWords),
  priceCents: defaultBounds(listingLimits.priceCents),
  stock: defaultBounds(listingLimits.stock),
  codes: defaultBounds(listingLimits.codes),
  codeLetters: defaultBounds(listingLimits.codeLetters),
  expiryWarningMs: 7 * 86_400_000,
  lowStockUnits: 5,
  planHoldMs: 7 * 86_400_000,
  promotion: defaultPromotionRules,
  autoPublish: 'never',
  sampledBps: 500,
  outlierBps: 8_000,
  freeRiseBps: 3_000,
  fewestPrices: 5,
  alikeBps: 8_000,
  reviewTargetMs: 24 * 3_600_000,
  reviewLateMs: 48 * 3_600_000,
  bannedWords: [
    'cartao clonado',
    'conta hackeada',
    'cnh falsa',
    'dinheiro falso',
    'nota fake',
    'diploma falso',
    'arma de fogo',
    'municao',
    'anabolizante',
    'cigarro eletronico',
    'pirata',
    'crackeado',
    'gerador de cartao',
  ],
};

/** The banned words in a text, ignoring accents and case. Only whole words match: «pirataria» is not «pirata». */
export function findBannedWords(text: string, bannedWords: readonly string[]): string[] {
  const folded = ` ${foldWords(text)} `;
  return bannedWords.filter((word) => folded.includes(` ${foldWords(word)} `));
}

function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();
}
