import { cut } from './pieces.ts';
import { phraseOf, termsOf } from './query-text.ts';
import type { Term } from './query-text.ts';

/** A typed query, read. */
export interface ParsedQuery {
  /** As a text of `tsquery`; empty when nothing is left to search for. */
  tsquery: string;
  /** The lexemes that every result has, if these say all that the query requires; otherwise null. */
  required: readonly string[] | null;
  /** What it asks for, if it has no operators; otherwise null. */
  terms: readonly Term[] | null;
}

/** Other words for a term, as people would type them. */
export type SynonymsOf = (term: Term) => readonly string[];

/**
 * Reads a query as people type it: words, "phrases", `-without` and `or` between choices.
 * @param typed in lower case, without control characters
 */
export function parseQuery(typed: string, synonymsOf: SynonymsOf = () => []): ParsedQuery {
  if (!/(?:^|\s)-[\p{L}\p{N}"]|(?:^|\s)"|\bor\b/u.test(typed)) return parsePlain(typed, synonymsOf);
  const choices = [[]] as string[][];
  for (const { 0: part, groups } of typed.matchAll(/(?<not>-?)"(?<phrase>[^"]*)"?|(?<word>\S+)/g)) {
    const { not, phrase, word } = groups as Record<string, string | undefined>;
    if (word === 'or') {
      choices.push([]);
      continue;
    }
    const excluded = not === '-' || /^-[\p{L}\p{N}]/u.test(part);
    const expression =
      phrase === undefined ? allOf(termsOf((word ?? '').replace(/^-+/, ''))) : phraseOf(cut(phrase).flat());
    if (expression) choices.at(-1)!.push(excluded ? `!(${expression})` : expression);
  }
  const all = choices.filter((choice) => choice.length > 0).map((choice) => choice.join(' & '));
  return {
    tsquery: all.length > 1 ? all.map((choice) => `(${choice})`).join(' | ') : (all[0] ?? ''),
    required: null,
    terms: null,
  };
}

function parsePlain(typed: string, synonymsOf: SynonymsOf): ParsedQuery {
  const terms = termsOf(typed);
  const wide = terms.map((term) => ({
    ...term,
    alternatives: [
      ...new Set([...term.alternatives, ...synonymsOf(term).flatMap((other) => alternativesOf(other))]),
    ],
  }));
  const required = terms.map((term) => term.required);
  return {
    tsquery: allOf(wide),
    required: required.every((lexeme) => lexeme !== null) ? [...new Set(required)] : null,
    terms,
  };
}

/** A synonym in titles, as one alternative: «air fryer» is a phrase. In descriptions it is too often another thing. */
function alternativesOf(text: string): readonly string[] {
  const terms = termsOf(text);
  const phrase = terms.length === 1 ? null : phraseOf(cut(text).flat());
  const all = terms.length === 1 ? terms[0]!.alternatives : phrase ? [phrase] : [];
  return all.map((alternative) => alternative.replaceAll(/'[^']+'/g, '$&:AB'));
}

/** All terms; the alternatives of a single one stand without brackets, as stored hits have them (`word_hits`). */
function allOf(terms: readonly Term[]): string {
  const each = [...new Set(terms.map(({ alternatives }) => alternatives.join(' | ')))];
  return each.length === 1
    ? each[0]!
    : each
        .map((alternatives) => (alternatives.includes(' | ') ? `(${alternatives})` : alternatives))
        .join(' & ');
}
