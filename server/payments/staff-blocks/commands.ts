import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type * as contract from '#contract/payments/staff-blocks.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { renewalRefusal } from '#domain/payments/staff-blocks.ts';
import type { BlockFacts } from '#domain/payments/staff-blocks.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { liftSaleStop, applySaleStop } from '#server/payments/sale-blocks.ts';
import { currentRules } from '#server/settings/queries.ts';

/**
 * N02: an admin blocks the money of one completed sale, and nothing else of its seller. It ends by itself after seven
 * days. The cause of a block is its sale: a sale is blocked by staff once, whatever reason is given.
 * @throws `wrong_state` when the sale is not completed or has no money left · `already_requested` the second time
 */
export async function blockSaleMoney(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, cause, words }: { id: number } & Body<typeof contract.blockSaleMoney>,
): Promise<void> {
  const order = await lockForBlock(tx, viewer, id);
  if ((await blockOf(tx, id)) !== null)
    fail('already_requested', {
      detail: 'O valor deste pedido já foi bloqueado. Cada pedido é bloqueado uma vez.',
    });
  if (order.state !== 'completed' || !(await holdsMoney(tx, id)))
    fail('wrong_state', {
      detail: 'Só o valor de um pedido concluído, que não foi devolvido, pode ser bloqueado.',
      meta: { allowed: [] },
    });
  const { payments } = (await currentRules(ctx.db, tx)).rules;
  const until = new Date(order.now.getTime() + payments.blockMs);
  await sql`insert into staff_blocks (order_id, cause, words, created_by, ends_at)
    values (${id}, ${cause}, ${words}, ${viewer.id}, ${until})`.execute(tx);
  await applySaleStop(tx, order);
  await record(tx, orderEvent('settlement.blocked', order, viewer, { code: cause, reason: words, until }));
}

/**
 * N02: another admin renews the block once, for as long again from its end.
 * @throws `second_person_needed` for the person who blocked · `already_decided` when it ended or was renewed
 */
export async function renewStaffBlock(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, words }: { id: number } & Body<typeof contract.renewStaffBlock>,
): Promise<void> {
  const order = await lockForBlock(tx, viewer, id);
  const block = (await blockOf(tx, id)) ?? fail('not_found');
  const refusal = renewalRefusal(block, viewer.id, order.now);
  if (refusal === 'same_person')
    fail('second_person_needed', { detail: 'Quem bloqueou não renova: outra pessoa precisa concordar.' });
  if (refusal) fail('already_decided', { detail: refusalTexts[refusal] });
  const { payments } = (await currentRules(ctx.db, tx)).rules;
  const until = new Date(block.endsAt.getTime() + payments.blockMs);
  await sql`update staff_blocks set renewed_by = ${viewer.id}, renewed_at = market_now(), renewal_words = ${words},
    ends_at = ${until} where order_id = ${id}`.execute(tx);
  await record(
    tx,
    orderEvent('settlement.block_renewed', order, viewer, {
      reason: words,
      until,
      deciders: [block.createdBy],
    }),
  );
}

const refusalTexts = {
  ended: 'Este bloqueio já acabou e não volta.',
  renewed: 'Este bloqueio já foi renovado uma vez. No fim do prazo ele acaba de vez.',
};

/** Ends a block early. @throws `already_decided` when it has ended */
export async function endStaffBlock(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const order = await lockForBlock(tx, viewer, id);
  const block = (await blockOf(tx, id)) ?? fail('not_found');
  if (block.endedAt !== null) fail('already_decided', { detail: refusalTexts.ended });
  await end(tx, order, viewer);
}

/**
 * Ends a block that was overturned on appeal (N04), also one whose end the sweep has not reached.
 * @returns whether the sale continues, or null when the block had ended
 * @throws `forbidden` · `own_decision` for a party of the sale
 */
export async function endBlockOnAppeal(tx: Tx, viewer: Viewer, id: number): Promise<boolean | null> {
  return end(tx, await lockOrder(tx, viewer, id), viewer);
}

/** Locks the order of one block whose time is over. */
export async function lockEndedBlock(
  tx: Tx,
  which: ReturnType<typeof sql>,
): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from staff_blocks k join orders o on o.id = k.order_id
      join listing_versions v on v.id = o.listing_version_id
    where k.ended_at is null and k.ends_at <= market_now() and ${which}
    order by k.ends_at limit 1 for no key update of o skip locked`.execute(tx);
  return rows[0];
}

/**
 * N02: the money is free again, unless something else blocks it.
 * @returns whether the sale continues, or null when the block had ended
 */
export async function end(tx: Tx, order: LockedOrder, viewer: Viewer | null): Promise<boolean | null> {
  const { rows } = await sql`update staff_blocks set ended_at = market_now(), ended_by = ${viewer?.id ?? null}
    where order_id = ${order.id} and ended_at is null returning order_id`.execute(tx);
  if (rows.length === 0) return null;
  const goesOn = await liftSaleStop(tx, order);
  await record(tx, orderEvent('settlement.block_ended', order, viewer, { goesOn }));
  return goesOn;
}

/** Locks the order's row, checks the viewer's permission, and that no deadline of the order waits. */
async function lockForBlock(tx: Tx, viewer: Viewer, id: number): Promise<LockedOrder> {
  const order = await lockOrder(tx, viewer, id);
  await throwIfOverdue(tx, id);
  return order;
}

async function lockOrder(tx: Tx, viewer: Viewer, id: number): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = ${id} for no key update of o`.execute(tx);
  const order = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'decide_payment', order);
  if (!answer.ok) fail(answer.reason);
  return order;
}

async function blockOf(tx: Tx, id: number): Promise<BlockFacts | null> {
  const { rows } = await sql<BlockFacts>`
    select created_by as "createdBy", ends_at as "endsAt", renewed_by as "renewedBy", ended_at as "endedAt"
    from staff_blocks where order_id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

async function holdsMoney(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from settlements where order_id = ${id} and state <> 'reversed'`.execute(
    tx,
  );
  return rows.length > 0;
}
