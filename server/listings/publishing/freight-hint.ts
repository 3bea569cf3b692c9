import { fail } from '#domain/errors.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { getFreightHint } from '#contract/listings/freight-hint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { freightHintCapitals } from '#domain/listings/delivery.ts';
import { tableQuotes } from '#domain/shipping/tariffs.ts';
import type { Ctx } from '#server/context.ts';
import { findAddress } from '#server/addresses/queries.ts';
import { currentRules } from '#server/settings/queries.ts';

/**
 * What the freight of a parcel from an own address costs at least to three capitals by the own table (S04); nothing where
 * no service takes it.
 * @throws `invalid_request` for another person's address
 */
export async function freightHint(
  ctx: Ctx,
  viewer: Viewer,
  { originAddressId, ...parcel }: Query<typeof getFreightHint>,
): Promise<Reply<typeof getFreightHint>> {
  const errors = { originAddressId: 'Este endereço não está mais na sua lista. Escolha outro.' };
  const origin =
    (await findAddress(ctx, ctx.db, viewer.id, originAddressId)) ?? fail('invalid_request', { errors });
  const { shipping } = (await currentRules(ctx.db)).rules;
  return {
    items: freightHintCapitals.flatMap(({ city, state }) => {
      const [cheapest] = tableQuotes(origin.state, state, parcel, shipping);
      return cheapest ? [{ city, priceCents: cheapest.priceCents }] : [];
    }),
  };
}
