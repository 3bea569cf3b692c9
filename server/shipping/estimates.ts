import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { estimateFreight } from '#contract/shipping/quotes.ts';
import type { State } from '#domain/addresses/states.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { tableQuotes } from '#domain/shipping/tariffs.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** The lowest freight of one piece of each listing on sale to a state, by the own table: no provider is asked (S04). */
export async function estimates(
  ctx: Ctx,
  { state, ids }: Query<typeof estimateFreight>,
): Promise<Reply<typeof estimateFreight>> {
  const { shipping } = (await currentRules(ctx.db)).rules;
  const { rows } = await sql<Parcel & { id: number; from: State }>`
    select l.id, c.state as "from", l.weight_grams as "weightGrams", l.length_cm as "lengthCm",
      l.width_cm as "widthCm", l.height_cm as "heightCm"
    from listings l join cities c on c.id = l.city_id
    where l.id = any(${ids}::bigint[]) and l.state = 'published' and l.delivery_type = 'shipping'
      and not l.free_shipping`.execute(ctx.db);
  const items = rows.flatMap(({ id, from, ...parcel }) => {
    const [cheapest] = tableQuotes(from, state, parcel, shipping);
    return cheapest ? [{ id, priceCents: cheapest.priceCents }] : [];
  });
  return { items, exact: ctx.shipping === null };
}
