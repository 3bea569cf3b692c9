import { sql } from 'kysely';
import type { PaymentState } from '#domain/payments/payments.ts';
import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { collectDebt, debtorsWithBalance } from '#server/ledger/debts.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { followContestation } from './commands.ts';

/** Asks about the state of each contested payment, since a webhook may be lost. */
export const checkContestedPayments: Sweep = {
  name: 'ask-about-contested',
  everyMs: 5 * 60_000,
  async run(ctx) {
    const { rows } = await sql<ChargeKey>`
      select c.reference from payments p join payments c on c.order_id = p.order_id
        and (c.id = p.id and p.attempt is not null or p.attempt is null and c.provider_id = p.provider_id
          and c.attempt is not null)
      where p.state = 'contested' and p.provider = ${ctx.payments.name} order by p.contested_at`.execute(
      ctx.db,
    );
    return followAll(ctx, rows);
  },
};

/** Asks once a day whether the bank took more of a charged-back payment or returned it, while that is possible. */
export const checkChargedBackPayments: Sweep = {
  name: 'ask-about-taken',
  everyMs: 24 * 60 * 60_000,
  async run(ctx) {
    const { rules } = await currentRules(ctx.db);
    const { rows } = await sql<ChargeKey>`
      select c.reference from payments p join payments c on c.order_id = p.order_id
        and (c.id = p.id and p.attempt is not null or p.attempt is null and c.provider_id = p.provider_id
          and c.attempt is not null)
      where p.state = 'charged_back' and p.provider = ${ctx.payments.name}
        and p.contested_at > market_now() - ${rules.payments.cardContestDays}::int * interval '1 day'
      order by p.contested_at`.execute(ctx.db);
    return followAll(ctx, rows);
  },
};

/** Collects debts of chargebacks from balances that a race left (ADR 71). */
export const collectDebts: Sweep = {
  name: 'collect-debts',
  everyMs: 60_000,
  async run(ctx) {
    let done = 0;
    for (const userId of await debtorsWithBalance(ctx.db, 100))
      if ((await inTransaction(ctx.db, (tx) => collectDebt(tx, userId))) > 0) done += 1;
    return done;
  },
};

/** States in which the provider's list may contain news; charged-back payments are asked about once a day. */
const unsettled: readonly PaymentState[] = [
  'confirmed',
  'partially_refunded',
  'refunded',
  'upheld',
  'contested',
];

/** Searches the provider's own list for contestations whose webhook was lost. */
export const findMissedContestations: Sweep = {
  name: 'find-contested',
  everyMs: 60 * 60_000,
  run: async (ctx) => followAll(ctx, await unsettledOf(ctx, await ctx.payments.listContested())),
};

/**
 * The charges whose state may still change. Providers list every lost payment for ever, and without this filter each
 * would be asked about every hour.
 */
async function unsettledOf(ctx: Ctx, keys: readonly ChargeKey[]): Promise<readonly ChargeKey[]> {
  const references = keys.flatMap(({ reference }) => reference ?? []);
  const { rows } = await sql<{ reference: string }>`
    select c.reference from payments c where c.reference = any(${references}::text[]) and not exists (
      select from payments p where p.order_id = c.order_id and (p.id = c.id or p.provider_id = c.provider_id)
        and p.state = any(${unsettled}::text[]))`.execute(ctx.db);
  const settled = new Set(rows.map(({ reference }) => reference));
  return keys.filter(({ reference }) => reference === undefined || !settled.has(reference));
}

async function followAll(ctx: Ctx, keys: readonly ChargeKey[]): Promise<number> {
  let done = 0;
  for (const key of keys) {
    const moved = await followContestation(ctx, key).catch((error: unknown) => {
      ctx.log.warn({ err: error, ...key }, 'a contestation could not be followed');
      return false;
    });
    if (moved) done += 1;
  }
  return done;
}
