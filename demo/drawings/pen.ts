import { type Random, createRandom } from '#demo/random.ts';
import { type ProductColor, type Tone, toneOf } from './color.ts';

export type Direction = 'down' | 'right' | 'diagonal';

/** Writes SVG shapes. Product drawings stand on y = 0, centred on x = 0, with the light at the top left. */
export interface Pen {
  tone: Tone;
  accent: Tone;
  variant: number;
  random: Random;
  rect(x: number, y: number, width: number, height: number, radius: number, fill: string): string;
  circle(x: number, y: number, radius: number, fill: string): string;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string): string;
  path(commands: string, fill: string): string;
  line(commands: string, stroke: string, width: number): string;
  ring(x: number, y: number, radius: number, stroke: string, width: number): string;
  group(transform: string, ...shapes: string[]): string;
  soft(opacity: number, ...shapes: string[]): string;
  /** The content cut to a shape. */
  inside(shape: string, ...content: string[]): string;
  /** A linear blend between two colours, as a fill. */
  fade(from: string, to: string, direction?: Direction): string;
  /** A radial blend lit from the top left, as a fill. */
  glow(center: string, rim: string): string;
  /** The definitions collected so far. */
  definitions(): string;
}

const vectors: Readonly<Record<Direction, string>> = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  right: 'x1="0" y1="0" x2="1" y2="0"',
  diagonal: 'x1="0" y1="0" x2="1" y2="1"',
};

/** What of a picture decides how its product is drawn. */
interface PenSettings {
  color: ProductColor;
  accent: ProductColor;
  variant: number;
  seed: number;
}

/** A pen with the colours, the shape and the chance of one picture. */
export function createPen(spec: PenSettings): Pen {
  const known = new Map<string, string>();
  const define = (prefix: string, markup: (id: string) => string, signature: string) => {
    const existing = known.get(signature);
    const id = existing ? (/id="(\w+)"/.exec(existing)?.[1] ?? '') : `${prefix}${known.size}`;
    if (!existing) known.set(signature, markup(id));
    return `url(#${id})`;
  };
  return {
    ...shapes,
    tone: toneOf(spec.color),
    accent: toneOf(spec.accent),
    variant: spec.variant,
    random: createRandom(spec.seed),
    inside: (shape, ...content) => {
      const clip = define('c', (id) => `<clipPath id="${id}">${shape}</clipPath>`, `clip ${shape}`);
      return `<g clip-path="${clip}">${content.join('')}</g>`;
    },
    fade: (from, to, direction = 'down') =>
      define(
        'l',
        (id) => `<linearGradient id="${id}" ${vectors[direction]}>${stops(from, to)}</linearGradient>`,
        `${direction} ${from} ${to}`,
      ),
    glow: (center, rim) =>
      define(
        'r',
        (id) => `<radialGradient id="${id}" cx=".36" cy=".3" r=".75">${stops(center, rim)}</radialGradient>`,
        `glow ${center} ${rim}`,
      ),
    definitions: () => [...known.values()].join(''),
  };
}

const shapes = {
  rect: (x: number, y: number, width: number, height: number, radius: number, fill: string) =>
    `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${radius ? ` rx="${short(radius)}"` : ''} fill="${fill}"/>`,
  circle: (x: number, y: number, radius: number, fill: string) =>
    `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`,
  ellipse: (x: number, y: number, radiusX: number, radiusY: number, fill: string) =>
    `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(radiusX)}" ry="${short(radiusY)}" fill="${fill}"/>`,
  path: (commands: string, fill: string) => `<path d="${commands}" fill="${fill}"/>`,
  line: (commands: string, stroke: string, width: number) =>
    `<path d="${commands}" fill="none" stroke="${stroke}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"/>`,
  ring: (x: number, y: number, radius: number, stroke: string, width: number) =>
    `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="none" stroke="${stroke}" stroke-width="${short(width)}"/>`,
  group: (transform: string, ...content: string[]) => `<g transform="${transform}">${content.join('')}</g>`,
  soft: (opacity: number, ...content: string[]) => `<g opacity="${opacity}">${content.join('')}</g>`,
};

function stops(from: string, to: string): string {
  return `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
