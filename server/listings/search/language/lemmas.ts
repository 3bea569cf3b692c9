import { spellingsOf } from './dictionary.ts';
import { fold, hasAccent } from '#domain/text/fold.ts';

/**
 * The lexemes of a word in lower case: its singular without accents, and the masculine of common adjectives. Verb forms
 * are not reduced. «pais» has two, «pai» and «pais» (país); «faça» keeps its cedilla, since it is no form of «faca».
 */
export function lexemesOf(word: string): readonly string[] {
  const known = cache.get(word);
  if (known) return known;
  const lexemes = readLexemes(word);
  if (cache.size >= maxCached) cache.clear();
  cache.set(word, lexemes);
  return lexemes;
}

const cache = new Map<string, readonly string[]>();
const maxCached = 20_000;

function readLexemes(word: string): readonly string[] {
  const folded = fold(word);
  const spellings = spellingsOf(folded);
  if (spellings.length === 0) return [masculine(singularOfLoanword(folded))];
  if (hasAccent(word) && spellings.includes(word))
    return distinctVerbs.has(word) ? [word] : [singular(word, folded)];
  const nouns = spellings.filter((spelling) => !distinctVerbs.has(spelling));
  return [...new Set((nouns.length > 0 ? nouns : spellings).map((each) => singular(each, folded)))];
}

/** Verb forms that become another word without their accent («faça», «faca»); people search for the other word. */
const distinctVerbs = new Set(
  (
    'faça faças façam façamos faço meça meças meçam meço há dá dás dê está estás será serás terá verá verás lerá lerás ' +
    'irá irás trará trarás pôr compôr supôr porá'
  ).split(' '),
);

/** Words on -s that are no plural though a word remains without it. */
const invariable = new Set(
  (
    'atlas cais campus deus gás grátis gratis jeans jesus lápis lapis lilás lilas mês mes ônibus onibus ônus país pires ' +
    'plus simples status tênis tenis três tres vírus virus'
  ).split(' '),
);

const irregular: ReadonlyMap<string, string> = new Map([
  ['bois', 'boi'],
  ['leis', 'lei'],
  ['pais', 'pai'],
  ['reis', 'rei'],
  ['torres', 'torre'],
]);

interface Ending {
  plural: RegExp;
  singulars: readonly string[];
  /** Whether the singular may have other accents than the plural: «meses» and «mês», «raízes» and «raiz». */
  changesAccent?: true;
}

/** Endings of plurals and what they become, in the order in which they are tried. */
const endings: readonly Ending[] = [
  { plural: /[õo]es$/, singulars: ['ão'] },
  { plural: /[ãa]es$/, singulars: ['ãe', 'ão'] },
  { plural: /(?<=[aeou])is$/, singulars: ['l'], changesAccent: true },
  { plural: /[óo]is$/, singulars: ['ol'], changesAccent: true },
  { plural: /[ée]is$/, singulars: ['el', 'il'], changesAccent: true },
  { plural: /(?<=[b-df-hj-np-tv-z])is$/, singulars: ['il'], changesAccent: true },
  { plural: /ns$/, singulars: ['m', 'n'], changesAccent: true },
  { plural: /eses$/, singulars: ['ês', 'ese'] },
  { plural: /ases$/, singulars: ['ase', 'ás'] },
  { plural: /ses$/, singulars: ['se', 's'] },
  { plural: /(?<=[rz])es$/, singulars: ['', 'e'], changesAccent: true },
  { plural: /s$/, singulars: [''] },
];

function singular(word: string, folded: string): string {
  return masculine(irregular.get(word) ?? readSingular(word) ?? folded);
}

function readSingular(word: string): string | null {
  if (!word.endsWith('s') || word.length < 3 || invariable.has(word)) return null;
  for (const { plural, singulars, changesAccent } of endings) {
    if (!plural.test(word)) continue;
    for (const ending of singulars) {
      const candidate = word.replace(plural, ending);
      const spellings = candidate.length < 2 ? [] : spellingsOf(fold(candidate));
      if (spellings.includes(candidate) || (changesAccent && spellings.length > 0)) return fold(candidate);
    }
  }
  return null;
}

/** Of brands, loanwords and misspelt accents: «drones», «smartphones», but neither «asus» nor «oasis». */
export function singularOfLoanword(folded: string): string {
  if (folded.length < 4) return folded;
  const english = /(?:ch|sh|x)es$/.test(folded) ? folded.slice(0, -2) : null;
  return english ?? readSingular(folded) ?? (/[^siu]s$/.test(folded) ? folded.slice(0, -1) : folded);
}

function masculine(folded: string): string {
  if (!folded.endsWith('a')) return folded;
  const adjective = `${folded.slice(0, -1)}o`;
  return adjectives.has(adjective) ? adjective : folded;
}

/** Adjectives whose two genders name the same thing; «bolsa» and «bolso» are two things, so no rule can say it. */
const adjectives = new Set(
  (
    'acustico adesivo alto amarelo amplo analogico antigo antiaderente artesanal automatico baixo barato basico branco ' +
    'bronzeado caro ceramico certo claro classico colorido completo comprido conservado curto dobrado domestico ' +
    'dourado duplo economico eletrico eletronico ergonomico escuro esportivo estampado externo feminino fino fofo ' +
    'florido fosco gigantesco grosso hidraulico importado individualizado infantojuvenil inflavel inteiro interno ' +
    'invicto italiano japones lacrado largo legitimo leve limitado limpo liso listrado longo macico magnetico ' +
    'masculino mecanico medio metalico moderno motorizado natalino nacional nautico negro neonatal novo numerado ' +
    'organico original oficial pequeno perfeito personalizado plastificado pneumatico prateado preto profissional ' +
    'quadrado rapido raro recondicionado redondo reforcado regulado resinado retratado reto rosado roxo rustico ' +
    'seco seminovo silencioso sintetico solido solto sujo tecnologico termico tipico transparente triplo unico usado ' +
    'usb vazio velho verdadeiro vermelho zerado'
  ).split(' '),
);
