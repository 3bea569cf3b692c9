import { brandColor, defaultBrand } from '#domain/settings/brand.ts';
import type { BrandRules, brandTones } from '#domain/settings/brand.ts';

/**
 * The name of the marketplace in this process. Letters, notices and codes are composed without a context, so it is a
 * module variable that is refreshed with the rules, at most a second after a change (`currentRules`).
 */
export let brandName = defaultBrand.name;
let { hue } = defaultBrand;

/** Sets the brand from the current rules. */
export function setBrand(brand: BrandRules): void {
  brandName = brand.name;
  hue = brand.hue;
}

/** The brand's colours for one theme, in the only notation that every mail client supports. */
export function brandColors(theme: keyof typeof brandTones): { brand: string; on: string; soft: string } {
  const color = (tone: 'brand' | 'on' | 'soft') => brandColor(theme, tone, hue);
  return { brand: color('brand'), on: color('on'), soft: color('soft') };
}
