import * as z from 'zod/mini';
import { instant } from '#contract/fields.ts';

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
    ...place,
    ...filters,
  });
}
type Field = z.ZodMiniType;

const place = {
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,400}$/, 'Volte à primeira página.'))),
  size: z.optional(z.enum(pageSizes, 'Escolha 25, 50 ou 100 por página.')),
};

/** The query of a queue, which has one order for each of its tabs: the tab, and a page by its cursor. */
/** Why only an administrator may decide an item of a queue; null where the viewer's role suffices. */
export const onlyAdminReason = z.nullable(z.string());

export function queueQuery<F extends Record<string, Field>>(tab: F) {
  return z.strictObject({ ...place, ...tab });
}

/** One or more of a few values, with commas between them, each once. */
export function oneOrMore<const V extends string>(values: readonly V[]) {
  const known = (text: string) => text.split(',').every((one) => (values as readonly string[]).includes(one));
  return z.optional(
    z.pipe(
      z.string().check(z.maxLength(400), z.refine(known, 'Escolha um valor da lista.')),
      z.transform((text) => [...new Set(text.split(','))] as V[]),
    ),
  );
}

/** A day of the calendar in São Paulo: `2026-03-12`. */
export const calendarDay = z.optional(
  z.string().check(
    z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Escolha uma data.'),
    // Zod runs a check even after an earlier one has failed.
    z.refine((text) => isDay(text), 'Escolha uma data.'),
  ),
);

/** Not the 30th of February. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return Number.isFinite(day.getTime()) && day.toISOString().startsWith(text);
}

/** A page with the cursors of its neighbours; a queue adds the counts of its tabs. */
export function pageReply<R extends z.ZodMiniType>(row: R) {
  return z.object({
    items: z.array(row),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  });
}

/** A page of a list, the cursors of its neighbours, and how long the list is. */
export function tableReply<R extends z.ZodMiniType>(row: R) {
  return z.object({
    ...pageReply(row).shape,
    /** How many match, counted up to 10,000; `more` says that there are more than were counted. */
    count: z.int(),
    more: z.boolean(),
  });
}

/** Until when a row of a queue is to be done, and whether that is past by the market's clock. */
export const queueDue = z.object({ at: instant, late: z.boolean() });
