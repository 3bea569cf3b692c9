import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { Order } from '#contract/orders/orders.ts';
import type * as contract from '#contract/orders/securing.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { isSecured } from '#domain/orders/securing.ts';
import type { SecuringOutcome, SecuringStep } from '#domain/orders/securing.ts';
import type { OrderTimers } from '#domain/orders/timers.ts';
import type { Tx } from '#server/context.ts';
import { lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** The row of an order's securing as JSON built by PostgreSQL. */
export interface SecuringRow {
  startedAt: string;
  until: string;
  steps: SecuringStep[];
  outcome: SecuringOutcome | null;
  endedAt: string | null;
}

/** For queries with `orders o`. */
export const securingColumn = sql`(select jsonb_build_object('startedAt', a.started_at, 'until', a.until,
    'steps', a.steps, 'outcome', a.outcome, 'endedAt', a.ended_at)
  from account_securings a where a.order_id = o.id) as securing`;

/** The securing as buyer, seller and staff read it. */
export function presentSecuring(row: SecuringRow | null): NonNullable<Order['deal']>['securing'] {
  return (
    row && {
      ...row,
      startedAt: new Date(row.startedAt).toISOString(),
      until: new Date(row.until).toISOString(),
      endedAt: row.endedAt && new Date(row.endedAt).toISOString(),
    }
  );
}

/**
 * N13: the buyer of an account may secure it before the time to confirm runs. A replaced account is secured from the
 * beginning. The caller has locked the order's row and sets its timer.
 * @returns for how long the clock stands still at most, in milliseconds
 */
export async function startSecuring(tx: Tx, order: LockedOrder, timers: OrderTimers): Promise<number> {
  const pauseMs = order.categoryKind === 'account' ? timers.securingMs : 0;
  if (pauseMs === 0) return 0;
  const until = new Date(order.now.getTime() + pauseMs);
  await sql`insert into account_securings (order_id, started_at, until) values (${order.id}, ${order.now}, ${until})
    on conflict (order_id) do update set started_at = excluded.started_at, until = excluded.until, steps = '{}',
      outcome = null, ended_at = null`.execute(tx);
  return pauseMs;
}

/** N13: ticks a step, or takes the tick back. @throws `wrong_state` when there is no securing, or it has ended */
export async function tickSecuringStep(
  tx: Tx,
  viewer: Viewer,
  { hash, step, done }: { hash: string; step: SecuringStep } & Body<typeof contract.tickSecuringStep>,
): Promise<void> {
  const { order, steps } = await lockSecuring(tx, viewer, hash);
  const next = new Set(steps);
  if (done) next.add(step);
  else next.delete(step);
  await sql`update account_securings set steps = ${[...next]} where order_id = ${order.id}`.execute(tx);
}

/**
 * N13: ends the securing. PostgreSQL takes what is left of the pause off the order's timer, in the same statement.
 * @throws `wrong_state` when a step is missing for `done`, or as in {@link tickSecuringStep}
 */
export async function endSecuring(
  tx: Tx,
  viewer: Viewer,
  { hash, outcome }: { hash: string } & Body<typeof contract.endSecuring>,
): Promise<Reply<typeof contract.endSecuring>> {
  const { order, steps } = await lockSecuring(tx, viewer, hash);
  if (outcome === 'done' && !isSecured(steps))
    await refuseMove(tx, order, 'buyer', {
      detail: 'Marque todos os passos antes de terminar, ou escolha «Dispensar os passos».',
    });
  await sql`update account_securings set outcome = ${outcome}, ended_at = market_now()
    where order_id = ${order.id}`.execute(tx);
  const { rows } = await sql<{ due_at: Date }>`select due_at from orders where id = ${order.id}`.execute(tx);
  return { dueAt: rows[0]!.due_at.toISOString() };
}

/** Locks an order whose buyer is securing the account now; the time to confirm must be running. */
async function lockSecuring(
  tx: Tx,
  viewer: Viewer,
  hash: string,
): Promise<{ order: LockedOrder; steps: SecuringStep[] }> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (actor !== 'buyer') fail('not_found');
  const { rows } = await sql<{ steps: SecuringStep[] }>`
    select steps from account_securings where order_id = ${order.id} and ended_at is null`.execute(tx);
  const isRunning = order.state === 'delivered' && order.dueEvent === 'confirm_by_time';
  if (!rows[0] || !isRunning)
    return refuseMove(tx, order, actor, {
      detail: 'Os passos para proteger a conta já terminaram, ou não valem para este pedido agora.',
    });
  return { order, steps: rows[0].steps };
}
