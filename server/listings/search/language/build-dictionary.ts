import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { packLines } from './packed-lines.ts';
import { fold } from '#domain/text/fold.ts';

/**
 * `npm run dictionary`: makes the files in `dictionary/` of the spelling dictionary VERO (`dictionary-pt` at npm), its
 * words with all their forms. Takes a minute; the result depends on the version below alone.
 */
const source = {
  name: 'dictionary-pt@4.0.0',
  sha512: 'ryJRhAtsaunBWw9grYXmVFftfab8+BCQ5wwh7fUzWO0oYEeMuR1lW2ubu1AHdvxOL32XP+u5wW/XhbFuoFuq8Q==',
};

interface Affix {
  strip: string;
  add: string;
  applies: RegExp;
}

/** Diminutives and adverbs of participles and agents («compradorazinha»), which no one searches for. */
const isRare = (flag: string, ending: string) =>
  flag === 'L' || (flag === 'j' && !/^dor(?:a|es|as)?$/.test(ending));
/** Literary verb forms that no plural of a noun can be equal to. VERO omits a noun's form that is a verb's too. */
const rareVerbForms = /(?:[áéíêô]sseis|ríeis|[áéíê]reis|[áéíêô]ramos|[áéíêô]ssemos|ríamos|ávamos)$/;
/** The forms of a verb to which a prefix is put; all would be three times as many words. */
const prefixedVerbForms = /(?:[aeio]r|[ai]d[oa]s?|[aei]ndo|[aeo]|[ae]m|ou|eu|iu)$/;

function readAffixes(text: string, wanted: 'PFX' | 'SFX'): Map<string, Affix[]> {
  const affixes = new Map<string, Affix[]>();
  for (const line of text.split('\n')) {
    const [kind, flag, strip, added, condition] = line.split(/\s+/);
    if (kind !== wanted || !flag || !condition) continue;
    const add = added === '0' ? '' : added!.split('/')[0]!;
    if (add.includes('-') || isRare(flag, add)) continue;
    const applies = new RegExp(wanted === 'PFX' ? `^${condition}` : `${condition}$`);
    const rule = { strip: strip === '0' ? '' : strip!, add, applies };
    affixes.set(flag, [...(affixes.get(flag) ?? []), rule]);
  }
  return affixes;
}

/** «MEC», «fr»: the beginning of another word more often than a word. */
const isAbbreviation = (word: string) => /\p{Lu}{2}/u.test(word) || !/[aeiouyà-öø-ÿ]/i.test(word);

const isVerbFlag = (flag: string) => /[a-z]/.test(flag);

/** All forms: single words, and compounds with one hyphen. */
function expand(affixes: string, entries: string) {
  const suffixes = readAffixes(affixes, 'SFX');
  const prefixes = readAffixes(affixes, 'PFX');
  const words = new Set<string>();
  const compounds = new Set<string>();
  const add = (form: string) => {
    const word = form.toLowerCase();
    if (/^[a-zà-öø-ÿ]+$/.test(word)) words.add(word);
    else if (/^[a-zà-öø-ÿ]{2,}-[a-zà-öø-ÿ]{2,}$/.test(word)) compounds.add(fold(word));
  };
  for (const line of entries.split('\n').slice(1)) {
    const [word, all = ''] = line.split('/');
    if (!word || isAbbreviation(word)) continue;
    const flags = [...all.trim()];
    const before = flags
      .flatMap((flag) => prefixes.get(flag) ?? [])
      .filter(({ applies }) => applies.test(word));
    const addEach = (form: string, isPrefixed: boolean) => {
      add(form);
      if (isPrefixed) for (const prefix of before) add(prefix.add + form);
    };
    addEach(word, true);
    for (const flag of flags)
      for (const { strip, add: ending, applies } of suffixes.get(flag) ?? []) {
        if (!applies.test(word) || !word.endsWith(strip)) continue;
        const form = word.slice(0, word.length - strip.length) + ending;
        const isVerb = isVerbFlag(flag);
        if (!isVerb || !rareVerbForms.test(form)) addEach(form, !isVerb || prefixedVerbForms.test(form));
      }
  }
  return { words, compounds };
}

function readPackage(): { affixes: string; entries: string; licence: string } {
  const folder = mkdtempSync(join(tmpdir(), 'praca-dictionary-'));
  try {
    const [file] = execFileSync('npm', ['pack', source.name, '--pack-destination', folder, '--silent'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    const packed = readFileSync(join(folder, file!));
    if (createHash('sha512').update(packed).digest('base64') !== source.sha512)
      throw new Error(`${source.name} is not the file that this command was written for`);
    execFileSync('tar', ['-xzf', join(folder, file!), '-C', folder]);
    const read = (name: string) => readFileSync(join(folder, 'package', name), 'utf8');
    return { affixes: read('index.aff'), entries: read('index.dic'), licence: read('license') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(name: string, lines: Iterable<string>): void {
  const sorted = [...lines]
    .map((line) => ({ line, key: fold(line) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.line < b.line ? -1 : 1));
  const packed = packLines(sorted.map(({ line }) => line));
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: packed.length };
  writeFileSync(join(import.meta.dirname, 'dictionary', name), brotliCompressSync(packed, { params }));
  process.stdout.write(`${name}: ${sorted.length} lines\n`);
}

if (import.meta.main) {
  const { affixes, entries, licence } = readPackage();
  const { words, compounds } = expand(affixes, entries);
  write('words.br', words);
  write('compounds.br', compounds);
  writeFileSync(join(import.meta.dirname, 'dictionary', 'LICENSE'), licence);
}
