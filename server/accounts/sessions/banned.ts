import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';

/**
 * The key by which a person whose account the team closed reads that decision and appeals against it (N04), since they cannot
 * sign in any more. It stands in the letter of the decision and in the refusal of a proven sign-in, and opens nothing else.
 */
export function closedAccountKey(ctx: Ctx, decisionId: number): string {
  return `${decisionId}.${signatureOf(ctx, decisionId)}`;
}

/** The decision of a key; null where it was not made here. */
export function decisionOfKey(ctx: Ctx, key: string): number | null {
  const [, id, signature] = /^([1-9]\d{0,15})\.([\w-]{43})$/.exec(key) ?? [];
  if (id === undefined || signature === undefined) return null;
  const expected = Buffer.from(signatureOf(ctx, Number(id)));
  return timingSafeEqual(expected, Buffer.from(signature)) ? Number(id) : null;
}

function signatureOf({ keys }: Ctx, decisionId: number): string {
  return createHmac('sha256', keys.codes).update(`closed-account:${decisionId}`).digest('base64url');
}

/** The newest decision that closed the account; null for one from before decisions could be appealed. */
export async function closingDecision(db: Queryable, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(event_id) as id from appealable_decisions
    where person_id = ${userId} and kind = 'account.banned'`.execute(db);
  return rows[0]!.id;
}

/** Refuses a sign-in whose person is proven, with the key for an appeal. */
export async function refuseClosedAccount(ctx: Ctx, db: Queryable, userId: number): Promise<never> {
  const decisionId = await closingDecision(db, userId);
  fail(
    'account_banned',
    decisionId === null ? {} : { meta: { appealKey: closedAccountKey(ctx, decisionId) } },
  );
}
