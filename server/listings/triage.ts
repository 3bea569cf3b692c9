import { sql } from 'kysely';
import { hasContacts } from '#domain/contacts.ts';
import type { Queryable } from '#server/context.ts';

/** A price this far from what its category usually costs deserves a look (L03): 80 %. */
const outlierShare = 0.8;
const fewest = 5;

/** Words of things that may not be sold here, folded. The list is a prompt for the reviewer, not a verdict. */
const bannedWords = [
  'cartao clonado',
  'conta hackeada',
  'cnh falsa',
  'dinheiro falso',
  'nota fake',
  'diploma falso',
  'arma de fogo',
  'municao',
  'anabolizante',
  'cigarro eletronico',
  'pirata',
  'crackeado',
  'gerador de cartao',
];

export interface Judged {
  id: number;
  categoryId: number | null;
  title: string;
  description: string;
  priceCents: number | null;
}

/** What a reviewer should look at twice, already in words. */
export async function signalsOf(db: Queryable, listing: Judged): Promise<string[]> {
  const text = `${listing.title}\n${listing.description}`;
  const signals: string[] = [];
  if (hasContacts(text)) signals.push('Há telefone, e-mail, @ ou link no texto.');
  const banned = bannedIn(text);
  if (banned.length > 0) signals.push(`Palavras proibidas no texto: ${banned.join(', ')}.`);
  const price = await priceSignal(db, listing);
  if (price) signals.push(price);
  const twin = await sameTitle(db, listing);
  if (twin) signals.push(`Já existe um anúncio com este título, de @${twin}.`);
  return signals;
}

function bannedIn(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return bannedWords.filter((word) => folded.includes(word));
}

async function priceSignal(db: Queryable, { id, categoryId, priceCents }: Judged): Promise<string | null> {
  if (categoryId === null || priceCents === null) return null;
  const { rows } = await sql<{ median: number | null; count: number }>`
    select percentile_cont(0.5) within group (order by price_cents) as median, count(*)::int as count
    from (select price_cents from listings where category_id = ${categoryId} and state = 'published' and id <> ${id}
      order by published_at desc limit 500) recent`.execute(db);
  const { median, count } = rows[0]!;
  if (median === null || count < fewest) return null;
  const share = priceCents / median - 1;
  if (Math.abs(share) < outlierShare) return null;
  return `Preço ${Math.round(Math.abs(share) * 100)}% ${share < 0 ? 'abaixo' : 'acima'} da mediana da categoria.`;
}

async function sameTitle(db: Queryable, { id, title }: Judged): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`
    select u.username::text from listings l join users u on u.id = l.seller_id
    where l.state = 'published' and l.id <> ${id}
      and l.search @@ phraseto_tsquery('portuguese', fold_pt(${title})) and lower(l.title) = lower(${title})
    limit 1`.execute(db);
  return rows[0]?.username ?? null;
}
