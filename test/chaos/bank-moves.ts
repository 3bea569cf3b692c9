import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Random } from '#demo/random.ts';
import type { Move } from './move.ts';
import type { World } from './world.ts';

/**
 * A person pays with a banking app: in time, late, partly, too much, twice, from another person's account, with or
 * without a notice.
 */
const pay: Move = {
  name: 'bank pays',
  weight: 9,
  async make(world, random) {
    const order = world.someOrder(random);
    const reference = order && (await world.referenceOf(order));
    if (!order || !reference) return undefined;
    const { totalCents } = order;
    const how = random.next();
    const wrong =
      how < 0.05
        ? { amountCents: Math.max(1, totalCents - 1) }
        : how < 0.1
          ? { amountCents: totalCents + 777 }
          : {};
    const payer = random.chance(0.05) ? { payerDocument: '52998224725' } : {};
    const copies = random.pick([1, 1, 1, 1, 0, 2, 5]);
    return world.post(world.admin, '/dev/charges/payment', { reference, copies, ...wrong, ...payer });
  },
};

/** A webhook notice: new, repeated, about an unknown charge, or forged. */
const notice: Move = {
  name: 'bank notice',
  weight: 3,
  async make(world, random) {
    const order = world.someOrder(random);
    const reference = (order && (await world.referenceOf(order))) ?? 'nothing';
    const { told } = world;
    const old = told.length > 0 && random.chance(0.4) ? random.pick(told.slice(-50)) : undefined;
    const one = old ?? { reference, eventId: randomUUID() };
    if (!old) told.push(one);
    return world.notice(one.reference, one.eventId, random.chance(0.1));
  },
};

const card: Move = {
  name: 'bank decides a card',
  weight: 1,
  async make(world, random) {
    const order = world.someOrder(random);
    const reference = order && (await world.referenceOf(order));
    const outcome = random.pick(['approved', 'declined']);
    return reference
      ? world.post(world.admin, '/dev/charges/card-decision', { reference, outcome })
      : undefined;
  },
};

/** The payer contests the payment at their bank, which upholds or reverses it; the notice may be lost. */
const contestation: Move = {
  name: 'bank contests',
  weight: 3,
  async make(world, random) {
    const open = await oneOf(
      world,
      random,
      sql`select reference from payments where state = 'contested' and attempt is not null`,
    );
    const order = world.someOrder(random);
    const fresh = order && (await world.referenceOf(order));
    const reference = open && random.chance(0.6) ? open : fresh;
    if (!reference) return undefined;
    const to =
      reference === open
        ? random.pick(['kept', 'lost', 'lost'])
        : random.pick(['open', 'open', 'open', 'lost']);
    const copies = random.pick([1, 1, 1, 0, 3]);
    return world.post(world.admin, '/dev/charges/contestation', { reference, to, copies });
  },
};

/** The bank of a Pix key returns a payout. */
const returned: Move = {
  name: 'bank returns a payout',
  weight: 1,
  async make(world, random) {
    const reference = await oneOf(
      world,
      random,
      sql`select reference from simulator.payouts where state = 'done'`,
    );
    return reference ? world.post(world.admin, '/dev/payouts/return', { reference }) : undefined;
  },
};

/** One of the newest twenty rows of a query. */
async function oneOf({ db }: World, random: Random, found: RawBuilder<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select reference from (${found}) f order by reference desc limit 20`.execute(db);
  return rows.length === 0 ? undefined : random.pick(rows).reference;
}

/** All actions of the bank. */
export const bankMoves: readonly Move[] = [pay, notice, card, contestation, returned];
