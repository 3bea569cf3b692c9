import type { Dossier } from '#domain/dossiers/dossier.ts';
import { omissionsFor } from '#domain/dossiers/readers.ts';
import type { DossierReader } from '#domain/dossiers/readers.ts';
import type { Ctx } from '#server/context.ts';
import { brandName } from '#server/settings/current/brand.ts';
import { complaintsFor } from './complaints.ts';
import { deliveryFor } from './delivery.ts';
import { findMessages, presentMessages } from './messages.ts';
import { decisionsFor, ledgerFor, paymentsFor, refundsOf } from './money.ts';
import { headFor } from './order.ts';
import { redactionFor } from './redaction.ts';

/** Reads everything about an order that the reader may see, as it is at one moment. */
export async function readDossier(
  ctx: Ctx,
  { orderId, reader, viewerId }: { orderId: number; reader: DossierReader; viewerId: number },
): Promise<Dossier> {
  const redaction = redactionFor(ctx, reader, viewerId);
  const { textBy } = redaction;
  const { found, ...dossier } = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { cancellation, ...head } = await headFor(tx, orderId, reader);
      return {
        reader,
        site: { name: brandName, address: ctx.config.publicUrl },
        ...head,
        cancellation: cancellation && {
          ...cancellation,
          note: textBy('buyer', cancellation.note),
          answer: cancellation.answer && textBy('seller', cancellation.answer),
        },
        found: await findMessages(tx, orderId, redaction),
        delivery: await deliveryFor(tx, orderId, redaction),
        payments: await paymentsFor(tx, orderId, reader),
        refunds: await refundsOf(tx, orderId),
        ledger: await ledgerFor(tx, orderId, reader),
        complaints: await complaintsFor(tx, orderId, redaction),
        decisions: await decisionsFor(tx, orderId, reader),
        omissions: omissionsFor(reader),
      };
    });
  return { ...dossier, messages: await presentMessages(found, redaction) };
}
