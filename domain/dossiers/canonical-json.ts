/** What JSON can say, with whole numbers only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * The one way to write a value as JSON (RFC 8785): names sorted by UTF-16 code units, no space, and strings and numbers as
 * `JSON.stringify` writes them. Two programs that follow it hash the same bytes.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((each: Json) => canonicalJson(each)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as Readonly<Record<string, Json>>).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}
