import { sql } from 'kysely';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { durationText } from '#domain/text/durations.ts';
import { liveStates } from '#domain/listings/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { lockOwnListing } from './locked-listing.ts';
import { lockSeller, refuseBeyondLevel } from './limits.ts';
import { newTermColumns } from './publication.ts';
import { ownListing } from '#server/listings/queries.ts';
import { refuseSeller } from '#server/listings/refusals.ts';
import { moveListing } from '#server/listings/states.ts';

/** Renews a listing for another term, free of charge (L08): one that expired or that will expire soon. */
export async function renewListing(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<OwnListing> {
  const seller = await lockSeller(ctx, tx, viewer.id);
  const listing = await lockOwnListing(tx, viewer, id);
  const term = await newTermColumns(ctx, tx);
  if (listing.state === 'expired') {
    await refuseBeyondLevel(tx, seller, listing);
    if (listing.stock === 0) await refuseSeller(tx, id, { detail: 'Reponha o estoque antes de renovar.' });
    await moveListing(tx, { id, event: 'renew', actor: 'seller', also: term });
  } else {
    const { expiryWarningMs } = (await currentRules(ctx.db, tx)).rules.listings;
    const { renewable } = await ownListing(tx, viewer, id);
    if (!liveStates.includes(listing.state) || !renewable)
      await refuseSeller(tx, id, {
        detail: `A renovação abre ${durationText(expiryWarningMs)} antes do fim do anúncio.`,
      });
    await sql`update listings set ${term}, updated_at = market_now() where id = ${id}`.execute(tx);
  }
  await record(tx, { kind: 'listing.renewed', actor: viewer, subject: { kind: 'listing', id } });
  return ownListing(tx, viewer, id);
}
