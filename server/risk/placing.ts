import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { RiskFacts } from '#domain/risk/facts.ts';
import type { RiskRules } from '#domain/risk/rules.ts';
import { exceedsVelocity, scoreOrder } from '#domain/risk/score.ts';
import type { RiskVerdict } from '#domain/risk/score.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { isPrivateNetwork, networkOf } from '#server/http/limits/networks.ts';

/** A purchase before its order is written. */
interface Purchase {
  offer: { id: number; sellerId: number; deliveryType: DeliveryType };
  totalCents: number;
  /** Whether it is sent to the address that it is sent from. */
  isSamePlace: boolean;
  /** Whom the buyer named for the payment, if they did. */
  billing: { document: string } | null;
}

/** What is stored with the order. */
export interface AssessedPurchase {
  purchase: Purchase;
  verdict: RiskVerdict;
  facts: RiskFacts;
  device: Buffer | null;
  network: string | null;
  document: string | null;
}

interface Found {
  device: string | null;
  document: string | null;
  facts: Omit<
    RiskFacts,
    'amountCents' | 'instant' | 'sharedAddress' | 'otherPayer' | 'cardAccounts' | 'cardOrdersDay'
  >;
}

/**
 * F55: reads the signals of a purchase in one call and scores them. The call locks the device, network and document that
 * limits count by until the order is committed, so that raced purchases are counted one after the other.
 * @throws `purchase_refused` beyond a limit or from the refusing score on; a stranger learns no more than that
 */
export async function assessPurchase(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  purchase: Purchase,
  rules: RiskRules,
): Promise<AssessedPurchase | null> {
  if (!rules.active) return null;
  const network = countedNetwork(viewer.ip);
  const { rows } = await sql<{ found: Found }>`
    select risk_at_placing(${viewer.id}, ${purchase.offer.id}, ${viewer.sessionId}, ${network}, ${purchase.billing?.document ?? null}) as found`.execute(
    tx,
  );
  const { device, document, facts: known } = rows[0]!.found;
  const facts: RiskFacts = {
    ...known,
    amountCents: purchase.totalCents,
    instant: purchase.offer.deliveryType === 'automatic',
    sharedAddress: purchase.isSamePlace,
    otherPayer: false,
    cardAccounts: 0,
    cardOrdersDay: 0,
  };
  const verdict = scoreOrder(facts, rules);
  if (verdict.action === 'refuse' || exceedsVelocity(facts, rules)) {
    ctx.log.info(
      { buyerId: viewer.id, score: verdict.score, reasons: verdict.reasons },
      'a purchase was refused',
    );
    fail('purchase_refused');
  }
  return {
    purchase,
    verdict,
    facts,
    device: device === null ? null : Buffer.from(device, 'hex'),
    network,
    document,
  };
}

/** A CTE that stores the assessment in the statement that places the order; nothing where nothing was assessed. */
export function assessmentInsert(viewer: Viewer, assessed: AssessedPurchase | null): RawBuilder<unknown> {
  if (!assessed) return sql``;
  const { purchase, verdict, facts, device, network, document } = assessed;
  return sql`assessed as (
    insert into order_risks (order_id, buyer_id, seller_id, device, network, document, facts, score, reasons, action)
    select id, ${viewer.id}, ${purchase.offer.sellerId}, ${device}::bytea, ${network}::text, ${document}::text,
      ${JSON.stringify(facts)}::jsonb, ${verdict.score}::int, ${verdict.reasons}::text[], ${verdict.action} from placed),`;
}

/** Null for a private network and an invalid address, which are no single place. */
function countedNetwork(ip: string | undefined): string | null {
  if (ip === undefined || isPrivateNetwork(ip)) return null;
  const network = networkOf(ip);
  return network === 'unknown' ? null : network;
}
