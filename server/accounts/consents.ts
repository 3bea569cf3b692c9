import { sql } from 'kysely';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import type { ConsentKind } from '#domain/accounts/terms.ts';
import type { Tx } from '#server/context.ts';

/** What was agreed to or taken back, and when. Consents are never changed: each answer is a row (LGPD art. 8). */
export interface Consent {
  kind: ConsentKind;
  version: string;
  given: boolean;
  at: Date;
}

const pages: Record<ConsentKind, PageSlug | null> = {
  terms: 'termos',
  privacy: 'privacidade',
  marketing: null,
};

interface Answer {
  kind: ConsentKind;
  given: boolean;
  ip: string;
  /** Of an announced text; else the one in force is answered to. */
  pageVersion?: number;
}

/**
 * Keeps an answer to a version of a text: its number, and the day since which it is in force, which people read. A
 * switch without a page has had one text.
 */
export async function recordConsent(
  tx: Tx,
  userId: number,
  { kind, given, ip, pageVersion }: Answer,
): Promise<Consent> {
  const asked = pageVersion ? sql`version = ${pageVersion}` : sql`starts_at <= market_now()`;
  const { rows } = await sql<Consent>`
    insert into consents (user_id, kind, version, page_version, given, ip)
    select ${userId}, ${kind}, coalesce(to_char(p.starts_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), '2026-01-01'),
      p.version, ${given}, ${ip}
    from (select) t left join (select version, starts_at from page_texts
      where slug = ${pages[kind]} and ${asked} order by version desc limit 1) p on true
    returning kind, version, given, at`.execute(tx);
  return rows[0]!;
}

/** A new person agreed to the terms and to the privacy policy; letters about novelties are asked for apart. */
export async function recordConsents(tx: Tx, userId: number, ip: string): Promise<void> {
  for (const kind of ['terms', 'privacy'] as const)
    await recordConsent(tx, userId, { kind, given: true, ip });
}
