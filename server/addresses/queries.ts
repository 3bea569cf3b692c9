import { sql } from 'kysely';
import type { Address, listAddresses } from '#contract/addresses/addresses.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { addressUses, maxAddresses } from '#domain/addresses/addresses.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { unsealAddress } from './content.ts';

interface AddressRow {
  id: number;
  user_id: number;
  sealed: Buffer;
  default_for_receiving: boolean;
  default_for_sending: boolean;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`id, user_id, sealed, default_for_receiving, default_for_sending, created_at, updated_at`;

/** The person's addresses, oldest first. */
export async function ownAddresses(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listAddresses>> {
  const rows = await addressRows(ctx.db, viewer.id);
  return { items: rows.map((row) => present(ctx, row)), max: maxAddresses };
}

/** One own address. @throws `not_found` also for another person's */
export async function ownAddress(ctx: Ctx, db: Queryable, viewer: Viewer, id: number): Promise<Address> {
  return (await findAddress(ctx, db, viewer.id, id)) ?? fail('not_found');
}

/** A person's address; null when they have none with this id. */
export async function findAddress(
  ctx: Ctx,
  db: Queryable,
  userId: number,
  id: number,
): Promise<Address | null> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from addresses where id = ${id} and user_id = ${userId}`.execute(db);
  return rows[0] ? present(ctx, rows[0]) : null;
}

/** The addresses that a person wrote, for their data export. */
export async function exportedAddresses(ctx: Ctx, db: Queryable, userId: number): Promise<unknown[]> {
  const rows = await addressRows(db, userId);
  return rows.map((row) => ({
    ...present(ctx, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

async function addressRows(db: Queryable, userId: number): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from addresses where user_id = ${userId} order by id`.execute(db);
  return rows;
}

function present({ keys }: Ctx, row: AddressRow): Address {
  const isDefault = { receiving: row.default_for_receiving, sending: row.default_for_sending };
  return {
    id: row.id,
    ...unsealAddress(keys, { id: row.id, userId: row.user_id }, row.sealed),
    defaultFor: addressUses.filter((use) => isDefault[use]),
  };
}
