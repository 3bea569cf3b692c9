import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getLegacyAccount, getPrivacy } from '#contract/accounts/privacy.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Consent } from '#server/accounts/consents.ts';
import type { Ctx, Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { closureBlocks } from './closure-blocks.ts';
import { openClosure } from './closures.ts';
import { exportsOf } from './export/exports.ts';

const dayMs = 86_400_000;
const shownConsents = 100;
const shownRecords = 200;

/** Consents, exports and closure of a person, with what blocks a closure. */
export async function privacyOf(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof getPrivacy>> {
  const { rows } = await sql<Consent>`
    select kind, version, given, at from consents where user_id = ${viewer.id}
    order by id desc limit ${shownConsents}`.execute(ctx.db);
  const { security } = (await currentRules(ctx.db)).rules;
  return {
    consents: rows.map(presentConsent),
    marketing: rows.find(({ kind }) => kind === 'marketing')?.given ?? false,
    exports: await exportsOf(ctx.db, viewer.id),
    closure: await openClosure(ctx.db, viewer.id),
    closureBlockedBy: await closureBlocks(ctx.db, viewer.id),
    closureWaitDays: Math.ceil(security.closureWaitMs / dayMs),
  };
}

export function presentConsent({ at, ...consent }: Consent) {
  return { ...consent, at: at.toISOString() };
}

type Legacy = Reply<typeof getLegacyAccount>['items'][number];

/** Access records of the former account page. An order is linked only while it exists. */
export async function legacyAccount(db: Db, viewer: Viewer): Promise<Reply<typeof getLegacyAccount>> {
  const { rows } = await sql<Omit<Legacy, 'at'> & { at: Date }>`
    select r.id, r.kind, r.title, r.amount_cents as "amountCents", r.state, r.at, o.hash as "orderHash"
    from legacy_records r left join orders o on o.hash = r.order_hash and ${viewer.id} in (o.buyer_id, o.seller_id)
    where r.user_id = ${viewer.id} order by r.at desc, r.id desc limit ${shownRecords}`.execute(db);
  return { items: rows.map(({ at, ...record }) => ({ ...record, at: at.toISOString() })) };
}
