import { brandColor, defaultBrand } from '#domain/settings/brand.ts';
import type { BrandRules, brandTones } from '#domain/settings/brand.ts';

/**
 * The name of the marketplace as this process knows it. Letters, notices and codes are composed far from any context,
 * so it is kept here and renewed with the rules, at most a second after they changed (`currentRules`).
 */
export let brandName = defaultBrand.name;
let { hue } = defaultBrand;

/** Takes the brand over from the rules in force. */
export function knowBrand(brand: BrandRules): void {
  brandName = brand.name;
  hue = brand.hue;
}

/** The brand's colours for one theme, in the only notation that every mail program reads. */
export function brandColors(theme: keyof typeof brandTones): { brand: string; on: string; soft: string } {
  const color = (tone: 'brand' | 'on' | 'soft') => brandColor(theme, tone, hue);
  return { brand: color('brand'), on: color('on'), soft: color('soft') };
}
