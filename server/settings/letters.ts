import type { Body, Params, Reply } from '#contract/endpoint.ts';
import type { listStaffLetters, previewLetter } from '#contract/settings/letters.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { letterFields } from '#domain/settings/letter-fields.ts';
import { letterKinds, letterNames, namesOf } from '#domain/settings/letters.ts';
import type { LetterName } from '#domain/settings/letters.ts';
import { faultOf } from '#domain/settings/settings.ts';
import type { Ctx } from '#server/context.ts';
import { defaultWording, renderLetter, applyWording } from '#server/letters/letters.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { allLetters, defaultSample } from '#server/process/letters-catalogue.ts';
import { currentRules } from './queries.ts';

/** Every letter with its default wording; the operator's wording is among the settings. */
export async function staffLetters(ctx: Ctx): Promise<Reply<typeof listStaffLetters>> {
  await currentRules(ctx.db);
  return {
    items: letterNames.map((name) => ({
      name,
      title: letterKinds[name].title,
      names: namesOf(name),
      house: defaultWording(sampleOf(ctx, name)),
    })),
  };
}

/**
 * A letter with this wording and sample values.
 * @throws `invalid_request` where the wording uses unknown placeholders
 */
export async function previewOf(
  ctx: Ctx,
  { name, ...own }: Params<typeof previewLetter> & Body<typeof previewLetter>,
): Promise<Reply<typeof previewLetter>> {
  await currentRules(ctx.db);
  const errors: FieldErrors = {};
  for (const part of ['subject', 'body'] as const) {
    const fault = faultOf(
      letterFields.find(({ path }) => path === `letters.${name}.${part}`)!,
      own[part],
    );
    if (fault) errors[part] = fault;
  }
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  const { subject, heading, paragraphs, code, button, note } = applyWording(sampleOf(ctx, name), own);
  return {
    subject,
    heading,
    paragraphs: paragraphs.filter(Boolean),
    code: code ?? null,
    button: button?.label ?? null,
    note: note ?? null,
  };
}

function sampleOf(ctx: Ctx, name: LetterName): LetterParts {
  return allLetters[name]({ origin: ctx.config.publicUrl, ...defaultSample });
}

/**
 * Renders a letter with the wording at the time of sending, and sends it.
 * @param notificationId the notice that the letter carries, if it does
 */
export async function sendLetter(ctx: Ctx, parts: LetterParts, notificationId?: number): Promise<void> {
  await currentRules(ctx.db);
  await ctx.mail.send({ ...renderLetter(parts), ...(notificationId !== undefined && { notificationId }) });
}
