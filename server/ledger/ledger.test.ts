import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { transitionsOf } from '#domain/machine.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import { escrowRules, orderMachine } from '#domain/orders/orders.ts';
import { paymentMachine, refundMachine } from '#domain/payments/payments.ts';
import * as postings from '#domain/ledger/postings.ts';
import { settlementMachine } from '#domain/ledger/settlements.ts';
import { returnMachine } from '#domain/shipping/returns/returns.ts';
import { withdrawalMachine } from '#domain/withdrawals/withdrawals.ts';
import { accountKinds } from '#domain/ledger/account-kinds.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as kit from '#test/ledger/setup.ts';
import * as payouts from '#test/ledger/withdrawals.ts';
import * as books from '#test/ledger/steps.ts';
import { balances, breaks, trialBalance } from './queries.ts';
import { post } from './post.ts';
import { checkBooks, freezeStatus } from './reconcile.ts';
import { statement } from './statements.ts';

let database: TestDatabase;
let app: Kysely<DB>;
let owner: Kysely<DB>;
let buyerId: number;
let sellerId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 4, applicationName: 'test' });
  owner = connect(database.ownerUrl, { max: 2, applicationName: 'test' });
  const { userIds } = await kit.createLedgerUsers(app, 2);
  [buyerId, sellerId] = userIds as [number, number];
});

afterAll(async () => {
  await app.destroy();
  await owner.destroy();
  await database.drop();
});

const place = (totalCents = 10_000) => kit.placeSale(app, { buyerId, sellerId, totalCents });
async function released(totalCents = 10_000) {
  const sale = await place(totalCents);
  for (const fact of [kit.paymentSteps, kit.deliverySteps, kit.completionSteps, kit.releaseSteps])
    await books.writeSteps(app, fact(sale));
  return sale;
}

describe('a sale in the books', () => {
  it('goes from the bank to the seller, and every centavo is accounted for at each step (M1, M2, M3)', async () => {
    const before = await balances(app, sellerId);
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    expect(await held('escrow', sale.orderId)).toBe(10_000);
    await books.writeSteps(app, kit.deliverySteps(sale));
    await books.writeSteps(app, kit.completionSteps(sale));
    expect(await held('escrow', sale.orderId)).toBe(0);
    expect((await balances(app, sellerId)).pendingReleaseCents).toBe(before.pendingReleaseCents + 9_010);
    await books.writeSteps(app, kit.releaseSteps(sale));
    const after = await balances(app, sellerId);
    expect(after.availableCents).toBe(before.availableCents + 9_010);
    expect(after.pendingReleaseCents).toBe(before.pendingReleaseCents);
    expect(await breaks(app)).toEqual([]);
  });

  it('refunds the buyer completely when it is cancelled, commission included (M4)', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    const { refundId } = await books.writeSteps(app, kit.cancellationSteps(sale));
    expect(await held('refund_due', refundId)).toBe(10_000);
    await books.writeSteps(app, kit.refundPaidSteps({ refundId, amountCents: 10_000 }));
    expect(await held('refund_due', refundId)).toBe(0);
    expect(await breaks(app)).toEqual([]);
  });

  it('takes commission only on the amount that remains after a partial refund', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    await books.writeSteps(app, kit.partialRefundSteps(sale, 4_000));
    await books.writeSteps(app, kit.deliverySteps(sale));
    await books.writeSteps(app, kit.completionSteps(sale, 4_000));
    expect(await held('pending_release', sale.orderId)).toBe(6_000 - 594);
    await books.writeSteps(app, kit.releaseSteps(sale, 4_000));
    expect(await breaks(app)).toEqual([]);
  });

  it('owes a surplus and a second payment back at once', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale, 500));
    await books.writeSteps(app, kit.unexpectedPaymentSteps(await kit.chargeAgain(app, sale)));
    expect(await breaks(app)).toEqual([]);
  });
});

const paidAndReturned = (withdrawal: payouts.Withdrawal) => [
  ...payouts.payoutSteps(withdrawal),
  ...payouts.reopenSteps(withdrawal),
];

