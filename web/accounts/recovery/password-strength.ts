import { passwordLimits } from '#domain/accounts/accounts.ts';

export type Strength = 'fraca' | 'boa' | 'forte';

const commonParts = /senha|password|qwert|asdf|abc123|12345|98765|brasil|flamengo|corinthians|praca/i;

/** The strength of a typed password: length counts most, then variety. It is a hint, not a requirement. */
export function passwordStrength(password: string): Strength | null {
  if (password === '') return null;
  const kinds = [/[a-zà-ú]/, /[A-ZÀ-Ú]/, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < passwordLimits.min || distinct < 5 || commonParts.test(password)) return 'fraca';
  const points = password.length + (kinds - 1) * 2;
  return points >= 16 && distinct >= 8 ? 'forte' : 'boa';
}
