import { passwordLimits } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';

/** Words about the platform, which are weak passwords by themselves (ASVS 6.2.11). */
const platformWords = ['praca', 'marketplace', 'mercado', 'anuncio', 'anuncios', 'pedido', 'pedidos'];

/** Common Brazilian passwords that international lists of leaks lack. */
const brazilianWords = (
  'senha senhas mudar teste testando brasil brazil familia deus jesus jesuscristo flamengo corinthians palmeiras ' +
  'saopaulo santos vasco gremio cruzeiro botafogo gabriel rafael matheus lucas felipe gustavo amanda leticia ' +
  'beatriz juliana felicidade saudade minhasenha euteamo amor meuamor amoreterno adminadmin'
).split(' ');

const keyboardRows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjklç',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  'abcdefghijklmnopqrstuvwxyz',
];
/** Minimum length of the rest of a password after context words are removed. */
const minOwnLength = 6;

/**
 * Refuses an easily guessed password: one of the 49 thousand most leaked, one of these with a year or a symbol added,
 * the name of the account or platform with little added, or a keyboard pattern. There are no composition rules
 * (ASVS 6.2.4, 6.2.5, 6.2.11, 6.2.12).
 * @throws weak_password at `password`
 */
export async function refuseWeakPassword(
  password: string,
  person: { username: string; email: string },
): Promise<void> {
  if (!(await isWeakPassword(password, [person.username, person.email.split('@')[0]!]))) return;
  const errors = { password: 'Esta senha é fácil de adivinhar. Junte três ou quatro palavras, por exemplo.' };
  fail('weak_password', { errors });
}

/** Whether a password is easily guessed. `about` are words about the person: username and mailbox. */
export async function isWeakPassword(password: string, about: readonly string[]): Promise<boolean> {
  // Counts code points, because `length` counts most emoji as two.
  if ([...password].length < passwordLimits.min) return true;
  const known = await commonPasswords();
  const plain = fold(password);
  const isKnown = (word: string) => known.has(word) || known.has(unleet(word));
  if (isKnown(password.toLowerCase()) || isKnown(plain) || isPattern(plain)) return true;
  if (isKnown(withoutEnds(plain))) return true;
  const own = withoutContext(plain, about);
  return own !== null && (own.length < minOwnLength || isKnown(own) || isPattern(own));
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is set, because a process that only signs people in does not need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set([
        ...dictionary['passwords-common'].map((word) => word.toLowerCase()),
        ...brazilianWords,
        ...platformWords,
      ]),
  ));
}

/** Lower case without accents: `Praça` and `praca` are the same guess. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const leet: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

function unleet(text: string): string {
  return text.replaceAll(/[@43105$7]/g, (sign) => leet[sign]!);
}

/** `dragon2026!` → `dragon`: removes years, numbers and symbols around a word, which guessers add. */
function withoutEnds(text: string): string {
  return text.replace(/^[\d\W_]{1,6}(?=\p{L})/u, '').replace(/(?<=\p{L})[\d\W_]{1,6}$/u, '');
}

/** The rest after removing words about the person and the platform; null if it contains none. */
function withoutContext(text: string, about: readonly string[]): string | null {
  const words = [...about.map(fold), ...platformWords].filter((word) => word.length >= 3);
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), text);
  return left === text ? null : left.replaceAll(/[\W_]/g, '');
}

/** A repeated block, a row of the keyboard or the alphabet in either direction, or a date. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/su.test(text) && new Set(text).size <= 4) return true;
  if (/^(0[1-9]|[12]\d|3[01])\W?(0[1-9]|1[0-2])\W?(19|20)\d\d$/.test(text)) return true;
  const reversed = [...text].toReversed().join('');
  return keyboardRows.some((row) => {
    const wheel = row.repeat(Math.ceil(text.length / row.length) + 1);
    return wheel.includes(text) || wheel.includes(reversed);
  });
}
