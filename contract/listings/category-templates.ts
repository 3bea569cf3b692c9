import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { categoryTemplates } from '#domain/listings/category-templates.ts';

export const listCategoryTemplates = endpoint({
  method: 'GET',
  path: '/staff/category-templates',
  auth: 'staff',
  summary: 'Ready sets of categories, with how many of each the market does not have yet.',
  reply: z.object({
    items: z.array(
      z.object({
        slug: z.enum(categoryTemplates),
        /** The names of its main categories. */
        branches: z.array(z.string()),
        categories: z.int(),
        missing: z.int(),
      }),
    ),
  }),
});

export const enterCategoryTemplate = endpoint({
  method: 'POST',
  path: '/staff/category-templates/{template}/entries',
  auth: 'staff',
  summary:
    'Adds the categories of a set that the market does not have, with their fields and rules. Existing ones stay as they are.',
  idempotent: true,
  params: z.strictObject({ template: z.enum(categoryTemplates) }),
  reply: z.object({ added: z.int() }),
  errors: ['forbidden', 'invalid_request', 'category_in_use'],
});
