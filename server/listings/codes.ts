import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { lastLetters } from '#domain/text/excerpts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Ctx, Keys, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockOwnListing } from './publishing/locked-listing.ts';
import type { LockedListing } from './publishing/locked-listing.ts';
import { lockSeller, refuseBeyondLevel } from './publishing/limits.ts';
import { refuseSeller } from './refusals.ts';
import { fingerprint, seal } from './seal.ts';
import { changeStock } from './stock.ts';

/** In these states the stock cannot change, because the listing is being reviewed or is suspended. */
const stockLockedStates: readonly ListingState[] = ['in_triage', 'in_review', 'suspended'];

/**
 * Adds codes, each encrypted separately. A code that was ever on the platform is refused by its line only; the answer
 * does not say who has it (N06).
 * @returns how many were added and the stock afterwards
 */
export async function addCodes(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { listingId: number; codes: string[] },
): Promise<{ added: number; stock: number }> {
  const seller = await lockSeller(ctx, tx, viewer.id);
  const listing = await lockOwnListing(tx, viewer, given.listingId);
  await refuseStockLocked(tx, listing);
  if (listing.state === 'sold_out') await refuseBeyondLevel(tx, seller, listing);
  const automatic = listing.delivery_type === 'automatic';
  if (!automatic && !(await willBeAutomatic(tx, listing.id)))
    await refuseSeller(tx, listing.id, { detail: 'Escolha «Entrega na hora» para vender códigos.' });
  const units = await sealCodes(ctx.keys, listing.id, given.codes);
  refuseRepeated(units);
  await insertUnits(tx, listing.id, units);
  // Codes for a pending revision are not on sale yet.
  const stock = automatic ? await changeStock(tx, listing.id, units.length) : listing.stock;
  return { added: units.length, stock };
}

/** Codes may be added before a revision to automatic delivery is applied, so that the listing is not sold out then. */
async function willBeAutomatic(tx: Tx, listingId: number): Promise<boolean> {
  const { rows } = await sql`select from listing_revisions
    where listing_id = ${listingId} and state = 'pending' and delivery_type = 'automatic'`.execute(tx);
  return rows.length > 0;
}

async function refuseStockLocked(tx: Tx, { id, state }: LockedListing): Promise<void> {
  if (stockLockedStates.includes(state))
    await refuseSeller(tx, id, { detail: 'O estoque não muda enquanto o anúncio está em revisão.' });
}

interface Unit {
  line: number;
  sealed: Buffer;
  fingerprint: Buffer;
  last4: string;
}

/** Encrypting 10,000 codes takes about 70 ms; after each thousand other requests can run. */
async function sealCodes(keys: Keys, listingId: number, codes: string[]): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const [index, code] of codes.entries()) {
    if (index % 1_000 === 999) await breathe();
    units.push({
      line: index,
      sealed: seal(keys.seal, listingId, code),
      fingerprint: fingerprint(keys.fingerprint, code),
      // The last four characters would reveal half of a short code.
      last4: lastLetters(code, Math.min(4, Math.floor(code.length / 4))),
    });
  }
  return units;
}

function refuseRepeated(units: Unit[]): void {
  const first = new Map<string, number>();
  const errors: FieldErrors = {};
  for (const unit of units) {
    const print = unit.fingerprint.toString('base64');
    const before = first.get(print);
    if (before === undefined) first.set(print, unit.line);
    else errors[`codes.${unit.line}`] = `Linha ${unit.line + 1}: este código já está na linha ${before + 1}.`;
  }
  if (Object.keys(errors).length > 0) fail('duplicate_code', { errors });
}

/** Inserts all codes in one statement, sorted so that two uploads of the same codes cannot deadlock. */
async function insertUnits(tx: Tx, listingId: number, units: Unit[]): Promise<void> {
  const sorted = units.toSorted((a, b) => a.fingerprint.compare(b.fingerprint));
  const { rows } = await sql<{ fingerprint: Buffer }>`
    insert into stock_units (listing_id, sealed, fingerprint, last4)
    select ${listingId}, * from unnest(${sorted.map((unit) => unit.sealed)}::bytea[],
      ${sorted.map((unit) => unit.fingerprint)}::bytea[], ${sorted.map((unit) => unit.last4)}::text[])
    on conflict (fingerprint) do nothing returning fingerprint`.execute(tx);
  if (rows.length === units.length) return;
  const added = new Set(rows.map((row) => row.fingerprint.toString('base64')));
  const refused = units.filter((unit) => !added.has(unit.fingerprint.toString('base64')));
  fail('duplicate_code', {
    errors: Object.fromEntries(
      refused.map(({ line }) => [
        `codes.${line}`,
        `Linha ${line + 1}: este código não pode ser vendido aqui.`,
      ]),
    ),
  });
}

/** Withdraws one unsold code. Its fingerprint is kept, so that no other seller can upload it (N06). */
export async function withdrawCode(
  ctx: Ctx,
  viewer: Viewer,
  listingId: number,
  codeId: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const listing = await lockOwnListing(tx, viewer, listingId);
    const { rows } = await sql<{ state: string }>`
      select state from stock_units where id = ${codeId} and listing_id = ${listingId} for update`.execute(
      tx,
    );
    const { state } = rows[0] ?? fail('not_found');
    await refuseStockLocked(tx, listing);
    if (state !== 'available')
      fail('wrong_state', {
        detail: 'Este código já foi vendido, reservado ou retirado.',
        meta: { state, allowed: [] },
      });
    await sql`update stock_units set state = 'invalidated' where id = ${codeId}`.execute(tx);
    if (listing.delivery_type === 'automatic') await changeStock(tx, listingId, -1);
  });
}
