import * as z from 'zod/mini';

/** Lists of the dashboard speak one query: search, filters, one sort, a page by its cursor. */
export const pageSizes = ['25', '50', '100'] as const;

/**
 * The query of a list. `sorts` may each be turned round with a leading `-`; `filters` are the list's own fields, each
 * optional.
 */
export function tableQuery<const S extends readonly [string, ...string[]], F extends Record<string, Field>>(
  sorts: S,
  filters: F,
) {
  const both = sorts.flatMap((sort) => [sort, `-${sort}`]) as (S[number] | `-${S[number]}`)[];
  return z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Use até 100 letras na busca.'))),
    sort: z.optional(z.enum(both, 'Escolha uma ordem da lista.')),
    cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,400}$/, 'Volte à primeira página.'))),
    size: z.optional(z.enum(pageSizes, 'Escolha 25, 50 ou 100 por página.')),
    ...filters,
  });
}
type Field = z.ZodMiniType;

/** One or more of a few values, with commas between them, each once. */
export function oneOrMore<const V extends string>(values: readonly V[]) {
  const known = (text: string) => text.split(',').every((one) => (values as readonly string[]).includes(one));
  return z.optional(
    z.pipe(
      z.string().check(z.refine(known, 'Escolha um valor da lista.')),
      z.transform((text) => [...new Set(text.split(','))] as V[]),
    ),
  );
}

/** A day of the calendar in São Paulo: `2026-03-12`. */
export const calendarDay = z.optional(
  z.string().check(
    z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Escolha uma data.'),
    // A check is asked even of what the one before it refused.
    z.refine((text) => isDay(text), 'Escolha uma data.'),
  ),
);

/** Not the 30th of February. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return Number.isFinite(day.getTime()) && day.toISOString().startsWith(text);
}

/** A page of a list, and the cursors of its neighbours. */
export function tableReply<R extends z.ZodMiniType>(row: R) {
  return z.object({
    items: z.array(row),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    /** How many match, counted up to 10,000; `more` says that there are more than were counted. */
    count: z.int(),
    more: z.boolean(),
  });
}
