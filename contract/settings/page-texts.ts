import * as z from 'zod/mini';
import { pageSlugs } from '#domain/settings/page-texts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, nullableInstant } from '#contract/fields.ts';

/** Safe HTML: it was written as Markdown by the operator, and raw HTML in it is shown as text. */
const html = z.string();

export const pageText = z.object({
  slug: z.enum(pageSlugs),
  title: z.string(),
  /** «Em resumo»: plain sentences. */
  summary: z.array(z.string()),
  version: z.int(),
  updatedAt: instant,
  /** Its next version, where one is announced: it can be read already, and is in force from then on. */
  next: z.nullable(z.object({ version: z.int(), startsAt: instant })),
  /** Since when the engine's numbers in it were so, where they are not those of today. */
  numbersSince: nullableInstant,
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      html,
      /** When this section last changed; null while it stands as in the first version. */
      changedAt: z.nullable(instant),
      items: z.array(z.object({ id: z.string(), title: z.string(), html })),
    }),
  ),
  versions: z.array(z.object({ version: z.int(), at: instant })),
});
export type PageText = z.infer<typeof pageText>;

export const getPageText = endpoint({
  method: 'GET',
  path: '/public/pages/{slug}',
  auth: 'public',
  mayUseReplica: true,
  summary:
    'The text of an institutional page, with the current rules filled in (N08), in the current, an older or an announced version.',
  params: z.strictObject({ slug: z.enum(pageSlugs) }),
  query: z.strictObject({
    version: z.optional(
      z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Esta versão não existe.')), z.transform(Number)),
    ),
    /** Fills in the numbers of a version of the rules, as an order keeps it. */
    rules: z.optional(
      z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Estas regras não existem.')), z.transform(Number)),
    ),
  }),
  reply: pageText,
  errors: ['not_found'],
});
