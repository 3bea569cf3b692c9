import { defaultRules } from '#domain/settings/rules.ts';
import type { Move } from './move.ts';

const { minCents } = defaultRules.withdrawal;

/** A withdrawal of a person with enough balance; some ask for too much, and some lack the required proof. */
const askWithdrawal: Move = {
  name: 'withdrawal',
  weight: 3,
  async make(world, random) {
    const who = random.pick(random.chance(0.85) ? world.sellers : world.buyers);
    const { data } = await world.get(who, '/balances');
    const free = data.availableCents + data.purchaseCreditCents;
    if (free < minCents && random.chance(0.9)) return undefined;
    const amountCents = random.chance(0.15) ? free + 1 : random.int(minCents, Math.max(minCents, free));
    if (random.chance(0.9)) await world.prove(who);
    return (random.chance(0.15) ? world.twice : world.post)(who, '/withdrawals', { amountCents });
  },
};

const takeWithdrawalBack: Move = {
  name: 'withdrawal taken back',
  weight: 1,
  async make(world, random) {
    const who = random.pick(world.sellers);
    const { data } = await world.get(who, '/withdrawals');
    const newest = data.items[0];
    return newest && world.post(who, `/withdrawals/${newest.id}/cancellation`);
  },
};

/** Withdrawals of sellers and buyers. */
export const withdrawalMoves: readonly Move[] = [askWithdrawal, takeWithdrawalBack];
