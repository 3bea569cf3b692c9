import type { ProductColor } from '#demo/drawings/color.ts';
import type { Random } from '#demo/random.ts';
import { sellerKinds } from '#demo/people/seller-kinds.ts';
import type { AttributeValue, SeedAttribute, SeedCategory, SeedPerson } from '#demo/types.ts';
import { numberPatterns } from './numbers.ts';
import { valuePatterns } from './value-patterns.ts';
import { originOf, unopenedWords } from './origins.ts';
import type { Row } from './row.ts';

export type Condition = 'Novo' | 'Seminovo' | 'Usado' | 'Com defeito';

/** How used a thing is: by its own words first, then by what its seller deals in. */
export function conditionOf(
  category: SeedCategory,
  row: Row,
  { seller, random }: { seller: SeedPerson; random: Random },
): Condition {
  const text = `${row[0]} ${row[3]}`;
  const origin = originOf(category, row);
  if (/pixel morto|com defeito/i.test(text)) return 'Com defeito';
  if (origin === 'new' || origin === 'handmade' || unopenedWords.test(text)) return 'Novo';
  if (origin === 'open' && sellsNew(seller, random)) return 'Novo';
  return seminewWords.test(text) ? 'Seminovo' : random.pick(['Seminovo', 'Usado'] as const);
}

function sellsNew({ kind }: SeedPerson, random: Random): boolean {
  const deals = kind === null ? 'used' : sellerKinds[kind];
  return deals === 'new' || (deals === 'both' && random.chance(0.7));
}

const seminewWords =
  /seminov|pouco us|na garantia|como nov|usad[ao] (duas|três|quatro|sempre|em um|em dois)|vezes|só abri|três meses/i;

/** What the listing form would hold: only facts the title supports, plus what the category requires. */
export function attributesOf(
  category: SeedCategory,
  row: Row,
  known: { condition: Condition; color: ProductColor; random: Random },
): Record<string, AttributeValue> {
  const values: Record<string, AttributeValue> = {};
  for (const attribute of category.attributes) {
    const value = valueOf(attribute, category.slug, row, known);
    if (value !== null) values[attribute.key] = value;
  }
  return values;
}

function valueOf(
  { key, type, options, required }: SeedAttribute,
  categorySlug: string,
  [title, , , detail]: Row,
  { condition, color, random }: { condition: Condition; color: ProductColor; random: Random },
): AttributeValue | null {
  if (key === 'condicao') return condition;
  if (key === 'cor') return colorNames[color];
  if (type === 'boolean') return booleanOf(key, `${title} ${detail}`, random);
  if (type === 'number') return numberOf(key, `${title} ${detail}`, required);
  const table = valuePatterns[`${categorySlug} ${key}`] ?? valuePatterns[key];
  const word = table?.find(([pattern]) => pattern.test(`${title} ${detail}`))?.[1];
  if (word !== undefined && (type !== 'list' || options?.includes(word))) return word;
  if (!required) return null;
  return type === 'list' ? (options?.[0] ?? null) : title.split(/[,:]| com | para | de \d/)[0]!.slice(0, 60);
}

function booleanOf(key: string, text: string, random: Random): boolean | null {
  if (key === 'nota_fiscal')
    return /nota|lacrad|garantia/i.test(text) ? true : random.chance(0.3) ? false : null;
  if (key === 'sem_fio') return /AirPods|Buds|Tune|XM4|KZ|sem fio/i.test(text);
  if (key === 'a_bateria') return /bateria/i.test(text);
  if (key === 'dobravel') return /dobrável|portátil|passeio leve/i.test(text);
  if (key === 'canhoto') return false;
  if (key === 'troca_de_email') return true;
  if (key === 'certificado') return random.chance(0.7);
  return random.chance(0.6);
}

function numberOf(key: string, text: string, required: boolean): number | null {
  for (const [pattern, factor] of numberPatterns[key] ?? []) {
    const found = pattern.exec(text)?.[1];
    if (found) return Math.round(Number(found.replaceAll('.', '').replace(',', '.')) * factor * 10) / 10;
  }
  return required ? 1 : null;
}

const colorNames: Readonly<Record<ProductColor, string>> = {
  white: 'Branco',
  silver: 'Prata',
  gray: 'Cinza',
  graphite: 'Grafite',
  black: 'Preto',
  navy: 'Azul-marinho',
  cobalt: 'Azul',
  sky: 'Azul-claro',
  teal: 'Verde-petróleo',
  mint: 'Menta',
  green: 'Verde',
  olive: 'Verde-oliva',
  sage: 'Sálvia',
  mustard: 'Mostarda',
  yellow: 'Amarelo',
  gold: 'Dourado',
  orange: 'Laranja',
  terracotta: 'Terracota',
  red: 'Vermelho',
  wine: 'Bordô',
  rose: 'Rosa',
  pink: 'Rosa-claro',
  lilac: 'Lilás',
  purple: 'Roxo',
  beige: 'Bege',
  sand: 'Areia',
  wood: 'Madeira',
  brown: 'Marrom',
};
