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
    'Every letter the marketplace sends, with the house’s words and what they may name. Own words are the settings `letters.{name}.subject` and `letters.{name}.body`; empty ones leave the house’s.',
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
  summary: 'How a letter would read in these words, with made-up facts; nothing is kept or sent.',
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
