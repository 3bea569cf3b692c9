import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decideContest as decideEndpoint } from '#contract/accounts/counting-contests.ts';
import type { contestSale as contestEndpoint } from '#contract/accounts/seller-levels.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ContestCause, ContestState } from '#domain/accounts/seller-levels/contests.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { recountSeller } from './jobs.ts';
import { saleFacts } from './figures.ts';

/** A row of `sale_contests`, also as JSON built by PostgreSQL carries it. */
export interface ContestRow {
  id: number;
  state: ContestState;
  words: string;
  cause: ContestCause | null;
  note: string | null;
  created_at: Date | string;
  decided_at: Date | string | null;
}

type Contest = Reply<typeof contestEndpoint>;

export function presentContest({ created_at, decided_at, ...row }: ContestRow): Contest {
  const { id, state, words, cause, note } = row;
  return {
    id,
    state,
    words,
    cause,
    note,
    createdAt: new Date(created_at).toISOString(),
    decidedAt: decided_at && new Date(decided_at).toISOString(),
  };
}

const columns = sql`id, state, words, cause, note, created_at, decided_at`;

/**
 * The seller contests how a sale counts, once (§4.13).
 * @throws `not_found` for a sale of another · `wrong_state` for one that does not count against them or was contested
 */
export async function contestSale(
  tx: Tx,
  viewer: Viewer,
  { hash, words }: { hash: string } & Body<typeof contestEndpoint>,
): Promise<Contest> {
  const { rows } = await sql<{ id: number; counts: boolean }>`
    select o.id, (sale.claimed or sale.cancelled or sale.late) and sale.excluded is null as counts
    from orders o ${saleFacts} where o.hash = ${hash} and o.seller_id = ${viewer.id}`.execute(tx);
  const sale = rows[0] ?? fail('not_found');
  if (!sale.counts) refuse('Esta venda não conta contra você. Não há o que contestar.');
  const { rows: made } = await sql<ContestRow>`
    insert into sale_contests (order_id, seller_id, words) values (${sale.id}, ${viewer.id}, ${words})
    on conflict do nothing returning ${columns}`.execute(tx);
  const contest = made[0] ?? refuse('Você já contestou esta venda. A equipe decide uma vez.');
  await record(tx, {
    kind: 'order.counting_contested',
    actor: viewer,
    subject: { kind: 'order', id: sale.id },
  });
  return presentContest(contest);
}

function refuse(detail: string): never {
  return fail('wrong_state', { detail, meta: { allowed: [] } });
}

/**
 * Staff decide a contest. An accepted one excludes the sale, and the seller's colour is counted again at once.
 * @throws `own_decision` for a side of the order · `already_decided`
 */
export async function decideContest(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, decision, cause, note }: { id: number } & Body<typeof decideEndpoint>,
): Promise<Contest> {
  const { rows } = await sql<{ state: ContestState; orderId: number; sellerId: number; buyerId: number }>`
    select t.state, o.id as "orderId", o.seller_id as "sellerId", o.buyer_id as "buyerId"
    from sale_contests t join orders o on o.id = t.order_id where t.id = ${id} for update of t`.execute(tx);
  const { state, orderId, sellerId, buyerId } = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'decide_contest', { involved: [buyerId, sellerId] });
  if (!answer.ok) fail(answer.reason);
  if (state !== 'pending') fail('already_decided', { detail: 'Esta contestação já foi decidida.' });
  const accepted = decision === 'accept';
  if (accepted && cause === undefined) fail('invalid_request', { errors: { cause: 'Escolha o motivo.' } });
  const after = accepted ? 'accepted' : 'rejected';
  const { rows: decided } = await sql<ContestRow>`
    update sale_contests set state = ${after}, cause = ${accepted ? cause! : null}, note = ${note},
      decided_by = ${viewer.id}, decided_at = market_now() where id = ${id} returning ${columns}`.execute(tx);
  await recordDecision(tx, {
    kind: 'order.counting_decided',
    actor: viewer,
    subject: { kind: 'order', id: orderId },
    data: { accepted },
    before: { state },
    after: { state: after, ...(accepted && { cause }) },
    reason: note,
  });
  if (accepted) await recountSeller(tx, sellerId, (await currentRules(ctx.db, tx)).rules.sellerLevels);
  return presentContest(decided[0]!);
}

/**
 * Accepts a contest that staff rejected, once that was overturned on appeal (N04), and counts the seller again.
 * @returns whether it was rejected
 */
export async function acceptRejected(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { orderId, note }: { orderId: number; note: string },
): Promise<boolean> {
  const { rows } = await sql<{ sellerId: number }>`
    update sale_contests set state = 'accepted', cause = 'miscounted', note = ${note.slice(0, 500)},
      decided_by = ${viewer.id}, decided_at = market_now()
    where order_id = ${orderId} and state = 'rejected' returning seller_id as "sellerId"`.execute(tx);
  if (!rows[0]) return false;
  await recountSeller(tx, rows[0].sellerId, (await currentRules(ctx.db, tx)).rules.sellerLevels);
  return true;
}
