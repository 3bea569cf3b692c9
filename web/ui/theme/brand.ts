/** As in `domain/settings/brand.ts`, with the logo as a URL. */
export interface Brand {
  name: string;
  hue: number;
  logo: string;
}

const defaultBrand: Brand = { name: 'Praça', hue: 262, logo: '' };

/**
 * Name and appearance of the marketplace. The server sets it before each page (`setBrand`); a browser reads it from the
 * page, so both agree. A change applies from the next page on.
 */
export let brand: Brand = typeof document === 'undefined' ? defaultBrand : brandOf(document.documentElement);
export let brandName = brand.name;

/** @returns whether it changed, so that markup rendered before is out of date */
export function setBrand(next: Brand): boolean {
  const changed = JSON.stringify(next) !== JSON.stringify(brand);
  brand = next;
  brandName = next.name;
  return changed;
}

/** The brand as attributes of the document element. */
export function brandProps({ name, hue, logo }: Brand) {
  return {
    'data-brand': name,
    'data-logo': logo || undefined,
    style: { '--hue': hue } as React.CSSProperties,
  };
}

function brandOf({ dataset, style }: HTMLElement): Brand {
  const hue = Number(style.getPropertyValue('--hue'));
  return { name: dataset.brand ?? defaultBrand.name, hue: hue || defaultBrand.hue, logo: dataset.logo ?? '' };
}

/** The wordmark of the built-in logo is lower case. */
export function wordmark(): string {
  return brandName === defaultBrand.name ? 'praça' : brandName;
}
