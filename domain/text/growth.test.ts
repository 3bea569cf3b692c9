import { expect, test } from 'vitest';
import { readStatement } from '#domain/payments/bank-files/statements.ts';
import { maskContacts } from './contacts.ts';
import { csvLine } from './csv.ts';
import { beginningOf, excerptOf, firstLetters, lastLetters } from './excerpts.ts';
import { visibleText } from './invisible.ts';
import { oneLine } from './lines.ts';
import { findBannedWords } from '#domain/listings/rules.ts';
import { fillNames, unknownNames } from '#domain/settings/placeholders.ts';
import { normalizeRecoveryCode } from '#domain/accounts/proofs.ts';
import { hasSecret } from '#domain/accounts/secrets.ts';
import { slugify } from '#domain/listings/slugs.ts';
import { fillMacro, unknownPlaceholders } from '#domain/tickets/tickets.ts';
import { cpuTimeOf } from '#test/cpu-time.ts';

/**
 * Every function that reads user text runs in linear time (T95). This is a regression test for quadratic growth: one
 * text of 10 KB once took 107 ms, because each part of a long word was looked up with all parts before it.
 */
const own = ['praca.com.br'];
const readers: Record<string, (text: string) => unknown> = {
  maskContacts: (text) => maskContacts(text, own),
  readStatement: (text) => tried(() => readStatement(text)),
  csvLine: (text) => csvLine([text]),
  beginningOf: (text) => beginningOf(text, 200),
  excerptOf: (text) => excerptOf(text, 200),
  firstLetters: (text) => firstLetters(text, 200),
  lastLetters: (text) => lastLetters(text, 200),
  visibleText,
  oneLine,
  findBannedWords: (text) => findBannedWords(text, ['arma', 'fogo de artificio']),
  unknownNames: (text) => unknownNames(text, ['nome']),
  fillNames: (text) => fillNames(text, { nome: 'Ana' }),
  normalizeRecoveryCode,
  hasSecret,
  slugify,
  fillMacro: (text) => fillMacro(text, {}),
  unknownPlaceholders,
};

/** An invalid file is refused; only the time matters here. */
function tried(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const pieces = [
  '1',
  '1 ',
  '9 8',
  '9, ',
  '1.',
  '1-',
  '1.000',
  '12:',
  'r$ 1',
  '12/12/',
  '+55 ',
  '11 98888 777 ',
  '12345678 ',
  'x1',
  'a1b2',
  '1o',
  'oil',
  'nove ',
  'nove e ',
  'noveoito',
  'um dois ',
  'dez e ',
  'e ',
  'a',
  'a ',
  'a b ',
  'aa ',
  'a.',
  'a-',
  'a%',
  'a_',
  'a._',
  '_a',
  'aaaa_',
  '_',
  '%',
  '+',
  'A',
  'é',
  'ã\n',
  '@',
  'a@',
  '@a ',
  'a@a.',
  'a@gmail',
  ' @ ',
  'a arroba ',
  'a.com',
  'a.b.c.d.',
  'a . ',
  'a com ',
  'loja ponto ',
  'www.',
  'http://',
  'https://a',
  't.me',
  'bit.',
  'insta ',
  'insta a_',
  'meu insta ',
  'segue o o o ',
  'qual o ',
  'chama me me me no ',
  'me da ',
  'zapp',
  'wats',
  'no ',
  ' ',
  '  a',
  '\n',
  '\t',
  '(',
  '+(',
  '[a] ',
  '/',
  '.',
  ',',
  '!',
  '\u200B',
  '\u0301',
  'a\u0301',
  '٩',
  '9\uFE0F\u20E3',
  '👨‍👩‍👧',
  '🇧🇷',
  '\u202E',
  'ﷺ',
  '{{',
  '{{nome',
  '{{ nome }} ',
  '{',
  '}',
  '"',
  '";',
  "'",
  ';',
  '<STMTTRN>',
  '<',
  '<a',
  '&',
  '&amp;',
  '\r\n',
  '\r',
  '=',
  '-',
  '- ',
  '--',
  '****',
  '[',
  '](',
];

const cases = Object.keys(readers).flatMap((name) => [
  [name, 'of one piece', pieces] as const,
  [name, 'after a beginning', pieces.slice(0, 24).map((piece) => `oi, me chama 9${piece}`)] as const,
]);

test.each(cases)(
  'the time of %s grows linearly with the input, %s',
  (name, _kind, given) => {
    const read = readers[name]!;
    const slow = given.flatMap((piece) => {
      const times = growth(read, piece);
      return times === null
        ? []
        : [`${JSON.stringify(piece)}: ${times.map((ms) => ms.toFixed(1)).join(' and ')} ms`];
    });
    expect(slow).toEqual([]);
  },
  60_000,
);

const short = 10_000;
const long = 100_000;
/**
 * 10 KB take 1 to 5 ms on an idle machine, and 100 KB ten to fifteen times that. Times below these thresholds are not
 * significant on a shared machine.
 */
const shortMs = 40;
const noiseMs = 400;
const mostTimes = 12;

/** Milliseconds for 10 and 100 KB when they are too long, else null; the best of several runs on a shared machine. */
function growth(read: (text: string) => unknown, piece: string): readonly [number, number] | null {
  const [small, large] = [repeated(piece, short), repeated(piece, long)];
  let best: readonly [number, number] = [Infinity, Infinity];
  for (let attempt = 0; attempt < 8; attempt++) {
    best = [
      Math.min(
        best[0],
        cpuTimeOf(() => read(small)),
      ),
      Math.min(
        best[1],
        cpuTimeOf(() => read(large)),
      ),
    ];
    if (best[0] < shortMs && best[1] <= Math.max(noiseMs, mostTimes * best[0])) return null;
  }
  return best;
}

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
