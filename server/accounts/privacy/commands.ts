import type { Body, Reply } from '#contract/endpoint.ts';
import type { giveConsent as endpoint } from '#contract/accounts/privacy.ts';
import { recordConsent } from '#server/accounts/consents.ts';
import type { Ctx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { OwnRequest } from './closures.ts';
import { presentConsent } from './queries.ts';

/** Gives or withdraws a consent; both must be equally easy (LGPD art. 8 § 5). */
export async function giveConsent(
  ctx: Ctx,
  { viewer, ip }: OwnRequest,
  { kind, given }: Body<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx.db, async (tx) => {
    const consent = await recordConsent(tx, viewer.id, { kind, given, ip });
    await record(tx, {
      kind: given ? 'account.consent_given' : 'account.consent_taken_back',
      actor: viewer,
      subject: { kind: 'user', id: viewer.id },
      data: { kind, version: consent.version },
      ip,
    });
    return presentConsent(consent);
  });
}
