import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { republish } from '#server/listings/publishing/publication.ts';
import { moveListing } from '#server/listings/states.ts';

const suspendedWords =
  'Várias pessoas denunciaram este anúncio. Ele volta se a equipe conferir que está tudo certo.';
const upheldWords =
  'A equipe conferiu as denúncias e o anúncio continua fora do ar. Se não concorda, recorra em Conta, Decisões.';

/** L09: a listing that several independent people reported is suspended, and its seller is told why. */
export async function suspendUntilChecked(tx: Tx, listingId: number): Promise<void> {
  const also = sql`review_note = ${suspendedWords}`;
  await moveListing(tx, { id: listingId, event: 'suspend', actor: 'system', also });
  await recordMove(tx, listingId, 'listing.suspended', suspendedWords);
}

/**
 * Ends the check of a reported listing. If the reports were wrong, a listing that was suspended for them goes back on
 * sale for a whole term; if they were right it stays suspended, and the team decides separately whether for good (L10).
 */
export async function endCheck(
  ctx: Ctx,
  tx: Tx,
  { listingId, upheld, viewer }: { listingId: number; upheld: boolean; viewer: Viewer },
): Promise<void> {
  const { rows } = await sql<{ waits: boolean; stock: number }>`
    select flagged_at is not null and state = 'suspended' as waits, stock from listings
    where id = ${listingId} for update`.execute(tx);
  await sql`update listings set flagged_at = null where id = ${listingId}`.execute(tx);
  const { waits, stock } = rows[0]!;
  if (!waits) return;
  if (upheld) {
    await sql`update listings set review_note = ${upheldWords} where id = ${listingId}`.execute(tx);
    return recordMove(tx, listingId, 'listing.suspended', upheldWords, 'published', viewer);
  }
  const state = await republish(ctx, tx, { id: listingId, stock, actor: 'system' });
  await recordMove(tx, listingId, 'listing.republished', 'As denúncias não procedem.', state);
}

function recordMove(
  tx: Tx,
  id: number,
  kind: 'listing.suspended' | 'listing.republished',
  reason: string,
  shelf: ListingState = 'published',
  actor: Viewer | null = null,
): Promise<void> {
  const [on, off] = [{ state: shelf }, { state: 'suspended' }];
  const [before, after] = kind === 'listing.suspended' ? [on, off] : [off, on];
  return recordDecision(tx, { kind, actor, subject: { kind: 'listing', id }, before, after, reason });
}
