import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { DossierFiles, makeStaffDossier } from '#contract/dossiers/dossiers.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { SignedDossier } from '#domain/dossiers/dossier.ts';
import type { DossierReader } from '#domain/dossiers/readers.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { countAccess } from '#server/staff/access/access-limit.ts';
import { requireCaseOrReason } from '#server/staff/access/cases.ts';
import { readDossier } from './content/dossier.ts';
import { dossierPdf } from './document/dossier-pdf.ts';
import { dossierFile, signDossier } from './signing.ts';

interface OrderOf {
  id: number;
  buyerId: number;
  sellerId: number;
}

/** Makes the dossier of an own order for its buyer or seller (N07). @throws `not_found` for everybody else */
export async function makeForParty(ctx: Ctx, viewer: Viewer, hash: string): Promise<DossierFiles> {
  const { id, buyerId, sellerId } = await findOrder(ctx, hash);
  const reader = viewer.id === buyerId ? 'buyer' : viewer.id === sellerId ? 'seller' : fail('not_found');
  return make(ctx, viewer, {
    orderId: id,
    reader,
    recorded: (tx) =>
      record(tx, {
        kind: 'order.dossier_made',
        actor: viewer,
        subject: { kind: 'order', id },
        data: { reader },
      }),
  });
}

/**
 * Makes a dossier for the team, or for an authority, which names the sides and is an admin's. It holds the conversation, so
 * it needs what reading that needs (T110).
 * @throws `no_case` · `too_many_requests` beyond the day's orders or people · `own_decision`
 */
export async function makeForTeam(
  ctx: Ctx,
  viewer: Viewer,
  { hash, reader, reason }: { hash: string } & Body<typeof makeStaffDossier>,
): Promise<DossierFiles> {
  const { id, buyerId, sellerId } = await findOrder(ctx, hash);
  const involved = [buyerId, sellerId];
  const answer = can(viewer, reader === 'staff' ? 'inspect_conversation' : 'read_without_case', { involved });
  if (!answer.ok) fail(answer.reason);
  const opened = await requireCaseOrReason(ctx, viewer, { id, hash, involved }, reason);
  if (reader === 'authority') {
    const { privacy } = (await currentRules(ctx.db)).rules;
    // It names two people.
    await countAccess(ctx, viewer, 'people', privacy.staffPeoplePerDay);
    await countAccess(ctx, viewer, 'people', privacy.staffPeoplePerDay);
  }
  return make(ctx, viewer, {
    orderId: id,
    reader,
    recorded: (tx, { sha256 }) =>
      recordDecision(tx, {
        kind: 'order.dossier_made',
        actor: viewer,
        subject: { kind: 'order', id },
        data: { reader, ...opened },
        before: null,
        after: { reader, sha256 },
        reason,
      }),
  });
}

async function findOrder(ctx: Ctx, hash: string): Promise<OrderOf> {
  const { rows } = await sql<OrderOf>`
    select id, buyer_id as "buyerId", seller_id as "sellerId" from orders where hash = ${hash}`.execute(
    ctx.db,
  );
  return rows[0] ?? fail('not_found');
}

interface Making {
  orderId: number;
  reader: DossierReader;
  recorded: (tx: Tx, signed: SignedDossier) => Promise<void>;
}

/** A dossier at its bounds takes some 20 MB while it is made, so a process makes two at once. */
const inTurn = concurrencyLimit(2, 20);

/** It is recorded before it leaves. */
function make(ctx: Ctx, viewer: Viewer, { orderId, reader, recorded }: Making): Promise<DossierFiles> {
  return inTurn(async () => {
    const signed = signDossier(ctx.keys, await readDossier(ctx, { orderId, reader, viewerId: viewer.id }));
    const { dossier, sha256, signature } = signed;
    const pdf = await dossierPdf(signed);
    await inTransaction(ctx.db, async (tx) => {
      await sql`insert into dossiers (order_id, made_by, reader, made_at, sha256, signature)
        values (${orderId}, ${viewer.id}, ${reader}, ${dossier.madeAt}, ${Buffer.from(sha256, 'hex')},
          ${Buffer.from(signature.value, 'hex')})`.execute(tx);
      await recorded(tx, signed);
    });
    return {
      name: `dossie-${dossier.order.code}-${fileNames[reader]}`,
      madeAt: dossier.madeAt,
      sha256,
      json: dossierFile(signed),
      pdf: Buffer.from(pdf).toString('base64'),
    };
  });
}

const fileNames: Record<DossierReader, string> = {
  buyer: 'compra',
  seller: 'venda',
  staff: 'equipe',
  authority: 'autoridade',
};