describe('a withdrawal in the books', () => {
  const asked = { amountCents: 5_000, feeCents: 250 };

  it('earns its fee only when the bank has paid (M9)', async () => {
    await released();
    const fees = await total('fee_revenue');
    const { withdrawalId } = await books.writeSteps(
      app,
      payouts.requestSteps({ userId: sellerId, ...asked }),
    );
    expect(await total('fee_revenue')).toBe(fees);
    expect((await balances(app, sellerId)).withdrawalInTransitCents).toBe(5_000);
    await books.writeSteps(app, payouts.payoutSteps({ withdrawalId, userId: sellerId, ...asked }));
    expect(await total('fee_revenue')).toBe(fees + 250);
    expect((await balances(app, sellerId)).withdrawalInTransitCents).toBe(0);
    expect(await breaks(app)).toEqual([]);
  });

  it.each([
    ['refused', payouts.rejectionSteps],
    ['returned by the bank', payouts.returnedPayoutSteps],
    ['paid and then returned by the bank', paidAndReturned],
  ])('returns every centavo when it is %s, fee included (M9)', async (_, fact) => {
    await released();
    const before = await balances(app, sellerId);
    const platform = await Promise.all([total('psp_cash'), total('fee_revenue')]);
    const { withdrawalId } = await books.writeSteps(
      app,
      payouts.requestSteps({ userId: sellerId, ...asked }),
    );
    await books.writeSteps(app, fact({ withdrawalId, userId: sellerId, ...asked }));
    expect(await balances(app, sellerId)).toEqual(before);
    expect(await Promise.all([total('psp_cash'), total('fee_revenue')])).toEqual(platform);
    expect(await breaks(app)).toEqual([]);
  });

  it('over the balance is refused with a clear message, and leaves nothing', async () => {
    const { availableCents } = await balances(app, sellerId);
    const asking = payouts.requestSteps({ userId: sellerId, amountCents: availableCents + 1, feeCents: 0 });
    await expect(books.writeSteps(app, asking)).rejects.toMatchObject({
      code: 'insufficient_balance',
      status: 409,
    });
    expect((await balances(app, sellerId)).availableCents).toBe(availableCents);
  });

  it('of the whole balance requested twenty times at once happens once', async () => {
    const { availableCents } = await balances(app, sellerId);
    const asking = payouts.requestSteps({ userId: sellerId, amountCents: availableCents, feeCents: 0 });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => books.writeSteps(app, asking)));
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect((await balances(app, sellerId)).availableCents).toBe(0);
  });
});

describe('posting', () => {
  it('the same journal again posts nothing and reports it', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    const cash = await total('psp_cash');
    const again = await app.transaction().execute((tx) => post(tx, postings.capture(sale)));
    expect(again).toEqual({ posted: false });
    expect(await total('psp_cash')).toBe(cash);
  });

  it('the same key with other content is an error', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    const other = postings.capture({ ...sale, totalCents: sale.totalCents - 1 });
    await expect(app.transaction().execute((tx) => post(tx, other))).rejects.toMatchObject({ code: 'PM002' });
  });

  it('twenty times at once moves the money once', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    await books.writeSteps(app, kit.deliverySteps(sale));
    await books.writeSteps(app, kit.completionSteps(sale));
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => books.writeSteps(app, kit.releaseSteps(sale))),
    );
    expect(tries.filter((each) => each.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    expect(await held('pending_release', sale.orderId)).toBe(0);
    expect(await breaks(app)).toEqual([]);
  });
});

describe('the statement', () => {
  it('lists each movement of the available balance with the balance after it, page by page', async () => {
    const sale = await released();
    const all = await statement(app, { userId: sellerId, account: 'available' }, { limit: 1_000 });
    expect(all[0]).toMatchObject({ kind: 'release', orderId: sale.orderId, amountCents: 9_010 });
    expect(all[0]!.balanceCents).toBe((await balances(app, sellerId)).availableCents);
    all.forEach((row, at) => {
      expect(row.balanceCents - row.amountCents).toBe(all[at + 1]?.balanceCents ?? 0);
      expect(row.number).toBe(all.length - at);
    });
    const first = await statement(app, { userId: sellerId, account: 'available' }, { limit: 2 });
    const second = await statement(
      app,
      { userId: sellerId, account: 'available' },
      { limit: 2, before: first.at(-1)!.number },
    );
    expect([...first, ...second]).toEqual(all.slice(0, 4));
  });

  it('orders its entries by time, however long a posting was delayed', async () => {
    await released();
    const owed = async () => {
      const sale = await kit.placeSale(app, { buyerId: sellerId, sellerId: buyerId, totalCents: 1_000 });
      await books.writeSteps(app, kit.paymentSteps(sale));
      return { ...(await books.writeSteps(app, kit.cancellationSteps(sale))), amountCents: 1_000 };
    };
    const [first, second] = [await owed(), await owed()];
    await books.writeSteps(app, kit.refundCreditSteps(first, sellerId));
    const asking = payouts.requestSteps({
      userId: sellerId,
      amountCents: 500,
      feeCents: 0,
      creditCents: 100,
    });
    const { written } = await owner.transaction().execute(async (tx) => {
      await sql`select from money.accounts where kind = 'available' and case_id = ${sellerId} for update`.execute(
        tx,
      );
      const asked = books.writeSteps(app, asking);
      await books.waitForBlockedLock(tx);
      await books.writeSteps(app, kit.refundCreditSteps(second, sellerId));
      return { written: asked };
    });
    await written;
    const of = { userId: sellerId, account: 'purchase_credit' } as const;
    const lines = (await statement(app, of, { limit: 3 })).toReversed();
    expect(lines.map((line) => line.kind)).toEqual(['refund_paid', 'refund_paid', 'withdrawal_asked']);
    expect(lines.toSorted((one, other) => one.at.getTime() - other.at.getTime())).toEqual(lines);
  });

  it('is empty for a person who never received money', async () => {
    expect(await statement(app, { userId: buyerId, account: 'available' }, { limit: 10 })).toEqual([]);
    expect((await balances(app, buyerId)).availableCents).toBe(0);
  });
});

