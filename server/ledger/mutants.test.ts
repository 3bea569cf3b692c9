import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { capture, refundConcluded, release, withdrawalAsked } from '#domain/ledger/postings.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as blocks from '#test/ledger/blocks.ts';
import * as kit from '#test/ledger/setup.ts';
import * as payouts from '#test/ledger/withdrawals.ts';
import * as books from '#test/ledger/steps.ts';
import { breaks } from './queries.ts';

/**
 * Each test takes one guard away, as only the owner of the database can, and makes the mistake it stood against:
 * with the guard PostgreSQL refuses, without it the books show the break. So no guard is for show, and the check
 * of the books can fail.
 */
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

const place = () => kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
async function concluded() {
  const sale = await place();
  for (const fact of [kit.paymentSteps, kit.deliverySteps, kit.completionSteps])
    await books.writeSteps(app, fact(sale));
  return sale;
}

describe('without', () => {
  it('the overdraft check, a withdrawal over the balance is detected as I2', async () => {
    const asking = payouts.requestSteps({ userId: sellerId, amountCents: 500, feeCents: 0 });
    expect(await books.stepsFailure(app, asking)).toMatchObject({ code: 'insufficient_balance' });
    await without('alter table money.accounts drop constraint no_overdraft');
    await books.writeSteps(app, asking);
    expect(await found()).toEqual(['I2']);
  });

  it('the consistency check of orders, one that is paid without money is detected as I4', async () => {
    const mistake = kit.paymentSteps(await place()).slice(0, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await without('drop trigger orders_money on orders');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check of journals, money released to a pending settlement is detected as I4', async () => {
    const mistake = [release({ ...(await concluded()), netCents: 9_010 })];
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await without('drop trigger journals_money on money.journals');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check of settlements, one released without its money is detected as I4', async () => {
    const mistake = kit.releaseSteps(await concluded()).slice(0, 2);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await without('drop trigger settlements_money on settlements');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check of payments, money that arrived and was not booked is detected as I6', async () => {
    const mistake = kit.paymentSteps(await place()).slice(1, 2);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'payment_money' });
    await without('drop trigger payments_money on payments');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of refunds, one without a debt is detected as I6', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    const mistake = kit.partialRefundSteps(sale, 100).slice(0, 2);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'refund_money' });
    await without('drop trigger refunds_money_born on refunds');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of withdrawals, one paid without the bank is detected as I8', async () => {
    const sale = await concluded();
    await books.writeSteps(app, kit.releaseSteps(sale));
    const asked = { userId: sellerId, amountCents: 500, feeCents: 0 };
    const { withdrawalId } = await books.writeSteps(app, payouts.requestSteps(asked));
    const mistake = payouts.payoutSteps({ ...asked, withdrawalId }).slice(0, 3);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'withdrawal_money' });
    await without('drop trigger withdrawals_money on withdrawals');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I8']);
  });

  it('the consistency check of withdrawals, one returned without its money is detected as I8', async () => {
    const withdrawal = await paidOut();
    const mistake = payouts.reopenSteps(withdrawal).slice(0, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'withdrawal_money' });
    await without('drop trigger withdrawals_money on withdrawals');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I8']);
  });

  it('the consistency check of refunded amounts, an order that reports less than was refunded is detected as I4', async () => {
    const sale = await concluded();
    const mistake = `update orders set refunded_cents = 1 where id = ${sale.orderId}`;
    expect(await books.statementFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await without('drop trigger orders_refunded_money on orders');
    await sql.raw(mistake).execute(app);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check of blocks, one that blocks no money is detected as I9', async () => {
    const sale = await concluded();
    const mistake = blocks.blockSteps(sale, 'pending_release').slice(1, 2);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'block_money' });
    await without('drop trigger sale_blocks_money on sale_blocks');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I9']);
  });

  it('the consistency check of blocks, one that is lifted while the sale is still blocked is detected as I4', async () => {
    const sale = await concluded();
    const { blockId } = await books.writeSteps(app, blocks.blockSteps(sale, 'pending_release'));
    const mistake = `update sale_blocks set lifted_at = market_now() where id = ${blockId}`;
    expect(await books.statementFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await without('drop trigger sale_blocks_money on sale_blocks');
    await sql.raw(mistake).execute(app);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check of contested payments, one whose sale continues is detected as I6', async () => {
    const sale = await concluded();
    const mistake = blocks.contestationSteps(sale, 'pending_release').slice(0, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'payment_money' });
    await without('drop trigger payments_contested_money on payments');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of contested payments, a chargeback without moved money is detected as I6', async () => {
    const sale = await concluded();
    await books.writeSteps(app, blocks.contestationSteps(sale, 'pending_release'));
    const mistake = blocks.chargebackSteps(sale, { refundId: 0, amountCents: 1 }).slice(0, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'payment_money' });
    await without('drop trigger payments_contested_money on payments');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the block of a contestation, money that moves during the bank’s review is detected as I6', async () => {
    const sale = await concluded();
    const { blockId } = await books.writeSteps(app, blocks.contestationSteps(sale, 'pending_release'));
    const mistake = blocks.upheldSteps({ ...sale, blockId }, 'pending_release').slice(1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'block_money' });
    await without('drop trigger settlements_stay_blocked on settlements');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of new settlements, one of nothing is detected as I4', async () => {
    const { orderId } = await place();
    const mistake = `insert into settlements (order_id, seller_id, net_cents) values (${orderId}, ${sellerId}, 1)`;
    expect(await books.statementFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await without('drop trigger settlements_money_born on settlements');
    await sql.raw(mistake).execute(app);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check of refund destinations, balance that should go to a bank is detected as I6', async () => {
    const sale = await concluded();
    const { refundId } = await books.writeSteps(app, kit.lateRefundSteps(sale, 9_000, 'pendingCents'));
    await books.writeSteps(app, kit.refundCreditSteps({ refundId, amountCents: 9_000 }, buyerId));
    const bought = await kit.placeSale(app, { buyerId, sellerId, totalCents: 1_000 }, 'balance');
    const from = { purchaseCreditCents: 1_000, availableCents: 0 };
    await books.writeSteps(app, kit.balancePaymentSteps(bought, from));
    await books.writeSteps(
      app,
      kit
        .partialRefundSteps(bought, 10)
        .toSpliced(
          2,
          0,
          (made) => sql`update refunds set destination = 'balance' where id = ${made.refundId}`,
        ),
    );
    const mistake = `update refunds set destination = 'original' where payment_id = ${bought.paymentId}`;
    expect(await books.statementFailure(app, mistake)).toMatchObject({ constraint: 'refund_money' });
    await without('drop trigger refunds_destination_money on refunds');
    await sql.raw(mistake).execute(app);
    expect(await found()).toEqual(['I6']);
  });

  it('the lock of a partly paid order, a part held for an expired one is detected as I6', async () => {
    const [guarded, sale] = [await place(), await place()];
    expect(await expiringAmid(guarded)).toMatchObject({ constraint: 'refund_money' });
    await without('drop trigger refunds_held_under_lock on refunds');
    expect(await expiringAmid(sale)).toBeNull();
    expect(await found()).toEqual(['I6']);
  });

  it('the refusal of old snapshots, refunds of more than was paid are detected as I6', async () => {
    const mistake = kit.platformRefundSteps(await concluded(), 9_000);
    await without('drop trigger journals_no_snapshot on money.journals');
    expect(await books.oldSnapshotFailure(app, mistake, mistake)).toBeNull();
    expect(await found()).toEqual(['I6']);
  });

  it('the refusal of state changes on old snapshots, a part held for an expired order is detected as I6', async () => {
    const sale = await place();
    await without('drop trigger order_events_no_snapshot on order_events');
    const part = kit.partialPaymentSteps(sale, 6_000);
    expect(await books.oldSnapshotFailure(app, part, kit.expirySteps(sale))).toBeNull();
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of refunds in process, one without a recipient is detected as I6', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    const { refundId } = await books.writeSteps(app, kit.partialRefundSteps(sale, 100));
    const mistake = kit.refundPaidSteps({ refundId, amountCents: 100 }).slice(0, 2);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'refund_money' });
    await without('drop trigger refunds_money on refunds');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the consistency check of new withdrawals, one without reserved money is detected as I8', async () => {
    const mistake = payouts.requestSteps({ userId: sellerId, amountCents: 500, feeCents: 0 }).slice(0, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'withdrawal_money' });
    await without('drop trigger withdrawals_money_born on withdrawals');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I8']);
  });

  it('the block of a complaint, blocked money that moves is detected as I9', async () => {
    const sale = await concluded();
    const { blockId } = await books.writeSteps(app, blocks.blockSteps(sale, 'pending_release'));
    const mistake = blocks.unblockSteps({ ...sale, blockId }, 'pending_release').toSpliced(1, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'block_money' });
    await without('drop trigger settlements_stay_blocked on settlements');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I9']);
  });

  it('the consistency check at commit, a refund that spares the platform its fee is detected as I4', async () => {
    const sale = await concluded();
    const [lock, born, , shrunk] = kit.lateRefundSteps(sale, 1_000, 'pendingCents');
    const nothing = { pendingCents: 1_000, blockedCents: 0, availableCents: 0, recoverableCents: 0 };
    const spared: books.Step = ({ refundId }) =>
      refundConcluded({ ...sale, refundId, parts: nothing, commissionCents: 0, guaranteeCents: 0 });
    const mistake = [lock!, born!, spared, shrunk!];
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'order_money' });
    await withoutTies();
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I4']);
  });

  it('the consistency check at commit, refunds of more than was paid are detected as I6', async () => {
    const sale = await concluded();
    await books.writeSteps(app, kit.reversalSteps(sale, 'pendingCents'));
    const mistake = kit.platformRefundSteps(sale, 1);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'refund_money' });
    await withoutTies();
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I6']);
  });

  it('the guard of legs, money released to another person is detected as I7', async () => {
    const sale = await concluded();
    const settle = kit.releaseSteps(sale).slice(0, 2);
    const mistake = [...settle, release({ ...sale, sellerId: buyerId, netCents: 9_010 })];
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'payee' });
    await without('drop trigger transfers_payee on money.transfers');
    await books.writeSteps(app, mistake);
    expect(await found()).toEqual(['I7']);
  });

  it('the unique constraint on facts, nothing can be posted at all', async () => {
    const sale = await place();
    await without('alter table money.journals drop constraint business_key');
    expect(await books.stepsFailure(app, kit.paymentSteps(sale))).toMatchObject({ code: '42P10' });
    expect(await found()).toEqual([]);
  });

  it('the unique constraint on facts and the writer’s own check of it, a second capture is refused as a wrong leg', async () => {
    const sale = await place();
    await books.writeSteps(app, kit.paymentSteps(sale));
    await without('alter table money.journals drop constraint business_key');
    const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef('money.post'::regproc) as source`.execute(owner);
    const unlooked = rows[0]!.source.replace('j.key = fact_key', 'false');
    await without(unlooked.replace('on conflict (key) do nothing', ''));
    expect(await books.stepsFailure(app, [capture(sale)])).toMatchObject({ constraint: 'leg_amount' });
  });

  it('the append-only guard, a rewritten amount is detected as I3 and I7', async () => {
    await concluded();
    const mistake = sql`update money.transfers set amount = amount + 1 where leg = 1`;
    await expect(mistake.execute(owner)).rejects.toMatchObject({ code: '42501' });
    await without('drop trigger transfers_append_only on money.transfers');
    await mistake.execute(owner);
    expect(await found()).toEqual(expect.arrayContaining(['I3', 'I4', 'I7']));
  });

  it('the event trigger, a state without an event is detected as I5', async () => {
    const sale = await place();
    await without(`update orders set state = 'expired' where id = ${sale.orderId}`);
    expect(await found()).toEqual(['I5']);
  });

  it('the row locks of the writer, a counter written from a stale value is detected as I1 and I3', async () => {
    await concluded();
    await without(
      `update money.accounts set credits = credits + 1, version = version + 1 where kind = 'escrow'`,
    );
    expect(await found()).toEqual(expect.arrayContaining(['I1', 'I3']));
  });
});

it('without the guard of legs a withdrawal of another’s balance is detected as I7', async () => {
  const sale = await concluded();
  await books.writeSteps(app, kit.releaseSteps(sale));
  const made = payouts.requestSteps({ userId: buyerId, amountCents: 500, feeCents: 0 })[0]!;
  await without('drop trigger transfers_payee on money.transfers');
  await books.writeSteps(app, [
    made,
    ({ withdrawalId }) => withdrawalAsked({ withdrawalId, userId: sellerId, amountCents: 500 }),
  ]);
  expect(await found()).toEqual(['I7']);
});

/** What no sum can show: these alone stand between the mistake and the row. */
describe('without its only guard', () => {
  it('the state machine of withdrawals, one is sent without approval', async () => {
    await books.writeSteps(app, kit.releaseSteps(await concluded()));
    await books.writeSteps(app, payouts.requestSteps({ userId: sellerId, amountCents: 500, feeCents: 0 }));
    await passes(
      `update withdrawals set state = 'processing'`,
      'case_state',
      'drop trigger withdrawals_state on withdrawals',
    );
  });

  it('the single reopening, its date is changed', async () => {
    const withdrawal = await paidOut();
    await books.writeSteps(app, payouts.reopenSteps(withdrawal));
    await passes(
      `update withdrawals set reopened_at = reopened_at + interval '1 day' where id = ${withdrawal.withdrawalId}`,
      '42501',
      'drop trigger withdrawals_reopened_once on withdrawals',
    );
  });

  it('the two-person rule, one person approves a large refund twice', async () => {
    await books.writeSteps(app, kit.lateRefundSteps(await concluded(), 100, 'pendingCents'));
    await passes(
      `update refunds set decided_by = ${buyerId}, seconded_by = ${buyerId}`,
      'refunds_two_people',
      'alter table refunds drop constraint refunds_two_people',
    );
  });

  it('the two-person rule, one person approves a large payment proof alone', async () => {
    const sale = await place();
    await without(`
      alter table receipts disable trigger receipts_deciders;
      insert into receipt_files (owner_id, key, media, bytes, content_hash)
        values (${buyerId}, repeat('k', 43), 'application/pdf', 1, sha256('x'));
      insert into bank_lines (bank_id, at, amount_cents, payer_name, document, loaded_by)
        values ('E1', now(), 10000, 'ANA', '', ${sellerId});
      insert into receipts (order_id, payment_id, sending, file_id, content_hash, payer_name, bank, paid_at,
          amount_cents, needs_two)
        select ${sale.orderId}, ${sale.paymentId}, 1, id, content_hash, 'Ana', 'Banco', now(), 10000, true
        from receipt_files`);
    await passes(
      `update receipts set state = 'approved', decided_by = ${sellerId},
        bank_line_id = (select id from bank_lines)`,
      'receipt_four_eyes',
      'alter table receipts drop constraint receipt_four_eyes',
    );
  });

  it('the release delay, money is free before its end', async () => {
    const sale = await concluded();
    await without(`update settlements set release_at = release_at + interval '1 day'`);
    const mistake = kit.releaseSteps(sale);
    expect(await books.stepsFailure(app, mistake)).toMatchObject({ constraint: 'settlement_hold' });
    await without('drop trigger settlements_hold on settlements');
    expect(await books.stepsFailure(app, mistake)).toBeNull();
  });

  it('the final state of a code, it is sold a second time', async () => {
    await without(`insert into stock_units (listing_id, state, sealed, fingerprint, last4, order_id)
      select listing_id, 'delivered', '', '', '0000', id from orders where id = ${(await place()).orderId}`);
    await passes(
      `update stock_units set state = 'available', order_id = null`,
      '42501',
      'drop trigger stock_units_stay_sold on stock_units',
    );
  });

  it('the final state of a code, it is lost', async () => {
    await without(`insert into stock_units (listing_id, state, sealed, fingerprint, last4, order_id)
      select listing_id, 'reserved', '', '', '0000', id from orders where id = ${(await place()).orderId}`);
    await passes(`delete from stock_units`, '42501', 'drop trigger stock_units_not_deletable on stock_units');
  });

  it('the single refund path, a refund is sent while the bank reviews its payment', async () => {
    const sale = await concluded();
    await books.writeSteps(app, kit.lateRefundSteps(sale, 100, 'pendingCents'));
    await books.writeSteps(app, blocks.contestationSteps(sale, 'pending_release'));
    await passes(
      `update refunds set state = 'processing'`,
      'refund_contested',
      'drop trigger refunds_by_bank on refunds',
    );
  });

  it('the final state of a block, it is lifted a second time', async () => {
    const sale = await concluded();
    const { blockId } = await books.writeSteps(app, blocks.blockSteps(sale, 'pending_release'));
    await books.writeSteps(app, blocks.unblockSteps({ ...sale, blockId }, 'pending_release'));
    await passes(
      'update sale_blocks set lifted_at = market_now()',
      '42501',
      'drop trigger sale_blocks_lifted_once on sale_blocks',
    );
  });
});

/** A part of its price comes in while an order expires. */
const expiringAmid = (sale: kit.Sale) =>
  books.concurrentFailure(app, kit.expirySteps(sale), kit.partialPaymentSteps(sale, 6_000));

/** Refused with the guard, by its name or code, and written without it. */
async function paidOut(): Promise<payouts.Withdrawal> {
  await books.writeSteps(app, kit.releaseSteps(await concluded()));
  const asked = { userId: sellerId, amountCents: 500, feeCents: 100 };
  const { withdrawalId } = await books.writeSteps(app, payouts.requestSteps(asked));
  await books.writeSteps(app, payouts.payoutSteps({ ...asked, withdrawalId }));
  return { ...asked, withdrawalId };
}

async function passes(mistake: string, refusal: string, removal: string): Promise<void> {
  const { code, constraint } = (await books.statementFailure(app, mistake)) ?? {};
  expect([code, constraint]).toContain(refusal);
  await without(removal);
  expect(await books.statementFailure(app, mistake)).toBeNull();
}

/** Nobody compares at commit what cases say with what was booked. */
function withoutTies(): Promise<void> {
  return without(`create or replace function money.check_case() returns trigger language plpgsql as
    'begin return null; end'`);
}

/** Changes the database as its owner: takes the guard away. */
async function without(statement: string): Promise<void> {
  await sql.raw(statement).execute(owner);
}

async function found(): Promise<string[]> {
  return [...new Set((await breaks(app)).map((each) => each.id))].toSorted();
}
