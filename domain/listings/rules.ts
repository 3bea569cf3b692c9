import { listingLimits } from './limits.ts';
import type { ListingBounds } from './limits.ts';
import { defaultPromotionRules } from './promotion.ts';
import type { PromotionRules } from './promotion.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds } from '#domain/settings/sizes.ts';

/** What publishing, stock and final review run on that is ours to choose. Durations in milliseconds. */
export interface ListingRules extends ListingBounds {
  imageMegabytes: Pick<Bounds, 'max'>;
  imageWords: Pick<Bounds, 'max'>;
  stock: Pick<Bounds, 'max'>;
  codes: Pick<Bounds, 'max'>;
  codeLetters: Bounds;
  /** How long before its end a listing's seller is warned, and may renew it (L08). */
  expiryWarningMs: number;
  /** With this many codes left, or fewer, the seller is told. */
  lowStockUnits: number;
  /** A plan may be lowered this long after it was chosen (§4.5). */
  planHoldMs: number;
  promotion: PromotionRules;
  /** Who is published without final review when nothing looks odd (L03). */
  autoPublish: 'never' | 'trusted_sellers';
  /** Share of those that are reviewed all the same, in basis points. */
  sampledBps: number;
  /** A price this far from its category's median deserves a look, in basis points. */
  outlierBps: number;
  /** A price on sale may rise by this share of the last reviewed one without review, in basis points (L11). */
  freeRiseBps: number;
  /** A median of fewer prices says nothing. */
  fewestPrices: number;
  /** Titles that share so much are looked at together, in basis points. */
  alikeBps: number;
  /** L05: by when a review should be done, and when it goes to the top. */
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

/** The banned words of a text, whatever its accents and capitals. Whole words: «pirataria» is not «pirata». */
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
