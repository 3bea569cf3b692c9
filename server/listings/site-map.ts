import { sql } from 'kysely';
import { sellersAway } from '#server/listings/vacations/away.ts';
import type { Queryable } from '#server/context.ts';

/** Maximum number of URLs per file (sitemaps.org). Files are ranges of ids, so an old file changes only with its listings. */
export const siteMapRange = 50_000;

export interface SiteMapEntry {
  path: string;
  changedAt: Date | null;
  imageKey: string | null;
}

/** How many files the listings need. */
export async function siteMapFiles(db: Queryable): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from listings`.execute(db);
  return Math.ceil((rows[0]!.last ?? 0) / siteMapRange);
}

/** The listings on sale of one file, counted from 1. A range of the primary key: 50,000 rows at most. */
export async function siteMapListings(db: Queryable, file: number): Promise<SiteMapEntry[]> {
  const last = file * siteMapRange;
  const { rows } = await sql<{ slug: string; published_at: Date | null; cover_key: string | null }>`
    select slug, published_at, cover_key from listings
    where id > ${last - siteMapRange} and id <= ${last} and state = 'published' and seller_id not in ${sellersAway}
    order by id`.execute(db);
  return rows.map((row) => ({
    path: `/anuncio/${row.slug}`,
    changedAt: row.published_at,
    imageKey: row.cover_key,
  }));
}

/** The static pages, and a page of results for each category with a listing on sale. */
export async function siteMapPages(db: Queryable): Promise<SiteMapEntry[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories c
    where exists (select from listings l where l.category_path @> array[c.id] and l.state = 'published'
      and l.seller_id not in ${sellersAway})
    order by position, id`.execute(db);
  const paths = [...staticPaths, ...rows.map(({ slug }) => `/anuncios?categoria=${slug}`)];
  return paths.map((path) => ({ path, changedAt: null, imageKey: null }));
}

const staticPaths = [
  '/',
  '/categorias',
  '/anuncios',
  '/como-funciona',
  '/tarifas',
  '/formas-de-pagamento',
  '/perguntas-frequentes',
  '/transparencia',
  '/termos',
  '/privacidade',
];
