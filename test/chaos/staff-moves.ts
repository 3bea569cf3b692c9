import { randomBytes } from 'node:crypto';
import type { Random } from '#demo/random.ts';
import { statementHeader } from '#domain/payments/bank-files/statements.ts';
import { marketNow } from '#server/database/transaction.ts';
import { note } from './move.ts';
import { somePdf } from './order-moves.ts';
import type { Move } from './move.ts';
import type { World } from './world.ts';

const anyOf = (world: World, random: Random) => random.pick([world.admin, world.second, world.support]);

/** An item of a staff queue; `undefined` when the queue is empty. */
async function waiting(world: World, path: string, random: Random) {
  const { data } = await world.get(world.admin, path);
  return data.items.length === 0 ? undefined : random.pick<{ id: number }>(data.items);
}

const withdrawals: Move = {
  name: 'withdrawal decided',
  weight: 4,
  async make(world, random) {
    const found = await waiting(world, '/staff/withdrawals', random);
    const decision = random.chance(0.85) ? 'approve' : 'reject';
    return (
      found && world.post(anyOf(world, random), `/staff/withdrawals/${found.id}/decision`, { decision, note })
    );
  },
};

const refunds: Move = {
  name: 'refund decided',
  weight: 3,
  async make(world, random) {
    const found = await waiting(world, '/staff/refunds', random);
    const decision = random.chance(0.75) ? 'approve' : 'reject';
    return (
      found && world.post(anyOf(world, random), `/staff/refunds/${found.id}/decision`, { decision, note })
    );
  },
};

/** One person records the Pix, another confirms the same: its id is derived from the refund, so both agree. */
const byHand: Move = {
  name: 'refund paid by hand',
  weight: 2,
  async make(world, random) {
    const found = await waiting(world, '/staff/refunds?tab=manuais', random);
    const endToEndId = `E${String(found?.id ?? 0).padStart(20, '0')}${'a'.repeat(11)}`;
    return (
      found && world.post(anyOf(world, random), `/staff/refunds/${found.id}/hand-payment`, { endToEndId })
    );
  },
};

const reviews: Move = {
  name: 'payment review decided',
  weight: 1,
  async make(world, random) {
    const found = await waiting(world, '/staff/payment-reviews', random);
    const decision = random.pick(['release', 'refund']);
    return (
      found &&
      world.post(anyOf(world, random), `/staff/payment-reviews/${found.id}/decision`, { decision, note })
    );
  },
};

const forced: Move = {
  name: 'forced move',
  weight: 1,
  async make(world, random) {
    const order = world.someOrder(random);
    const event = random.pick(['force_cancellation', 'force_delivery', 'force_conclusion', 'force_refund']);
    return (
      order &&
      world.post(random.pick([world.admin, world.second]), `/staff/orders/${order.hash}/forced-moves`, {
        event,
        reason: note,
      })
    );
  },
};

/** The buyer uploads a payment proof, and mostly the money is on the next statement. */
const receipt: Move = {
  name: 'receipt sent',
  weight: 3,
  async make(world, random) {
    const order = world.orders.findLast((each) => each.method === 'manual' && random.chance(0.6));
    if (!order) return undefined;
    const file = await world.call(order.buyer, 'POST', '/receipt-files', somePdf());
    if (file.code !== 'ok') return file;
    const now = (await marketNow(world.db)).toISOString();
    if (random.chance(0.7)) {
      const amount = (order.totalCents / 100).toFixed(2);
      const line = `E${randomBytes(15).toString('hex')};${now};${amount};ANA SOUZA;11144477735`;
      await world.post(random.pick([world.admin, world.second]), '/staff/bank-lines', {
        statement: `${statementHeader}\n${line}`,
      });
    }
    return world.post(order.buyer, `/orders/${order.hash}/receipts`, {
      fileId: file.data.id,
      payerName: 'Ana Souza',
      bank: 'Banco Exemplo',
      paidAt: now,
      amountCents: order.totalCents,
    });
  },
};

const receipts: Move = {
  name: 'receipt decided',
  weight: 3,
  async make(world, random) {
    const found = await waiting(world, '/staff/receipts', random);
    if (!found) return undefined;
    const who = anyOf(world, random);
    const { data } = await world.get(who, `/staff/receipts/${found.id}`);
    const line = data?.line ?? data?.candidates?.[0];
    const verdict =
      line && random.chance(0.85)
        ? { decision: 'approve', bankLineId: line.id }
        : { decision: 'reject', refusal: 'not_found' };
    return world.post(who, `/staff/receipts/${found.id}/decision`, verdict);
  },
};

/** All actions of staff. */
export const staffMoves: readonly Move[] = [withdrawals, refunds, byHand, reviews, forced, receipt, receipts];