describe('the rules in SQL', () => {
  it('have the transitions of the domain, row by row', async () => {
    const { rows: orders } =
      await sql`select event, from_state, to_state, actor from order_transitions`.execute(app);
    expect(sorted(orders)).toEqual(sorted(edgesOf(orderMachine)));
    const { rows: listings } =
      await sql`select event, from_state, to_state, actor from listing_transitions`.execute(app);
    expect(sorted(listings)).toEqual(sorted(edgesOf(listingMachine)));
    const machines = {
      payment: paymentMachine,
      refund: refundMachine,
      settlement: settlementMachine,
      withdrawal: withdrawalMachine,
      return: returnMachine,
    };
    for (const [noun, machine] of Object.entries(machines)) {
      const { rows } = await sql`
        select event, from_state, to_state, actor from case_transitions where noun = ${noun}`.execute(app);
      expect(sorted(rows), noun).toEqual(sorted(edgesOf(machine)));
    }
  });

  it('have the escrow rule of each order state', async () => {
    const { rows } = await sql<{ state: string; rule: string }>`
      select state, escrow_rule as rule from order_states`.execute(app);
    expect(Object.fromEntries(rows.map((row) => [row.state, row.rule]))).toEqual(escrowRules);
  });

  it('have the chart of accounts and the facts of the domain', async () => {
    const accounts = await sql<{ kind: string }>`select kind, owner, side from money.account_kinds`.execute(
      app,
    );
    expect(sorted(accounts.rows)).toEqual(sorted(named(accountKinds)));
    const journals = await sql<{ kind: string }>`
      select kind, subject, key_form as key from money.journal_kinds`.execute(app);
    expect(sorted(journals.rows)).toEqual(sorted(named(postings.journalKinds)));
  });
});

describe('the books', () => {
  it('balance: total debits equal total credits over all accounts (§4.1)', async () => {
    const rows = await trialBalance(app);
    const sum = (side: 'debitsCents' | 'creditsCents') => rows.reduce((all, row) => all + row[side], 0);
    expect(sum('debitsCents')).toBe(sum('creditsCents'));
    expect(rows.every((row) => row.balanceCents >= 0)).toBe(true);
    expect(await checkBooks(app)).toEqual({ healthy: true, breaks: [] });
  });

  it('freeze money on the first violation, and every posting says so until the owner unfreezes', async () => {
    const sale = await place();
    await sql`update money.accounts set credits = credits + 1 where kind = 'available'`.execute(owner);
    const { healthy, breaks: found } = await checkBooks(app);
    expect(healthy).toBe(false);
    expect(found.map((each) => each.id)).toEqual(expect.arrayContaining(['I1', 'I3']));
    expect(await freezeStatus(app)).toMatchObject({ reason: expect.stringContaining('I1') });
    await expect(books.writeSteps(app, kit.paymentSteps(sale))).rejects.toMatchObject({
      code: 'money_frozen',
      status: 503,
    });
    await expect(sql`update money.status set frozen_at = null`.execute(app)).rejects.toMatchObject({
      code: '42501',
    });

    await sql`update money.accounts set credits = credits - 1 where kind = 'available'`.execute(owner);
    await sql`update money.status set frozen_at = null, reason = null`.execute(owner);
    expect((await checkBooks(app)).healthy).toBe(true);
    await books.writeSteps(app, kit.paymentSteps(sale));
  });
});

async function held(kind: AccountKind, caseId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select credits - debits as cents from money.accounts where kind = ${kind} and case_id = ${caseId}`.execute(
    app,
  );
  return rows[0]!.cents;
}

async function total(kind: AccountKind): Promise<number> {
  return (await trialBalance(app)).find((row) => row.kind === kind)!.balanceCents;
}

const edgesOf = (machine: Parameters<typeof transitionsOf>[0]) =>
  transitionsOf(machine).map(({ event, from, to, actor }) => ({
    event,
    from_state: from,
    to_state: to,
    actor,
  }));
const named = (table: Record<string, object>) =>
  Object.entries(table).map(([kind, row]) => ({ kind, ...row }));
const sorted = (rows: unknown[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row as object).toSorted())).toSorted();
