import { sql } from 'kysely';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import type { ConsentKind } from '#domain/accounts/terms.ts';
import type { Tx } from '#server/context.ts';

/** A given or withdrawn consent. Consents are never updated: each answer is a new row (LGPD art. 8). */
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
  /** The version of an announced text; by default the one in force. */
  pageVersion?: number;
}

/**
 * Stores an answer to a version of a text, with the version's number and start day, which people read. A consent without
 * a page has only one version.
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

/** Records that a new person accepted the terms and the privacy policy; consent to news by mail is separate. */
export async function recordConsents(tx: Tx, userId: number, ip: string): Promise<void> {
  for (const kind of ['terms', 'privacy'] as const)
    await recordConsent(tx, userId, { kind, given: true, ip });
}
