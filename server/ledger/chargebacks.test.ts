import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { chargeback } from '#domain/ledger/chargebacks.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as books from '#test/ledger/steps.ts';
import { debtPaymentSteps, chargebackReturnSteps, secondChargebackSteps } from '#test/ledger/chargebacks.ts';
import * as payouts from '#test/ledger/withdrawals.ts';
import * as kit from '#test/ledger/setup.ts';
import { balances, breaks } from './queries.ts';

/** What a bank took beyond a sale (ADR 71), tried as the application's own role. */
let database: TestDatabase;
let app: Kysely<DB>;
let owner: Kysely<DB>;
let buyerId: number;
let sellerId: number;

beforeEach(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 2, applicationName: 'test' });
  owner = connect(database.ownerUrl, { max: 1, applicationName: 'test' });
  [buyerId, sellerId] = (await kit.createLedgerUsers(app, 2)).userIds as [number, number];
});

afterEach(async () => {
  await app.destroy();
  await owner.destroy();
  await database.drop();
});

/** A sale of R$ 100,00 that its buyer has back as credit. */
async function credited(): Promise<kit.Sale> {
  const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
  await books.writeSteps(app, kit.paymentSteps(sale));
  const { refundId } = await books.writeSteps(app, kit.cancellationSteps(sale));
  await books.writeSteps(app, kit.refundCreditSteps({ refundId, amountCents: 10_000 }, buyerId));
  return sale;
}

/** … of which the bank took as much again, and the credit paid so much. */
async function owing(paidCents: number): Promise<kit.Sale> {
  const sale = await credited();
  await books.writeSteps(app, secondChargebackSteps(sale, 10_000));
  if (paidCents > 0)
    await books.writeSteps(app, debtPaymentSteps(buyerId, { creditCents: paidCents, availableCents: 0 }));
  return sale;
}

/** Another journal of the chargeback that was written just before. */
const booking =
  (debtorId: number | null, amountCents: number): books.Step =>
  ({ chargebackId }) =>
    chargeback({ chargebackId, debtorId, amountCents });

const has = async () => {
  const { purchaseCreditCents, chargebackDebtCents } = await balances(app, buyerId);
  return { purchaseCreditCents, chargebackDebtCents };
};

async function refusedFor(steps: books.Step[], constraint: string): Promise<void> {
  expect(await books.stepsFailure(app, steps)).toMatchObject({ code: '23514', constraint });
}

const without = (statement: string) => sql.raw(statement).execute(owner);
const found = async () => [...new Set((await breaks(app)).map((each) => each.id))].toSorted();

