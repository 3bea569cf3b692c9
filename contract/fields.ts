import * as z from 'zod/mini';
import { passwordLimits } from '#domain/accounts/accounts.ts';
import { isDeliverable, normalizeEmail, normalizeLogin } from '#domain/accounts/email-addresses.ts';
import { oneLine } from '#domain/text/lines.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { tooLittleTexts, tooMuchTexts } from '#domain/settings/size-messages.ts';
import { outerBound } from '#domain/settings/sizes.ts';
import type { Size } from '#domain/settings/sizes.ts';
import { hasPiledMarks, visibleLength } from '#domain/text/visible-length.ts';

/**
 * Fields that several endpoints share, with their Portuguese error messages, which say how to correct the value.
 */
export const id = z
  .int('Este identificador não é válido.')
  .check(z.positive('Este identificador não é válido.'));

/** An id in a path or a query string. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Este identificador não é válido.')),
  z.transform(Number),
);

/** Ids in a query string: `1,2,3`. */
export const idList = (most: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,${most - 1}}$`),
          `Envie até ${most} números separados por vírgula.`,
        ),
      ),
    z.transform((text: string) => text.split(',').map(Number)),
  );

/** A page number of a list in a query string. */
export const pageNumber = z.optional(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Esta página não existe.')), z.transform(Number)),
);

/** The number of the last read message, within the range of its column. */
export const readUpTo = z.int('Diga até onde você leu.').check(z.minimum(0), z.maximum(999_999_999));

/** Whole centavos. `"10"`, `0.1` and `1e400` are refused. */
const price = listingLimits.priceCents.hard;
export const priceCents = z
  .int('Informe o valor em centavos inteiros.')
  .check(
    z.minimum(price.min, tooLittleTexts.cents(price.min)),
    z.maximum(price.max, tooMuchTexts.cents(price.max)),
  );

/** Single-line texts: names, titles, labels. */
export const singleLine = z.overwrite<string>(oneLine);

/**
 * The upper bounds of a text: `hard.max` visible letters in `outerBound` code points, without piled combining marks.
 * Code points are checked first, so that the letters of an oversized text are never counted.
 */
const upperBounds = (size: Size) => {
  const { hard } = size;
  return [
    z.maxLength(outerBound(size), {
      error: `Use até ${formatted(hard.max)} letras, com menos emojis combinados.`,
      abort: true,
    }),
    z.refine<string>((text) => visibleLength(text) <= hard.max, tooMuchTexts.letters(hard.max)),
    z.refine<string>((text) => !hasPiledMarks(text), 'Tire os acentos repetidos na mesma letra.'),
    z.describe(`Up to ${hard.max} visible letters (graphemes); maxLength is in code points.`),
  ] as const;
};
const formatted = (count: number) => count.toLocaleString('pt-BR');

/** A text that may be unfinished, as it was typed, up to the hard bound of its size. */
export const textUpTo = (size: Size) => z.string().check(...upperBounds(size));

/** A line that may be unfinished, up to the hard bound of its size. */
export const lineUpTo = (size: Size) => z.string().check(singleLine, ...upperBounds(size));

/** A text between the hard bounds of its size; `ask` is the error message for a missing text. */
export function requiredText(ask: string, size: Size) {
  const { min } = size.hard;
  return z.string(ask).check(
    z.trim(),
    z.minLength(min, ask),
    z.refine((text) => visibleLength(text) >= min, ask),
    ...upperBounds(size),
  );
}

/** A text that may be left empty, up to the hard bound of its size. */
export function optionalText(ask: string, size: Size) {
  return z.string(ask).check(z.trim(), ...upperBounds(size));
}

/** A username for a lookup; it may have been chosen under other size limits. */
export const usernameInput = (ask: string) => z.string(ask).check(z.maxLength(60, ask));

/** An instant given by the caller, with at most microseconds. */
export const instantInput = (ask: string) =>
  z.iso.datetime({ error: ask, offset: true }).check(z.maxLength(35, ask));

/** Limits the number of fields of a record (T102). */
export const maxKeys = (count: number) =>
  z.refine((record) => Object.keys(record as object).length <= count, 'São campos demais.');

/** Megabytes in bytes. */
export const megabytes = (count: number) => count * 1_048_576;

export const amountCents = z
  .int('Informe o valor em centavos inteiros.')
  .check(
    z.minimum(1, 'Informe um valor maior que zero.'),
    z.maximum(10_000_000_000, 'Este valor é alto demais.'),
  );

const wrongEmail = 'Confira o e-mail. Ex.: nome@exemplo.com.br';

/** A deliverable e-mail address in its canonical form (T40, T42). */
export const email = z
  .string('Informe seu e-mail.')
  .check(
    z.maxLength(1_000, 'Este e-mail é longo demais.'),
    z.overwrite(normalizeEmail),
    z.maxLength(254, 'Este e-mail é longo demais.'),
    z.refine(isDeliverable, wrongEmail),
  );

/** A sign-in name: an e-mail address, or a username with or without `@`. */
export const loginInput = z
  .string('Informe seu e-mail.')
  .check(
    z.maxLength(1_000, 'Este e-mail é longo demais.'),
    z.overwrite(normalizeLogin),
    z.minLength(3, 'Informe seu e-mail.'),
    z.maxLength(254, 'Este e-mail é longo demais.'),
  );

/** The account whose password is reset: an e-mail address, or a username with a leading `@`. */
export const accountInput = z.string('Informe seu e-mail.').check(
  z.maxLength(1_000, 'Este e-mail é longo demais.'),
  z.overwrite((typed) =>
    isUsername(typed) ? `@${normalizeLogin(typed).toLowerCase()}` : normalizeEmail(typed),
  ),
  z.maxLength(254, 'Este e-mail é longo demais.'),
  z.refine((given) => given.startsWith('@') || isDeliverable(given), wrongEmail),
);

function isUsername(typed: string): boolean {
  return /^\s*@\s*[a-z0-9_]{1,60}\s*$/i.test(typed);
}

/** A new password. The server checks whether it is easy to guess (`weak_password`). */
export const newPassword = z
  .string('Informe uma senha.')
  .check(
    z.minLength(passwordLimits.min, 'Use 8 letras ou números ou mais.'),
    z.maxLength(passwordLimits.max, 'Esta senha é longa demais. Use até 200 letras.'),
  );

/** A password to verify: any that could ever have been set. */
export const passwordInput = z
  .string('Informe sua senha.')
  .check(z.minLength(1, 'Informe sua senha.'), z.maxLength(passwordLimits.max, 'Esta senha é longa demais.'));

/** Six digits, with or without a space in the middle. */
export const sixDigits = z.string('Digite os 6 números do código.').check(
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Digite os 6 números do código.'),
);

/** The token of an e-mailed link. */
export const linkToken = z
  .string('Abra o link do e-mail de novo.')
  .check(
    z.minLength(20, 'Este link não está completo. Abra o link do e-mail de novo.'),
    z.maxLength(100, 'Este link não está certo. Abra o link do e-mail de novo.'),
  );

/** The response of a WebAuthn ceremony in the browser; the server's library checks its content. */
export const webauthnResponse = z.looseObject({
  id: z.string().check(z.maxLength(1_400)),
  rawId: z.string().check(z.maxLength(1_400)),
  response: z.record(z.string().check(z.maxLength(40)), z.unknown()).check(maxKeys(20)),
  type: z.literal('public-key'),
});

/** An instant as ISO 8601 in UTC. */
export const instant = z.string();
export const nullableInstant = z.nullable(z.string());

/** An unguessable identifier in a URL. */
export const hash = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/, 'Confira o link do pedido.'));

/** An empty reply. */
export const emptyReply = z.object({ ok: z.literal(true) });
