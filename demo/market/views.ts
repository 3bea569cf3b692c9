import { sql } from 'kysely';
import { createRandom, seedFrom } from '#demo/random.ts';
import type { SeedListing } from '#demo/types.ts';
import type { DemoApi } from './demo-api.ts';

/** What a plan's place brings. */
const viewFactor = { prata: 1, ouro: 1.8, diamante: 3.2 };
/** Visits before a sale: three to ten of a hundred buy. */
const viewsPerSale = { least: 9, most: 32 };

/**
 * People who looked at a listing, day by day: most when it is new, fewer at weekends, and a crowd around each sale. They
 * are counted, not played: a visit leaves nothing else behind.
 * @param sales how many days ago each order was placed
 */
export async function seedViews(
  { ctx }: DemoApi,
  { key, plan, createdDaysAgo }: SeedListing,
  id: number,
  sales: readonly number[],
): Promise<void> {
  const random = createRandom(seedFrom(key, 7));
  const usual = (0.4 + random.next() ** 2 * 5) * viewFactor[plan];
  const visits = Array.from({ length: Math.ceil(createdDaysAgo) }, (_, daysAgo) => {
    const age = createdDaysAgo - daysAgo;
    const calm = usual * (1 + 2 * Math.exp(-age / 3)) * (0.3 + random.next() * 1.4);
    const buyers = sales.filter((sale) => Math.floor(sale) === daysAgo);
    const crowd = buyers.reduce((sum) => sum + random.int(viewsPerSale.least, viewsPerSale.most), 0);
    // The day of the demo is not over.
    return Math.round((calm + crowd) * (daysAgo === 0 ? 0.4 : 1));
  });
  await sql`insert into listing_views (listing_id, day, visits)
    select ${id}, d.day, ceil(v.visits * case when extract(isodow from d.day) > 5 then 0.7 else 1 end)::int
    from unnest(${visits}::int[]) with ordinality v (visits, place),
      lateral (select (now() at time zone 'America/Sao_Paulo')::date - place::int + 1 as day) d
    where v.visits > 0`.execute(ctx.db);
}
