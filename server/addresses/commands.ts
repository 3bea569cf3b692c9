import { sql } from 'kysely';
import type { Address, changeAddress as changeEndpoint } from '#contract/addresses/addresses.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { addressErrors, maxAddresses } from '#domain/addresses/addresses.ts';
import type { AddressFields, AddressUse } from '#domain/addresses/addresses.ts';
import { fail } from '#domain/errors.ts';
import { readMobile } from '#server/accounts/contact/phones.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { sealAddress } from './content.ts';
import { ownAddress } from './queries.ts';

type Typed = Body<typeof changeEndpoint>;

/** Adds an address. The person's first one is the default for receiving and sending. */
export async function createAddress(ctx: Ctx, tx: Tx, viewer: Viewer, typed: Typed): Promise<{ id: number }> {
  const fields = readAddress(typed);
  await lockOwner(tx, viewer);
  const { rows } = await sql<{ slot: number | null; is_first: boolean; id: number }>`
    select (select min(s) from generate_series(1, ${maxAddresses}::int) s
        where not exists (select from addresses a where a.user_id = ${viewer.id} and a.slot = s)) as slot,
      not exists (select from addresses a where a.user_id = ${viewer.id}) as is_first,
      nextval(pg_get_serial_sequence('addresses', 'id')) as id`.execute(tx);
  const { slot, is_first: isFirst, id } = rows[0]!;
  if (slot === null)
    fail('limit_reached', { detail: `Você já tem ${maxAddresses} endereços. Apague um para guardar outro.` });
  const sealed = sealAddress(ctx.keys, { id, userId: viewer.id }, fields);
  await sql`insert into addresses (id, user_id, slot, sealed, default_for_receiving, default_for_sending)
    values (${id}, ${viewer.id}, ${slot}, ${sealed}, ${isFirst}, ${isFirst})`.execute(tx);
  return { id };
}

/**
 * Replaces the content of an own address.
 * @param also what else happens in the same transaction; it may refuse
 */
export async function changeAddress(
  ctx: Ctx,
  viewer: Viewer,
  { id, ...typed }: Typed & { id: number },
  also: (tx: Tx, fields: AddressFields) => Promise<void>,
): Promise<Address> {
  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, viewer);
    await ownAddress(ctx, tx, viewer, id);
    const fields = readAddress(typed);
    await also(tx, fields);
    const sealed = sealAddress(ctx.keys, { id, userId: viewer.id }, fields);
    await sql`update addresses set sealed = ${sealed}, updated_at = market_now()
      where id = ${id} and user_id = ${viewer.id}`.execute(tx);
    return ownAddress(ctx, tx, viewer, id);
  });
}

/**
 * Deletes an own address; the oldest of the others becomes the default where it was one.
 * @param refuse throws when it must stay
 */
export async function deleteAddress(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
  refuse: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, viewer);
    await ownAddress(ctx, tx, viewer, id);
    await refuse(tx);
    const { rows } = await sql<{ receiving: boolean; sending: boolean }>`
      delete from addresses where id = ${id} and user_id = ${viewer.id}
      returning default_for_receiving as receiving, default_for_sending as sending`.execute(tx);
    const was = rows[0] ?? fail('not_found');
    await sql`update addresses set default_for_receiving = default_for_receiving or ${was.receiving},
        default_for_sending = default_for_sending or ${was.sending}
      where id = (select min(id) from addresses where user_id = ${viewer.id})`.execute(tx);
  });
}

/** Makes an own address the default for one use, and no other. */
export async function setDefaultAddress(
  ctx: Ctx,
  viewer: Viewer,
  { id, use }: { id: number; use: AddressUse },
): Promise<void> {
  const column = sql.ref(use === 'receiving' ? 'default_for_receiving' : 'default_for_sending');
  await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, viewer);
    await ownAddress(ctx, tx, viewer, id);
    // The former default first, because the index admits one at any time.
    await sql`update addresses set ${column} = false where user_id = ${viewer.id} and ${column}`.execute(tx);
    await sql`update addresses set ${column} = true where id = ${id} and user_id = ${viewer.id}`.execute(tx);
  });
}

/** Locks the person, so that concurrent requests neither exceed the limit, nor make two defaults, nor lose an origin. */
async function lockOwner(tx: Tx, viewer: Viewer): Promise<void> {
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
}

/** @throws `invalid_request` for a phone that is none, or a postal code of another state */
function readAddress(typed: Typed): AddressFields {
  const errors = addressErrors(typed);
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return { ...typed, phone: readMobile(typed.phone) };
}
