import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Placed } from '#test/orders/sales.ts';
import { day } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/**
 * Refund × contestation × spending in any order (T26, ADR 71): whatever is refused on the way, every centavo that the
 * bank took is booked to someone, no one keeps more than they paid, and the books balance.
 */
let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

const paidCents = 10_000;
const cents = fc.integer({ min: 1, max: paidCents });

const step = fc.oneof(
  fc.record({ does: fc.constant('refund' as const), cents }),
  fc.record({ does: fc.constant('take' as const), cents }),
  fc.record({ does: fc.constant('spend' as const), cents: fc.integer({ min: 100, max: paidCents }) }),
  fc.record({
    does: fc.constantFrom('regret', 'choose', 'confirm', 'withdraw', 'open', 'keep', 'win', 'wait'),
    cents: fc.constant(0),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const acts: Record<Step['does'], (sale: Placed, cents: number) => Promise<unknown>> = {
  refund: (sale, amountCents) =>
    stage.post(sale.seller, `/orders/${sale.hash}/refunds`, { amountCents, note }),
  regret: (sale) => stage.post(sale.buyer, `/orders/${sale.hash}/regret`, { destination: 'balance' }),
  choose: async (sale) => {
    const { rows } = await sql<{ id: number }>`
      select id from refunds where order_id = ${sale.id} order by id desc limit 1`.execute(stage.db);
    if (!rows[0]) return;
    const body = { destination: 'balance' };
    await stage.request('PUT', `/refunds/${rows[0].id}/destination`, { token: sale.buyer.token, body });
  },
  confirm: (sale) => stage.post(sale.buyer, `/orders/${sale.hash}/confirmation`),
  spend: async (sale, priceCents) => {
    const listing = await stage.publishedListing({ codes: stage.codes(1), priceCents });
    await stage.order(sale.buyer, listing, 1, {}, 'balance');
  },
  withdraw: async (sale) => {
    const { data } = await stage.request('GET', '/balances', { token: sale.buyer.token });
    const amountCents = data.availableCents + data.purchaseCreditCents;
    const asked = await stage.post(sale.buyer, '/withdrawals', { amountCents });
    if (asked.status < 300)
      await stage.post(stage.admin, `/staff/withdrawals/${asked.data.id}/decision`, {
        decision: 'approve',
        note: '',
      });
  },
  open: (sale) => stage.bank.contestCharge(sale.reference, { to: 'open' }),
  take: async (sale, takenCents) => {
    await stage.bank.contestCharge(sale.reference, { to: 'open', copies: 0 });
    await stage.bank.contestCharge(sale.reference, { to: 'lost', takenCents, copies: 2 });
  },
  keep: (sale) => stage.bank.contestCharge(sale.reference, { to: 'kept' }),
  win: (sale) => stage.bank.contestCharge(sale.reference, { to: 'won' }),
  wait: () => stage.moveClock(day),
};

interface Sums {
  takenCents: number;
  bookedCents: number;
  unclaimedCents: number;
  /** All that the buyer received of the payment, in any way, less the amount they owe or paid back. */
  keptCents: number;
}

/** The bank's own record compared with the ledger entries that moved its money. */
async function sums({ id, reference }: Placed): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with lines as (
      select j.kind, j.refund_id, d.kind as debit, c.kind as credit, t.amount
      from money.journals j join money.transfers t on t.journal_id = j.id
        join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
      where j.order_id = ${id}),
    said as (select taken_cents, (select coalesce(sum(b.amount_cents), 0) from simulator.refunds b
        join simulator.receipts r using (end_to_end_id) where r.charge_reference = ${reference} and b.state = 'done') as sent
      from simulator.charges where reference = ${reference}),
    own as (select
      coalesce(sum(l.amount) filter (where l.kind = 'chargeback' and l.credit = 'psp_cash'), 0)
        - coalesce(sum(l.amount) filter (where l.kind = 'chargeback_returned' and l.debit = 'psp_cash'), 0) as owed,
      coalesce(sum(l.amount) filter (where l.kind = 'refund_paid' and l.credit = 'psp_cash' and r.taken), 0) as ofsale,
      coalesce(sum(l.amount) filter (where l.kind = 'refund_paid' and l.credit = 'purchase_credit'), 0) as credited
      from lines l left join refunds r on r.id = l.refund_id)
    select said.taken_cents::int as "takenCents", (own.owed + own.ofsale)::int as "bookedCents",
      greatest(own.ofsale - said.taken_cents, 0)::int as "unclaimedCents",
      (said.taken_cents + said.sent + own.credited - own.owed)::int as "keptCents"
    from said, own`.execute(stage.db);
  return rows[0]!;
}

async function isBooked(sale: Placed, done: readonly Step[]): Promise<void> {
  const { takenCents, bookedCents, unclaimedCents, keptCents } = await sums(sale);
  const told = JSON.stringify(done);
  // Money that the bank returns of a sale that ended by the chargeback needs a person; all else has an owner at once.
  expect(bookedCents - unclaimedCents, told).toBe(takenCents);
  expect(keptCents, told).toBeLessThanOrEqual(paidCents);
}

test(
  'every centavo that the bank took is booked to someone, whatever was refunded and spent before',
  { timeout: 600_000, retry: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const sale = await stage.delivered({ codes: stage.codes(1), priceCents: paidCents });
        const done: Step[] = [];
        for (const each of steps) {
          await acts[each.does](sale, each.cents);
          done.push(each);
          await stage.drain();
          await isBooked(sale, done);
        }
        // Contestations that the bank still reviews are decided at the end.
        await stage.bank.contestCharge(sale.reference, { to: 'kept' });
        await stage.allIsWell();
        await isBooked(sale, done);
      }),
      {
        numRuns: 20,
        examples: [
          [
            [
              { does: 'regret', cents: 0 },
              { does: 'spend', cents: paidCents },
              { does: 'take', cents: paidCents },
            ],
          ],
        ],
      },
    );
  },
);
