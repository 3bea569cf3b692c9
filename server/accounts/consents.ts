import { sql } from 'kysely';
import type { ConsentKind } from '#domain/terms.ts';
import { termsVersions } from '#domain/terms.ts';
import type { Tx } from '#server/context.ts';

/** What was agreed to or taken back, and when. Consents are never changed: each answer is a row (LGPD art. 8). */
export interface Consent {
  kind: ConsentKind;
  version: string;
  given: boolean;
  at: Date;
}

/** Keeps an answer to the version of the text that is in force. */
export async function recordConsent(
  tx: Tx,
  userId: number,
  { kind, given, ip }: { kind: ConsentKind; given: boolean; ip: string },
): Promise<Consent> {
  const { rows } = await sql<Consent>`
    insert into consents (user_id, kind, version, given, ip)
    values (${userId}, ${kind}, ${termsVersions[kind]}, ${given}, ${ip})
    returning kind, version, given, at`.execute(tx);
  return rows[0]!;
}

/** A new person agreed to the terms and to the privacy policy; letters about novelties are asked for apart. */
export async function recordConsents(tx: Tx, userId: number, ip: string): Promise<void> {
  for (const kind of ['terms', 'privacy'] as const)
    await recordConsent(tx, userId, { kind, given: true, ip });
}
