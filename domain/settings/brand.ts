/** White label settings: the name and the look of the marketplace (N08). */
export interface BrandRules {
  /** The name in titles, e-mails and sentences. */
  name: string;
  /** The hue of every brand colour, in degrees of OKLCH; lightness and chroma are fixed to preserve the contrast. */
  hue: number;
  /** The key of an uploaded logo that replaces symbol and wordmark; empty for the built-in ones. */
  logo: string;
}

export const defaultBrand: BrandRules = { name: 'Praça', hue: 262, logo: '' };

/** The URL of the uploaded logo in a sufficient width. */
export function logoAddress({ logo }: BrandRules): string {
  return logo === '' ? '' : `/imagens/${logo}-480`;
}

/** The brand colours of both themes (`web/ui/styles/tokens.css`), with the text colour for each. */
export const brandTones = {
  light: { brand: [0.46, 0.165], on: [1, 0], soft: [0.955, 0.02] },
  dark: { brand: [0.72, 0.13], on: [0.17, 0.04], soft: [0.29, 0.07] },
} as const;

/** One of the brand's colours at a hue, as `#rrggbb`. */
export function brandColor(
  theme: keyof typeof brandTones,
  tone: 'brand' | 'on' | 'soft',
  hue: number,
): string {
  const [lightness, chroma] = brandTones[theme][tone];
  return hexOf(lightness, chroma, hue);
}

/**
 * An OKLCH colour as `#rrggbb`, for e-mails and icons, whose clients support no other notation. Outside of sRGB the
 * chroma is reduced and the lightness preserved (CSS Color 4, §13.2).
 */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  let [inside, outside] = [0, chroma];
  if (isInGamut(linearRgb(lightness, chroma, hue))) inside = chroma;
  else
    for (let step = 0; step < 16; step++) {
      const middle = (inside + outside) / 2;
      if (isInGamut(linearRgb(lightness, middle, hue))) inside = middle;
      else outside = middle;
    }
  return `#${linearRgb(lightness, inside, hue)
    .map((value) =>
      Math.round(255 * gamma(value))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The contrast of two colours (WCAG 2.2, 1.4.3), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** OKLCH to linear sRGB: https://bottosson.github.io/posts/oklab/. */
function linearRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isInGamut = (rgb: readonly number[]) => rgb.every((value) => value >= -1e-4 && value <= 1 + 1e-4);

function gamma(value: number): number {
  const within = Math.min(1, Math.max(0, value));
  return within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055;
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
