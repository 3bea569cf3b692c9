import { createCipheriv, createDecipheriv } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/ledger/statements.ts';
import { fail } from '#domain/errors.ts';
import { maskedName, orderCode } from '#domain/orders/orders.ts';
import { movementDescription } from '#domain/ledger/statements.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { ownerOf, statement } from '#server/ledger/statements.ts';

/** A movement by its account's id in the ledger and its number in the account. */
export interface LinePlace {
  accountId: number;
  number: number;
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 26;

/**
 * The code on a receipt: one AES block with the movement's place and 32 zero bits, in Crockford's base 32. A person with
 * the code may read the receipt; a guess must decrypt to the zeros and to an existing place. The movement is read from the
 * ledger each time, so a forged printout is detected.
 */
export function receiptCode(key: Buffer, { accountId, number }: LinePlace): string {
  const block = Buffer.alloc(16);
  block.writeUIntBE(accountId, 0, 6);
  block.writeUIntBE(number, 6, 6);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  let rest = BigInt(`0x${Buffer.concat([cipher.update(block), cipher.final()]).toString('hex')}`);
  let code = '';
  for (; code.length < codeLength; rest /= 32n) code = letters[Number(rest % 32n)] + code;
  return code.replaceAll(/(.{5})(?=.{5})/g, '$1-');
}

/** The place that a code stands for, in any spelling; null when we never issued it. */
export function readReceiptCode(key: Buffer, code: string): LinePlace | null {
  const plain = code.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (plain.length !== codeLength) return null;
  const places = [...plain].map((letter) => letters.indexOf(letter));
  if (places.includes(-1)) return null;
  const value = places.reduce((sum, place) => sum * 32n + BigInt(place), 0n);
  if (value >= 2n ** 128n) return null;
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const sealed = Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
  const block = Buffer.concat([decipher.update(sealed), decipher.final()]);
  return block.readUInt32BE(12) === 0
    ? { accountId: block.readUIntBE(0, 6), number: block.readUIntBE(6, 6) }
    : null;
}

/** The movement of a receipt, read from the ledger, as a stranger may see it. */
export async function getReceipt(ctx: Ctx, code: string): Promise<Reply<typeof contract.getReceipt>> {
  const place = readReceiptCode(ctx.keys.receipts, code) ?? fail('not_found');
  const of = (await ownerOf(ctx.db, place.accountId)) ?? fail('not_found');
  const [row] = await statement(ctx.db, of, { from: place.number, before: place.number + 1, limit: 1 });
  if (!row) fail('not_found');
  const people = await peopleOf(ctx.db, of.userId, row.orderId);
  return {
    receipt: receiptCode(ctx.keys.receipts, place),
    description: movementDescription(row, of.account),
    at: row.at.toISOString(),
    amountCents: row.amountCents,
    holder: maskedName(people.holder),
    otherParty: people.other && maskedName(people.other),
    orderCode: row.orderId === null ? null : orderCode(row.orderId),
  };
}

/** The owner of the movement and the other party of its order. */
async function peopleOf(
  db: Queryable,
  userId: number,
  orderId: number | null,
): Promise<{ holder: string; other: string | null }> {
  const { rows } = await sql<{ holder: string; other: string | null }>`
    select u.username::text as holder,
      (select p.username::text from orders o
        join users p on p.id = case o.buyer_id when u.id then o.seller_id else o.buyer_id end
        where o.id = ${orderId}::bigint) as other
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]!;
}
