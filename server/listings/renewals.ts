import { sql } from 'kysely';
import type { OwnListing } from '#contract/own-listings.ts';
import type { Viewer } from '#domain/accounts.ts';
import { durationWords } from '#domain/durations.ts';
import { fail } from '#domain/errors.ts';
import { liveStates } from '#domain/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { lockOwn } from './drafts.ts';
import { holdSeller, refuseBeyondLevel } from './limits.ts';
import { newTerm } from './publication.ts';
import { ownListing } from './queries.ts';
import { moveListing, possible } from './states.ts';

/** Another term on sale, free (L08): an expired listing returns, one about to expire goes on. */
export async function renewListing(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<OwnListing> {
  const seller = await holdSeller(ctx, tx, viewer.id);
  const listing = await lockOwn(tx, viewer, id);
  const term = await newTerm(ctx, tx);
  if (listing.state === 'expired') {
    await refuseBeyondLevel(tx, seller, listing);
    if (listing.stock === 0)
      fail('wrong_state', {
        detail: 'Reponha o estoque antes de renovar.',
        meta: possible(listing, 'renew'),
      });
    await moveListing(tx, { id, event: 'renew', actor: 'seller', also: term });
  } else {
    const { expiryWarningMs } = (await currentRules(ctx.db, tx)).rules.listings;
    const { renewable } = await ownListing(tx, viewer, id);
    if (!liveStates.includes(listing.state) || !renewable)
      fail('wrong_state', {
        detail: `A renovação abre ${durationWords(expiryWarningMs)} antes do fim do anúncio.`,
        meta: possible(listing, 'renew'),
      });
    await sql`update listings set ${term}, updated_at = market_now() where id = ${id}`.execute(tx);
  }
  await record(tx, { kind: 'listing.renewed', actor: viewer, subject: { kind: 'listing', id } });
  return ownListing(tx, viewer, id);
}
