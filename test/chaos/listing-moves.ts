import { randomBytes } from 'node:crypto';
import { marketNow } from '#server/database/transaction.ts';
import { note } from './move.ts';
import type { Move } from './move.ts';

/** Stock changes and a listing is paused for a while, while others buy it. */
const restock: Move = {
  name: 'shelf filled',
  weight: 1,
  async make(world, random) {
    const { id, kind, seller } = random.pick(world.goods);
    if (kind !== 'codes')
      return world.call(seller, 'PATCH', `/listings/${id}`, { stock: random.pick([1, 2, 40, 400]) });
    const codes = Array.from({ length: random.int(1, 5) }, () => randomBytes(8).toString('hex'));
    return world.post(seller, `/listings/${id}/codes`, { codes });
  },
};

const pause: Move = {
  name: 'listing paused or resumed',
  weight: 2,
  make(world, random) {
    const { id, seller } = random.pick(world.goods);
    return world.call(seller, 'PUT', `/listings/${id}/pause`, { paused: random.chance(0.2) });
  },
};

const moderate: Move = {
  name: 'listing moderated',
  weight: 2,
  make(world, random) {
    const { id } = random.pick(world.goods);
    const action = random.chance(0.2) ? random.pick(['pause', 'suspend']) : 'republish';
    const who = random.pick([world.admin, world.support]);
    return world.post(who, `/staff/listings/${id}/moderation`, { action, reason: note });
  },
};

/** A seller is suspended for some days and restored: neither orders nor money may be lost. */
const stopSeller: Move = {
  name: 'seller suspended or reinstated',
  weight: 1,
  async make(world, random) {
    const { id } = random.pick(world.sellers);
    const event = random.chance(0.15) ? random.pick(['suspend', 'restrict']) : 'reinstate';
    const until = new Date((await marketNow(world.db)).getTime() + random.int(1, 24) * 3_600_000);
    const wish = { event, reason: note, ...(event === 'suspend' && { until: until.toISOString() }) };
    return world.call(world.admin, 'PUT', `/staff/users/${id}/state`, wish);
  },
};

/** All actions on listings and their sellers while buyers order. */
export const listingMoves: readonly Move[] = [restock, pause, moderate, stopSeller];