describe('a chargeback beyond the sale', () => {
  it('is owed, paid off, and returned when it is won; the books balance at each step', async () => {
    const sale = await owing(0);
    expect(await has()).toEqual({ purchaseCreditCents: 10_000, chargebackDebtCents: 10_000 });
    expect(await breaks(app)).toEqual([]);
    await books.writeSteps(app, debtPaymentSteps(buyerId, { creditCents: 10_000, availableCents: 0 }));
    expect(await has()).toEqual({ purchaseCreditCents: 0, chargebackDebtCents: 0 });
    // A payment of which nothing stays taken is not charged back any more.
    const all = chargebackReturnSteps(sale, { amountCents: 10_000, owedCents: 0 });
    await refusedFor(all, 'payment_money');
    await books.writeSteps(app, [
      sql`update payments set state = 'upheld' where id = ${sale.paymentId}`,
      ...all,
    ]);
    expect(await has()).toEqual({ purchaseCreditCents: 10_000, chargebackDebtCents: 0 });
    expect(await breaks(app)).toEqual([]);
  });

  it('may overdraw our account at the bank by the owed amount, and by no centavo more', async () => {
    const sale = await credited();
    await books.writeSteps(
      app,
      payouts.requestSteps({ userId: buyerId, amountCents: 10_000, creditCents: 10_000, feeCents: 0 }),
    );
    const { rows } = await sql<{ id: number }>`select id from withdrawals`.execute(app);
    const out = {
      withdrawalId: rows[0]!.id,
      userId: buyerId,
      amountCents: 10_000,
      creditCents: 10_000,
      feeCents: 0,
    };
    await books.writeSteps(app, payouts.payoutSteps(out));
    await books.writeSteps(app, secondChargebackSteps(sale, 10_000));
    expect(await breaks(app)).toEqual([]);
    await without(`update money.accounts set credits = credits + 1 where kind = 'psp_cash'`);
    expect(await found()).toContain('I2');
  });

  it('cannot exceed the paid amount, and only the amount taken can be returned', async () => {
    const sale = await credited();
    await refusedFor(secondChargebackSteps(sale, 10_001), 'chargeback_money');
    await books.writeSteps(app, secondChargebackSteps(sale, 6_000));
    await refusedFor(secondChargebackSteps(sale, 4_001), 'chargeback_money');
    await refusedFor(
      chargebackReturnSteps(sale, { amountCents: 6_001, owedCents: 6_000 }),
      'chargeback_money',
    );
    await refusedFor(chargebackReturnSteps(sale, { amountCents: 1, owedCents: 0 }, null), 'chargeback_money');
    await books.writeSteps(app, secondChargebackSteps(sale, 4_000));
  });

  it('is owed by its buyer or borne by the fund, by no one else, and is never unbooked', async () => {
    const sale = await credited();
    await refusedFor(secondChargebackSteps(sale, 100, sellerId), 'chargeback_money');
    const [lock, contested, taken, born, booked] = secondChargebackSteps(sale, 100) as [
      books.Step,
      books.Step,
      books.Step,
      books.Step,
      books.Step,
    ];
    await refusedFor([lock, contested, taken, born], 'chargeback_money');
    await refusedFor([lock, born, booked], 'chargeback_state');
    await refusedFor([lock, contested, taken, born, booking(null, 100)], 'chargeback_money');
    await refusedFor([lock, contested, taken, born, booking(sellerId, 100)], 'payee');
    await refusedFor([lock, contested, taken, born, booking(buyerId, 99)], 'leg_amount');
    await books.writeSteps(app, secondChargebackSteps(sale, 100, null));
    expect(await breaks(app)).toEqual([]);
  });

  it('is not paid off by more than is owed, by another’s balance, or without a posting', async () => {
    await owing(4_000);
    const more = await books.stepsFailure(
      app,
      debtPaymentSteps(buyerId, { creditCents: 6_001, availableCents: 0 }),
    );
    expect(more).toMatchObject({ code: 'wrong_state' });
    await refusedFor(
      debtPaymentSteps(buyerId, { creditCents: 1, availableCents: 0 }).slice(0, 1),
      'debt_payment_money',
    );
    const [born, paid] = debtPaymentSteps(buyerId, { creditCents: 1, availableCents: 0 }) as [
      books.Step,
      books.Step,
    ];
    const others = (made: books.CreatedIds) => {
      const journal = (paid as (made: books.CreatedIds) => books.Step)(made);
      if (!books.isJournal(journal)) return journal;
      const legs = journal.legs.map((leg) => ({ ...leg, debit: { ...leg.debit, caseId: sellerId } }));
      return { ...journal, legs };
    };
    expect(await books.stepsFailure(app, [born, others])).not.toBeNull();
  });

  it('prevents its debtor from buying by balance and from withdrawing, until it is paid', async () => {
    await owing(4_000);
    const bought = await kit.placeSale(app, { buyerId, sellerId, totalCents: 1_000 }, 'balance');
    const buying = kit.balancePaymentSteps(bought, { purchaseCreditCents: 1_000, availableCents: 0 });
    const asking = payouts.requestSteps({
      userId: buyerId,
      amountCents: 1_000,
      creditCents: 1_000,
      feeCents: 0,
    });
    await refusedFor(buying, 'debt_first');
    await refusedFor(asking, 'debt_first');
    await books.writeSteps(app, debtPaymentSteps(buyerId, { creditCents: 6_000, availableCents: 0 }));
    await credited();
    await books.writeSteps(app, buying);
    await books.writeSteps(app, asking);
  });

  it('prevents a refund by card from becoming balance while the card may be contested', async () => {
    const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
    await sql`update payments set method = 'card' where id = ${sale.paymentId}`.execute(owner);
    await books.writeSteps(app, kit.paymentSteps(sale));
    const { refundId } = await books.writeSteps(app, kit.cancellationSteps(sale));
    const crediting = kit.refundCreditSteps({ refundId, amountCents: 10_000 }, buyerId);
    await refusedFor(crediting, 'refunds_to_card');
    await sql`update payments set confirmed_at = market_now() - interval '121 days' where id = ${sale.paymentId}`.execute(
      owner,
    );
    await books.writeSteps(app, crediting);
  });
});

describe('without', () => {
  it('the consistency check of chargebacks, an unbooked one is detected as I6', async () => {
    const mistake = secondChargebackSteps(await credited(), 100).slice(0, 4);
    await refusedFor(mistake, 'chargeback_money');
    await without('drop trigger chargebacks_money_born on chargebacks');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of debt payments, one that moved nothing is detected as I6', async () => {
    await owing(0);
    const mistake = debtPaymentSteps(buyerId, { creditCents: 1, availableCents: 0 }).slice(0, 1);
    await refusedFor(mistake, 'debt_payment_money');
    await without('drop trigger debt_payments_money_born on debt_payments');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the state check of its payment, a chargeback of an uncontested payment is written', async () => {
    const [lock, , , born, booked] = secondChargebackSteps(await credited(), 100) as [
      books.Step,
      books.Step,
      books.Step,
      books.Step,
      books.Step,
    ];
    await refusedFor([lock, born, booked], 'chargeback_state');
    await without('drop trigger chargebacks_of_taken on chargebacks');
    expect(await books.stepsFailure(app, [lock, born, booked])).toBeNull();
  });

  it('the guard of legs, a debtor spends the amount they owe', async () => {
    await owing(0);
    const asking = payouts.requestSteps({
      userId: buyerId,
      amountCents: 1_000,
      creditCents: 1_000,
      feeCents: 0,
    });
    await refusedFor(asking, 'debt_first');
    await without('drop trigger transfers_payee on money.transfers');
    expect(await books.stepsFailure(app, asking)).toBeNull();
  });

  it('the refund rule of cards, a refund by card becomes balance', async () => {
    const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
    await sql`update payments set method = 'card' where id = ${sale.paymentId}`.execute(owner);
    await books.writeSteps(app, kit.paymentSteps(sale));
    const { refundId } = await books.writeSteps(app, kit.cancellationSteps(sale));
    const mistake = kit.refundCreditSteps({ refundId, amountCents: 10_000 }, buyerId);
    await refusedFor(mistake, 'refunds_to_card');
    await without('drop trigger refunds_to_card on refunds');
    expect(await books.stepsFailure(app, mistake)).toBeNull();
  });
});
