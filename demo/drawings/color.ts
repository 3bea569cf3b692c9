/** Product colours, chosen to sit together on any backdrop of the studio. */
export const productColors = {
  white: '#f4f2ee',
  silver: '#c9ced6',
  gray: '#8b919b',
  graphite: '#3b404a',
  black: '#23262e',
  navy: '#25365f',
  cobalt: '#2558bd',
  sky: '#7fb2e5',
  teal: '#1d8a83',
  mint: '#8fcdb7',
  green: '#3f8f5b',
  olive: '#78803f',
  sage: '#a3b596',
  mustard: '#d9a32f',
  yellow: '#f4c542',
  gold: '#c99a4b',
  orange: '#e2762f',
  terracotta: '#bf5f40',
  red: '#c93a35',
  wine: '#7d2a40',
  rose: '#d98a94',
  pink: '#e8a0b8',
  lilac: '#a78fd0',
  purple: '#6c4aa5',
  beige: '#d8c3a2',
  sand: '#e6d9c3',
  wood: '#b07a48',
  brown: '#744a30',
} as const;
export type ProductColor = keyof typeof productColors;

/** The faces of one material under the studio light. */
export interface Tone {
  base: string;
  /** Towards the light, top left. */
  light: string;
  /** Highlights and rims. */
  glow: string;
  /** Away from the light. */
  dark: string;
  /** Gaps, seams and undersides. */
  deep: string;
}

/** Lit and shaded versions of a product colour. */
export function toneOf(color: ProductColor): Tone {
  return toneFrom(productColors[color]);
}

/** Lit and shaded versions of any `#rrggbb`; shades lean to blue, lights to cream. */
export function toneFrom(base: string): Tone {
  return {
    base,
    light: mix(base, '#fff6e6', 0.24),
    glow: mix(base, '#fffaf0', 0.52),
    dark: mix(base, '#161b34', 0.26),
    deep: mix(base, '#10142a', 0.52),
  };
}

/** Blends two `#rrggbb` colours; 0 is all the first. */
export function mix(first: string, second: string, amount: number): string {
  const channels = [1, 3, 5].map((start) => {
    const from = Number.parseInt(first.slice(start, start + 2), 16);
    const to = Number.parseInt(second.slice(start, start + 2), 16);
    return Math.round(from + (to - from) * amount)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** Perceived lightness of a `#rrggbb`, 0 to 1. */
export function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** How far apart two `#rrggbb` are, 0 to about 1.7. */
export function colorDistance(first: string, second: string): number {
  const others = channelsOf(second);
  return Math.hypot(...channelsOf(first).map((channel, index) => channel - (others[index] ?? 0)));
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
}
