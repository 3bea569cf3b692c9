import { sql } from 'kysely';
import type { PageSlug } from '#domain/page-texts.ts';
import type { ConsentKind } from '#domain/terms.ts';
import type { Tx } from '#server/context.ts';

/** What was agreed to or taken back, and when. Consents are never changed: each answer is a row (LGPD art. 8). */
export interface Consent {
  kind: ConsentKind;
  version: string;
  given: boolean;
  at: Date;
}

/** The day since which the text of a consent is in force: its version. A switch without a page has had one text. */
const versionInForce = (kind: ConsentKind) => sql`coalesce((
  select to_char(starts_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') from page_texts
  where slug = ${pages[kind]} and starts_at <= market_now() order by version desc limit 1), '2026-01-01')`;

const pages: Record<ConsentKind, PageSlug | ''> = { terms: 'termos', privacy: 'privacidade', marketing: '' };

/** Keeps an answer to the version of the text that is in force. */
export async function recordConsent(
  tx: Tx,
  userId: number,
  { kind, given, ip }: { kind: ConsentKind; given: boolean; ip: string },
): Promise<Consent> {
  const { rows } = await sql<Consent>`
    insert into consents (user_id, kind, version, given, ip)
    values (${userId}, ${kind}, ${versionInForce(kind)}, ${given}, ${ip})
    returning kind, version, given, at`.execute(tx);
  return rows[0]!;
}

/** A new person agreed to the terms and to the privacy policy; letters about novelties are asked for apart. */
export async function recordConsents(tx: Tx, userId: number, ip: string): Promise<void> {
  for (const kind of ['terms', 'privacy'] as const)
    await recordConsent(tx, userId, { kind, given: true, ip });
}
