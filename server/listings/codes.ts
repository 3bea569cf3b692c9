import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { lastLetters } from '#domain/text/excerpts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Ctx, Keys, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockOwn } from './publishing/locked-listing.ts';
import type { LockedListing } from './publishing/locked-listing.ts';
import { holdSeller, refuseBeyondLevel } from './publishing/limits.ts';
import { refuseSeller } from './refusals.ts';
import { fingerprint, seal } from './seal.ts';
import { changeStock } from './stock.ts';

/** While somebody decides about a listing, or decided against it, its stock stands still. */
const frozen: readonly ListingState[] = ['in_triage', 'in_review', 'suspended'];

/**
 * Adds codes, each sealed by itself. A code that was ever on the platform, anybody's, is refused by its line alone:
 * who else has it is never told (N06).
 * @returns how many were added and the stock afterwards
 */
export async function addCodes(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { listingId: number; codes: string[] },
): Promise<{ added: number; stock: number }> {
  const seller = await holdSeller(ctx, tx, viewer.id);
  const listing = await lockOwn(tx, viewer, given.listingId);
  await refuseFrozen(tx, listing);
  if (listing.state === 'sold_out') await refuseBeyondLevel(tx, seller, listing);
  const automatic = listing.delivery_type === 'automatic';
  if (!automatic && !(await willBeAutomatic(tx, listing.id)))
    await refuseSeller(tx, listing.id, { detail: 'Escolha a entrega automática para vender códigos.' });
  const units = await sealAll(ctx.keys, listing.id, given.codes);
  refuseRepeated(units);
  await insertUnits(tx, listing.id, units);
  // Codes of a change that still waits are not on sale yet.
  const stock = automatic ? await changeStock(tx, listing.id, units.length) : listing.stock;
  return { added: units.length, stock };
}

/** Codes may be brought before a change to automatic delivery is applied, so that it does not begin sold out. */
async function willBeAutomatic(tx: Tx, listingId: number): Promise<boolean> {
  const { rows } = await sql`select from listing_revisions
    where listing_id = ${listingId} and state = 'pending' and delivery_type = 'automatic'`.execute(tx);
  return rows.length > 0;
}

async function refuseFrozen(tx: Tx, { id, state }: LockedListing): Promise<void> {
  if (frozen.includes(state))
    await refuseSeller(tx, id, { detail: 'O estoque não muda enquanto o anúncio está em revisão.' });
}

interface Unit {
  line: number;
  sealed: Buffer;
  fingerprint: Buffer;
  last4: string;
}

/** 10,000 codes take some 70 ms of encryption; every thousand the other requests get their turn. */
async function sealAll(keys: Keys, listingId: number, codes: string[]): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const [index, code] of codes.entries()) {
    if (index % 1_000 === 999) await breathe();
    units.push({
      line: index,
      sealed: seal(keys.seal, listingId, code),
      fingerprint: fingerprint(keys.fingerprint, code),
      // A short code would be half told by its last four.
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

/** One statement for all of them. Sorted, so that two uploads of the same codes wait for each other, never in a circle. */
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

/** Withdraws one code that was not sold. It stays known, so that it cannot come back under another seller (N06). */
export async function withdrawCode(
  ctx: Ctx,
  viewer: Viewer,
  listingId: number,
  codeId: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const listing = await lockOwn(tx, viewer, listingId);
    const { rows } = await sql<{ state: string }>`
      select state from stock_units where id = ${codeId} and listing_id = ${listingId} for update`.execute(
      tx,
    );
    const { state } = rows[0] ?? fail('not_found');
    await refuseFrozen(tx, listing);
    if (state !== 'available')
      fail('wrong_state', {
        detail: 'Este código já foi vendido, reservado ou retirado.',
        meta: { state, allowed: [] },
      });
    await sql`update stock_units set state = 'invalidated' where id = ${codeId}`.execute(tx);
    if (listing.delivery_type === 'automatic') await changeStock(tx, listingId, -1);
  });
}
