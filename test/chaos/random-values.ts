import * as z from 'zod/mini';
import type { Random } from '#demo/random.ts';

/** The part of JSON Schema that the contract's schemas use. */
interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

const shapes = new WeakMap<z.ZodMiniType, Shape>();

/** A random value that fits a schema of the contract; strings with a pattern mostly do not match it. */
export function randomValueOf(random: Random, schema: z.ZodMiniType): unknown {
  const known =
    shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
  shapes.set(schema, known);
  return valueOf(random, known);
}

function valueOf(random: Random, shape: Shape): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum) return random.pick(shape.enum);
  if (shape.anyOf) return valueOf(random, random.pick(shape.anyOf));
  if (shape.type === 'object') return objectOf(random, shape);
  if (shape.type === 'array') return arrayOf(random, shape);
  if (shape.type === 'string') return textOf(random, shape);
  if (shape.type === 'integer' || shape.type === 'number') return numberOf(random, shape);
  if (shape.type === 'boolean') return random.chance(0.5);
  return null;
}

function objectOf(random: Random, { properties = {}, required = [] }: Shape): object {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5));
  return Object.fromEntries(chosen.map(([name, shape]) => [name, valueOf(random, shape)]));
}

function arrayOf(random: Random, { items = {}, minItems = 0, maxItems = 3 }: Shape): unknown[] {
  const length = random.int(minItems, Math.max(minItems, Math.min(maxItems, minItems + 2)));
  return Array.from({ length }, () => valueOf(random, items));
}

const words = 'Escrito por acaso, com mais de trinta letras, para o que quer que seja. ';
const samples: Record<string, readonly string[]> = {
  date: ['2026-01-01', '2026-11-25', '2027-02-28'],
  'date-time': ['2026-11-25T12:00:00.000Z', '2030-01-01T00:00:00.000Z'],
  uuid: ['0b8f0b0e-5d3c-4b1e-9f55-3a2b7c1d9e10'],
};

function textOf(random: Random, { pattern, format = '', minLength = 0, maxLength = 200 }: Shape): string {
  const fitting = samples[format];
  if (fitting) return random.pick(fitting);
  if (pattern && /\\d/.test(pattern)) return String(random.int(1, 99_999_999));
  const least = Math.max(minLength, 1);
  const length = random.chance(0.1) ? maxLength : random.int(least, Math.max(least, Math.min(maxLength, 80)));
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}

/** Small numbers are ids and state versions; the bounds are where rules change. */
function numberOf(random: Random, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Shape): number {
  const least = Math.max(minimum, -1_000_000_000);
  if (random.chance(0.1)) return random.pick([least, maximum]);
  return random.int(least, Math.min(maximum, least + random.pick([3, 60, 3_000, 100_000])));
}
