import { sql } from 'kysely';
import type { Params, Reply } from '#contract/endpoint.ts';
import type { acceptTerms as endpoint } from '#contract/accounts/privacy.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record, insertEvents } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { recordConsent } from './consents.ts';

/**
 * Accepts a version of the terms, in force or announced. An already accepted version does not change.
 * @throws `terms_changed` for a version with a successor; `not_found` for one that does not exist
 */
export async function acceptTerms(
  ctx: Ctx,
  { viewer, ip }: { viewer: Viewer; ip: string },
  { version }: Params<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx.db, async (tx) => {
    const { accepted, at, in_force: inForce, newest } = await lockTerms(tx, viewer.id);
    if (version > newest) fail('not_found', { detail: 'Esta versão dos termos não existe.' });
    if (version < inForce) fail('terms_changed', { meta: { version: newest } });
    if (version <= accepted) return { version: accepted, acceptedAt: at.toISOString() };
    const consent = await recordConsent(tx, viewer.id, {
      kind: 'terms',
      given: true,
      ip,
      pageVersion: version,
    });
    await record(tx, {
      kind: 'account.consent_given',
      actor: viewer,
      subject: { kind: 'user', id: viewer.id },
      data: { kind: 'terms', version: consent.version, pageVersion: version },
      ip,
    });
    return { version, acceptedAt: consent.at.toISOString() };
  });
}

interface Terms {
  accepted: number;
  at: Date;
  in_force: number;
  newest: number;
}

/** Locks the person, so that concurrent acceptances are serialized. */
async function lockTerms(tx: Tx, userId: number): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select terms_version as accepted, terms_accepted_at as at, terms_in_force() as in_force,
      (select max(version) from page_texts where slug = 'termos') as newest
    from users where id = ${userId} for no key update`.execute(tx);
  return rows[0]!;
}

/** People notified per run: small, so that other mails of a large market need not wait behind an announcement. */
const batch = 500;

/** Notifies everybody of changed terms and policies, from the day they are published (§5, LGPD art. 8 § 6). */
export const announceTexts: Sweep = {
  name: 'accounts.announce-texts',
  everyMs: 5_000,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<Announcement>`
        select a.slug, a.version, a.told_up_to, p.starts_at from page_announcements a
        join page_texts p using (slug, version)
        where a.done_at is null order by p.created_at limit 1 for update of a skip locked`.execute(tx);
      return rows[0] ? notifyNext(tx, rows[0]) : 0;
    }),
};

interface Announcement {
  slug: PageSlug;
  version: number;
  told_up_to: number;
  starts_at: Date;
}

/** Notifies the next people by id, without those who have already accepted the version. */
async function notifyNext(tx: Tx, { slug, version, told_up_to, starts_at }: Announcement): Promise<number> {
  const { rows } = await sql<{ id: number; knows: boolean }>`
    select id, ${slug} = 'termos' and terms_version >= ${version} as knows from users
    where id > ${told_up_to} and state not in ('banned', 'closed') order by id limit ${batch}`.execute(tx);
  const happenings = rows
    .filter(({ knows }) => !knows)
    .map(({ id }) => ({
      kind: 'account.text_announced' as const,
      actor: null,
      subject: { kind: 'user' as const, id },
      data: { slug, version, startsAt: starts_at.toISOString() },
    }));
  await sql`with ${insertEvents(happenings, sql`market_now()`)}
    update page_announcements set told_up_to = ${rows.at(-1)?.id ?? told_up_to},
      done_at = ${rows.length < batch ? sql`market_now()` : null}
    where slug = ${slug} and version = ${version}`.execute(tx);
  return rows.length;
}
