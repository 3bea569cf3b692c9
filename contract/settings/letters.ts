import * as z from 'zod/mini';
import { letterNames } from '#domain/settings/letters.ts';
import { endpoint } from '#contract/endpoint.ts';

const letterName = z.enum(letterNames);
const text = z.string().check(z.maxLength(10_000));
const wording = { subject: text, body: text };

export const listStaffLetters = endpoint({
  method: 'GET',
  path: '/staff/letters',
  auth: 'staff',
  summary:
    'Every e-mail that the marketplace sends, with its default text and placeholders. Custom texts are the settings `letters.{name}.subject` and `letters.{name}.body`; if empty, the default applies.',
  reply: z.object({
    items: z.array(
      z.object({
        name: letterName,
        title: z.string(),
        /** The placeholders of this e-mail, written between `{{` and `}}`. */
        names: z.array(z.string()),
        house: z.object(wording),
      }),
    ),
  }),
});
export type StaffLetter = z.infer<typeof listStaffLetters.reply>['items'][number];

export const previewLetter = endpoint({
  method: 'POST',
  path: '/staff/letters/{name}/preview',
  auth: 'staff',
  repeats: 'harmless',
  summary: 'Previews an e-mail with a given text and sample data; nothing is stored or sent.',
  params: z.strictObject({ name: letterName }),
  body: z.strictObject(wording),
  reply: z.object({
    subject: z.string(),
    heading: z.string(),
    paragraphs: z.array(z.string()),
    code: z.nullable(z.string()),
    /** The label of the one button. */
    button: z.nullable(z.string()),
    note: z.nullable(z.string()),
  }),
  errors: ['invalid_request'],
});
