import { isRouteErrorResponse } from 'react-router';

/** What React Router's browser code writes for values without a JSON form of their own. */
const undefinedIndex = -7;
const nullIndex = -5;

/**
 * Encodes loaders' data as React Router's browser code decodes it: a list of all values, in which objects and arrays
 * refer to others by their index. Its own encoder also takes promises, dates and the like, at ten times the cost; the
 * API's replies are JSON.
 * @throws for a value that is neither JSON nor a loader's error
 */
export function encodeData(data: unknown): string {
  const texts: string[] = [];
  const known = new Map<unknown, number>();

  function indexOf(value: unknown): number {
    if (value === undefined) return undefinedIndex;
    if (value === null) return nullIndex;
    const existing = known.get(value);
    if (existing !== undefined) return existing;
    const index = texts.push('') - 1;
    known.set(value, index);
    texts[index] = textOf(value);
    return index;
  }

  function textOf(value: unknown): string {
    if (typeof value !== 'object') return scalarText(value);
    if (Array.isArray(value)) return `[${value.map(indexOf).join(',')}]`;
    if (isRouteErrorResponse(value))
      return typed('ErrorResponse', [value.data, value.status, value.statusText]);
    if (value instanceof Error) return typed('SanitizedError', [value.name, value.message, undefined]);
    if (!isPlain(value!)) throw unencodable(value!.constructor.name);
    let text = '';
    for (const [key, part] of Object.entries(value!))
      text += `${text === '' ? '' : ','}"_${indexOf(key)}":${indexOf(part)}`;
    return `{${text}}`;
  }

  function typed(type: string, parts: unknown[]): string {
    return `["${type}",${parts.map(indexOf).join(',')}]`;
  }

  indexOf(data);
  return `[${texts.join(',')}]\n`;
}

function scalarText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return JSON.stringify(value);
  throw unencodable(typeof value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function unencodable(kind: string): TypeError {
  return new TypeError(`loaders' data contains a ${kind}, which has no JSON form`);
}
