import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import {
  capture,
  conclude,
  partUsed,
  refund,
  refundReceived,
  release,
  withdrawalAsked,
  withdrawalReopened,
  withdrawalReturned,
} from '#domain/ledger/postings.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import type { Account, Journal } from '#domain/ledger/postings.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as blocks from '#test/ledger/blocks.ts';
import * as kit from '#test/ledger/setup.ts';
import * as payouts from '#test/ledger/withdrawals.ts';
import * as books from '#test/ledger/steps.ts';
import { breaks } from './queries.ts';

/** Everything here is tried as the application's own role: what a bug or an injection in it could try. */
let database: TestDatabase;
let app: Kysely<DB>;
let buyerId: number;
let sellerId: number;
let strangerId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 4, applicationName: 'test' });
  const { userIds } = await kit.createLedgerUsers(app, 3);
  [buyerId, sellerId, strangerId] = userIds as [number, number, number];
  const sale = await place();
  for (const fact of [kit.paymentSteps, kit.deliverySteps, kit.completionSteps, kit.releaseSteps])
    await books.writeSteps(app, fact(sale));
  await books.writeSteps(app, payouts.requestSteps({ userId: sellerId, amountCents: 2_000, feeCents: 250 }));
  await books.writeSteps(app, kit.cancellationSteps(await paid()));
});

afterAll(async () => {
  expect(await breaks(app)).toEqual([]);
  await app.destroy();
  await database.drop();
});

const place = () => kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
async function paid() {
  const sale = await place();
  await books.writeSteps(app, kit.paymentSteps(sale));
  return sale;
}
/** Less than the price came in. */
async function begun() {
  const sale = await place();
  const { refundId } = await books.writeSteps(app, kit.partialPaymentSteps(sale, 6_000));
  return { sale, rest: await kit.chargeAgain(app, sale), part: { refundId, amountCents: 6_000 } };
}
async function delivered() {
  const sale = await paid();
  await books.writeSteps(app, kit.deliverySteps(sale));
  return sale;
}
async function concluded() {
  const sale = await delivered();
  await books.writeSteps(app, kit.completionSteps(sale));
  return sale;
}

async function released() {
  const sale = await concluded();
  await books.writeSteps(app, kit.releaseSteps(sale));
  return sale;
}
const due = (refundId: number): Account => ({ kind: 'refund_due', caseId: refundId });

const denied = '42501';
const check = '23514';

describe('an order', () => {
  it('cannot be paid without the money', async () => {
    const sale = await place();
    await facts(
      kit.paymentSteps(sale).filter((step) => !books.isJournal(step)),
      check,
      'order_money',
    );
  });

  it('cannot have its money captured without being paid', async () => {
    const sale = await place();
    await facts([capture(sale)], check, 'order_money');
  });

  it('cannot be captured without money from the bank', async () => {
    const sale = await place();
    const steps = kit.paymentSteps(sale);
    await facts([steps[0]!, ...steps.slice(2)], check, 'payment_money');
  });

  it('cannot be captured with the payment of another order', async () => {
    const [sale, other] = [await place(), await place()];
    await facts([capture({ ...sale, paymentId: other.paymentId })], '23503');
  });

  it('cannot be captured short, over or twice', async () => {
    const sale = await place();
    await facts([capture({ ...sale, totalCents: 9_999 })], check, 'leg_amount');
    await facts([capture({ ...sale, totalCents: 10_001 })], check, 'leg_amount');
    const once = await paid();
    const again = { ...capture(once), key: `capture:order:${once.orderId}:again` };
    await facts([again], check, 'journal_form');
  });

  it('cannot skip a step, return to an earlier state, or be moved by the wrong actor', async () => {
    const { orderId } = await paid();
    const forge = (seq: number, name: string, from: string, to: string, actor: string) =>
      refused(
        `select transition_order(${orderId}, ${seq - 1}, '{${name}}', '{${from},${to}}', '${actor}', null, now(), null,
           null, null)`,
        from === 'paid' && seq === 2 ? '23503' : '40001',
      );
    await forge(2, 'confirm', 'paid', 'completed', 'buyer');
    await forge(2, 'deliver_codes', 'paid', 'delivered', 'buyer');
    await forge(2, 'confirm', 'delivered', 'completed', 'buyer');
    await forge(3, 'deliver_codes', 'paid', 'delivered', 'system');
    await forge(1, 'pay', 'awaiting_payment', 'paid', 'system');
  });

  it('cannot change by transition lists that skip a step, are empty, or contradict its history', async () => {
    const { orderId } = await paid();
    const turn = (events: string, states: string) =>
      refused(
        `select transition_order(${orderId}, 1, '${events}', '${states}', 'buyer', null, now(), null, null, null)`,
        check,
        'order_turn',
      );
    await turn('[2:2]={confirm}', '{paid,delivered,completed}');
    await turn('{start_delivery}', '[0:1]={paid,in_delivery}');
    await turn('{start_delivery}', '{paid,in_delivery,delivered}');
    await turn('{start_delivery}', '{paid}');
    await turn('{{start_delivery}}', '{paid,in_delivery}');
    await turn('{}', '{paid}');
  });

  it('cannot be settled before a capture, for whichever recipient', async () => {
    const { orderId } = await place();
    for (const payee of [sellerId, strangerId])
      await refused(
        `insert into settlements (order_id, seller_id, net_cents) values (${orderId}, ${payee}, 9010)`,
        check,
        'order_money',
      );
  });

  it('cannot have its settlement go back, or be released before it is concluded', async () => {
    const [back, early] = [await released(), await delivered()];
    for (const [sale, state] of [
      [back, 'in_escrow'],
      [back, 'pending_release'],
      [early, 'released'],
    ] as const)
      await refused(
        `update settlements set state = '${state}' where order_id = ${sale.orderId}`,
        check,
        'case_state',
      );
  });

  it('cannot be completed without its conclusion, nor concluded without being completed', async () => {
    const sale = await delivered();
    const [event, settlement, journal] = kit.completionSteps(sale) as [books.Step, books.Step, Journal];
    await facts([event, settlement], check, 'order_money');
    await facts([journal], check, 'order_money');
    await facts([event, journal], check, 'order_money');
  });

  it('cannot be concluded with another commission or guarantee than at its creation', async () => {
    const sale = await delivered();
    const split = splitSale(sale.totalCents, kit.feeRule);
    const less = { ...split, commissionCents: split.commissionCents - 1, netCents: split.netCents + 1 };
    const more = { ...split, commissionCents: split.commissionCents + 1, netCents: split.netCents - 1 };
    const unfunded = { ...split, guaranteeCents: split.guaranteeCents - 1 };
    for (const wrong of [less, more, unfunded]) {
      const steps = kit.completionSteps(sale).slice(0, 1);
      const net = sql`update settlements set state = 'pending_release', net_cents = ${wrong.netCents}
        where order_id = ${sale.orderId}`;
      await facts([...steps, net, conclude({ orderId: sale.orderId, split: wrong })], check, 'order_money');
    }
  });

  it('cannot leave a centavo in escrow or take one that is not there', async () => {
    const sale = await delivered();
    const split = splitSale(sale.totalCents, kit.feeRule);
    const short = conclude({ orderId: sale.orderId, split: { ...split, netCents: split.netCents - 1 } });
    await facts([short], check, 'leg_amount');
    const over = conclude({ orderId: sale.orderId, split: { ...split, netCents: split.netCents + 1 } });
    await facts([over], 'wrong_state');
  });

  it('cannot be released to another person, for another amount, or twice', async () => {
    const sale = await delivered();
    await books.writeSteps(app, kit.completionSteps(sale));
    const netCents = 9_010;
    await facts([release({ ...sale, sellerId: strangerId, netCents })], check, 'payee');
    await facts([release({ ...sale, sellerId: buyerId, netCents })], check, 'payee');
    await facts([release({ ...sale, netCents: netCents - 1 })], check, 'leg_amount');
    await facts([release({ ...sale, netCents: netCents + 1 })], 'wrong_state');
    await facts([release({ ...sale, netCents })], check, 'order_money');
    await books.writeSteps(app, kit.releaseSteps(sale));
    await facts(
      [{ ...release({ ...sale, netCents }), key: `release:order:0${sale.orderId}` }],
      check,
      'journal_form',
    );
  });
});

describe('a refund', () => {
  it('cannot exceed the amount in escrow, alone or in sum', async () => {
    const sale = await paid();
    await facts(kit.partialRefundSteps(sale, 10_001), 'wrong_state');
    await books.writeSteps(app, kit.partialRefundSteps(sale, 6_000));
    await facts(kit.partialRefundSteps(sale, 4_001), 'wrong_state');
  });

  it('cannot leave a paid order without its money', async () => {
    await facts(kit.partialRefundSteps(await paid(), 10_000), check, 'order_money');
  });

  it('cannot be approved without owed money, nor completed without being paid', async () => {
    const sale = await paid();
    await facts(kit.partialRefundSteps(sale, 100).slice(0, 2), check, 'refund_money');
    const { refundId } = await books.writeSteps(app, kit.partialRefundSteps(sale, 100));
    await facts(kit.refundPaidSteps({ refundId, amountCents: 100 }).slice(0, 2), check, 'refund_money');
    await facts(kit.refundPaidSteps({ refundId, amountCents: 100 }).slice(2), check, 'refund_money');
    await refused(`update refunds set state = 'completed' where id = ${refundId}`, check, 'case_state');
  });

  it('cannot come out of another order’s escrow', async () => {
    const [sale, other] = [await paid(), await paid()];
    const steps = kit.partialRefundSteps(sale, 100).slice(0, 2);
    const foreign: books.Step = ({ refundId }) =>
      refund({ refundId, orderId: other.orderId, amountCents: 100 });
    await facts([...steps, foreign], check, 'payee');
  });

  it('cannot refund another payment than the captured one', async () => {
    const sale = await paid();
    const second = await kit.chargeAgain(app, sale);
    await facts(kit.partialRefundSteps(second, 100), check, 'refund_money');
  });

  it('cannot take money from the seller or the platform while it is in escrow', async () => {
    await released();
    const sale = await paid();
    const steps = kit.partialRefundSteps(sale, 100);
    const from = (kind: AccountKind, caseId: number, credit?: Account): books.Step[] => {
      const taking: books.Step = ({ refundId }) => ({
        ...refund({ refundId, orderId: sale.orderId, amountCents: 100 }),
        legs: [{ debit: { kind, caseId }, credit: credit ?? due(refundId), amountCents: 100 }],
      });
      return [...steps.slice(0, 2), taking];
    };
    await facts(from('available', sellerId), check, 'leg_amount');
    await facts(from('recoverable', sellerId), check, 'leg_amount');
    await facts(from('commission_revenue', 0), check, 'leg_amount');
    const revenue: Account = { kind: 'commission_revenue', caseId: 0 };
    await facts(from('guarantee_fund', 0, revenue), check, 'leg_amount');
  });

  it('cannot create money that never came in', async () => {
    const sale = await paid();
    const made = kit.unexpectedPaymentSteps(sale)[1]!;
    const invented: books.Step = ({ refundId }) =>
      refundReceived({ refundId, paymentId: sale.paymentId, amountCents: sale.totalCents });
    await facts([made, invented], check, 'payment_money');
  });
});

describe('a refund of a concluded sale', () => {
  it('cannot return another commission than the rule sets for the remaining amount', async () => {
    const sale = await concluded();
    const tilted = (by: number): books.Step[] => {
      const steps = kit.lateRefundSteps(sale, 4_000, 'pendingCents');
      return steps.map((step) => (typeof step === 'function' ? tilt(step, by) : step));
    };
    await facts(tilted(1), check, 'order_money');
    await facts(tilted(-1), check, 'order_money');
    await books.writeSteps(app, tilted(0));
  });

  it('cannot exceed the paid amount, alone, in sum or with the amount that the platform advances', async () => {
    const sale = await concluded();
    await facts(kit.platformRefundSteps(sale, 10_001), check, 'refund_money');
    await books.writeSteps(app, kit.lateRefundSteps(sale, 6_000, 'pendingCents'));
    await facts(kit.reversalSteps(sale, 'pendingCents'), 'wrong_state');
    await facts(kit.platformRefundSteps(sale, 4_001), check, 'refund_money');
    await books.writeSteps(app, kit.platformRefundSteps(sale, 4_000));
    await facts(kit.lateRefundSteps(sale, 1_000, 'pendingCents', 6_000), check, 'refund_money');
  });

  it('cannot leave the order completed with nothing, nor refunded with a rest', async () => {
    const sale = await concluded();
    await facts(kit.lateRefundSteps(sale, sale.totalCents, 'pendingCents'), check, 'order_money');
    const [turned, ...rest] = kit.reversalSteps(sale, 'pendingCents');
    await facts([turned!], check, 'order_money');
    await facts([turned!, ...kit.lateRefundSteps(sale, 9_000, 'pendingCents')], check, 'order_money');
    await facts(rest, check, 'order_money');
  });

  it('cannot differ between the order and the books', async () => {
    const sale = await concluded();
    const steps = kit.lateRefundSteps(sale, 4_000, 'pendingCents');
    await facts(steps.slice(0, -1), check, 'order_money');
    await refused(`update orders set refunded_cents = 5 where id = ${sale.orderId}`, check, 'order_money');
    await refused(
      `update orders set refunded_cents = total_cents + 1 where id = ${sale.orderId}`,
      check,
      'orders_refunded',
    );
  });

  it('cannot come out of another seller’s balance, or of money blocked by another order', async () => {
    const [sale, other] = [await concluded(), await concluded()];
    await books.writeSteps(app, kit.releaseSteps(sale));
    const stolen = { ...sale, sellerId: strangerId };
    await facts(kit.lateRefundSteps(stolen, 1_000, 'recoverableCents'), check, 'payee');
    await books.writeSteps(app, kit.releaseSteps(other));
    await books.writeSteps(app, blocks.blockSteps(other, 'released', 500));
    await facts(kit.lateRefundSteps(sale, 500, 'blockedCents'), 'wrong_state');
  });

  it('cannot go to the bank when its destination is the balance, nor the other way, nor to another person', async () => {
    const sale = await concluded();
    const { refundId } = await books.writeSteps(app, kit.lateRefundSteps(sale, 1_000, 'pendingCents'));
    const refundOf = { refundId, amountCents: 1_000 };
    await facts(kit.refundCreditSteps(refundOf, strangerId), check, 'payee');
    await facts(kit.refundCreditSteps(refundOf, buyerId).slice(1), check, 'refund_money');
    await facts(
      [...kit.refundCreditSteps(refundOf, buyerId).slice(0, 1), ...kit.refundPaidSteps(refundOf)],
      check,
      'refund_money',
    );
    await books.writeSteps(app, kit.refundCreditSteps(refundOf, buyerId));
    await refused(`update refunds set destination = 'original' where id = ${refundId}`, denied);
  });

  it('cannot be created as sent, or decided twice by one person', async () => {
    const sale = await concluded();
    await refused(
      `insert into refunds (order_id, payment_id, reason, amount_cents, state)
       values (${sale.orderId}, ${sale.paymentId}, 'staff', 1, 'completed')`,
      denied,
    );
    const { refundId } = await books.writeSteps(app, kit.lateRefundSteps(sale, 100, 'pendingCents'));
    await refused(
      `update refunds set decided_by = 1, seconded_by = 1 where id = ${refundId}`,
      check,
      'refunds_two_people',
    );
  });
});

describe('a block', () => {
  it('cannot be missing in a complaint, nor exist without one', async () => {
    const sale = await concluded();
    const steps = blocks.blockSteps(sale, 'pending_release');
    await facts([steps[0]!], check, 'order_money');
    await facts([steps[0]!, steps[2]!], check, 'order_money');
    await facts([steps[1]!], check, 'block_money');
  });

  it('cannot state another amount than it moved, exceed the net amount, or exist twice', async () => {
    const sale = await concluded();
    await books.writeSteps(app, kit.releaseSteps(sale));
    const steps = blocks.blockSteps(sale, 'released', 500);
    await facts([steps[0]!, steps[1]!, steps[3]!], check, 'block_money');
    await books.writeSteps(app, steps);
    await refused(
      `insert into sale_blocks (order_id, from_state, amount_cents) values (${sale.orderId}, 'released', 0)`,
      '23505',
    );
  });

  it('cannot block a sale twice: no balance for money that is still pending or not concluded', async () => {
    await released();
    await facts(blocks.blockSteps(await concluded(), 'released', 500), check, 'leg_amount');
    const sale = await delivered();
    const steps = [
      blocks.blockSteps(sale, 'in_escrow')[0]!,
      ...blocks.blockSteps(sale, 'released', 500).slice(1),
    ];
    await facts(steps, check, 'leg_amount');
  });

  it('cannot be lifted without moving its money', async () => {
    for (const [sale, from] of [
      [await delivered(), 'in_escrow'],
      [await concluded(), 'pending_release'],
    ] as const) {
      const { blockId } = await books.writeSteps(app, blocks.blockSteps(sale, from));
      await refused(
        `update sale_blocks set lifted_at = market_now() where id = ${blockId}`,
        check,
        'order_money',
      );
    }
  });

  it('cannot be lifted in part, or with the settlement still blocked', async () => {
    const sale = await concluded();
    await books.writeSteps(app, kit.releaseSteps(sale));
    const { blockId } = await books.writeSteps(app, blocks.blockSteps(sale, 'released', 500));
    const lifting = blocks.unblockSteps({ ...sale, blockId }, 'released', 500);
    await facts(blocks.unblockSteps({ ...sale, blockId }, 'released', 499), check, 'leg_amount');
    await facts([lifting[0]!, lifting[1]!, lifting[3]!], check);
    await facts(lifting.slice(0, 3), check, 'order_money');
    await books.writeSteps(app, lifting);
  });
});

describe('a contested payment', () => {
  it('blocks its sale, and continues with it', async () => {
    for (const [sale, from] of [
      [await delivered(), 'in_escrow'],
      [await concluded(), 'pending_release'],
    ] as const) {
      const steps = blocks.contestationSteps(sale, from);
      await facts(steps.slice(0, 1), check, 'payment_money');
      const { blockId } = await books.writeSteps(app, steps);
      const going = blocks.upheldSteps({ ...sale, blockId }, from);
      await facts(going.slice(1), check, 'block_money');
      await books.writeSteps(app, going);
    }
  });

  it('is not lost without moved money, nor kept or lost without having been contested', async () => {
    const sale = await delivered();
    await books.writeSteps(app, blocks.contestationSteps(sale, 'in_escrow'));
    await refused(
      `update payments set state = 'charged_back' where id = ${sale.paymentId}`,
      check,
      'payment_money',
    );
    const other = await delivered();
    for (const state of ['upheld', 'charged_back'])
      await refused(
        `update payments set state = '${state}', contested_at = now() where id = ${other.paymentId}`,
        check,
        'case_state',
      );
  });

  it('allows no second refund, and only the amount that the bank took is paid without being sent', async () => {
    const sale = await delivered();
    const amountCents = 1_000;
    const { refundId } = await books.writeSteps(app, kit.partialRefundSteps(sale, amountCents));
    const take = `update refunds set state = 'completed', taken = true where id = ${refundId}`;
    await refused(take, check, 'refund_taken');
    await books.writeSteps(app, blocks.contestationSteps(sale, 'in_escrow'));
    await refused(take, check, 'refund_taken');
    await refused(
      `update refunds set state = 'processing' where id = ${refundId}`,
      check,
      'refund_contested',
    );
    const taking = blocks.chargebackSteps(sale, { refundId, amountCents });
    await facts(taking.slice(0, 2), check, 'refund_money');
    const { rows } = await sql<{ id: number }>`
      select id from sale_blocks where order_id = ${sale.orderId} and lifted_at is null`.execute(app);
    await books.writeSteps(app, [
      ...taking,
      ...blocks.upheldSteps({ ...sale, blockId: rows[0]!.id }, 'in_escrow').slice(1),
    ]);
    await refused(`update refunds set taken = false where id = ${refundId}`, check, 'refund_taken');
  });
});

describe('a release delay', () => {
  it('ends no sooner than its order’s, whether set by the rules or by a category', async () => {
    await sql`insert into rule_versions (rules) values ('{"timers": {"holdMs": 604800000}, "ages": {"enforced": false}}')`.execute(
      app,
    );
    const byRules = await delivered();
    await sql`insert into rule_versions (rules) values ('{"ages": {"enforced": false}}')`.execute(app);
    const parties = { buyerId, sellerId, totalCents: 10_000, holdDays: 8 };
    const byCategory = await kit.placeSale(app, parties);
    await books.writeSteps(app, [...kit.paymentSteps(byCategory), ...kit.deliverySteps(byCategory)]);
    for (const [sale, days] of [
      [byRules, 7],
      [byCategory, 8],
    ] as const) {
      await facts(kit.completionSteps(sale), check, 'settlement_hold');
      await refused(
        until(sale, `market_now() + interval '${days} days -1 minute'`),
        check,
        'settlement_hold',
      );
      await books.writeSteps(app, [sql.raw(until(sale, `market_now() + interval '${days} days'`))]);
    }
  });

  it('is not shortened or removed, and its money is not released before its end', async () => {
    const sale = await concluded();
    await books.writeSteps(app, [sql.raw(until(sale, `market_now() + interval '1 day'`))]);
    await refused(until(sale, `market_now() + interval '23 hours'`), check, 'settlement_hold');
    await refused(until(sale, 'null'), check, 'settlement_hold');
    await facts(kit.releaseSteps(sale), check, 'settlement_hold');
  });
});

describe('a code that was sold', () => {
  it('does not return to stock, goes to no other order, and is not deleted', async () => {
    const [sale, other] = [await paid(), await paid()];
    await sql`insert into stock_units (listing_id, state, sealed, fingerprint, last4, order_id)
      select listing_id, unnest('{reserved,delivered}'::text[]), '', unnest('{a,b}'::bytea[]), '0000', id
      from orders where id = ${sale.orderId}`.execute(app);
    await refused(`update stock_units set order_id = ${other.orderId} where state = 'reserved'`, denied);
    await refused(`delete from stock_units where state = 'reserved'`, denied);
    const sold = `where state = 'delivered'`;
    await refused(`update stock_units set state = 'available', order_id = null ${sold}`, denied);
    await refused(`update stock_units set state = 'reserved' ${sold}`, denied);
    await refused(`update stock_units set order_id = ${other.orderId} ${sold}`, denied);
    await refused(`update stock_units set state = 'invalidated', order_id = null ${sold}`, denied);
    await refused(`delete from stock_units ${sold}`, denied);
    await sql`update stock_units set state = 'invalidated' where state = 'delivered'`.execute(app);
    await refused(`update stock_units set state = 'available', order_id = null`, denied);
  });
});

describe('a debt', () => {
  it('cannot be paid off with more than half of an incoming amount, nor beyond the owed amount', async () => {
    const [owing, next] = [await concluded(), await concluded()];
    await books.writeSteps(app, kit.releaseSteps(owing));
    await books.writeSteps(app, kit.reversalSteps(owing, 'recoverableCents'));
    await facts(kit.releaseSteps(next, 0, 4_506), check, 'leg_amount');
    await books.writeSteps(app, kit.releaseSteps(next, 0, 4_505));
    await facts(
      payouts.requestSteps({ userId: sellerId, amountCents: 1_000, feeCents: 0, debtCents: 1_001 }),
      check,
      'leg_amount',
    );
    await books.writeSteps(app, kit.releaseSteps(await concluded(), 0, 4_505));
    await facts(
      payouts.requestSteps({ userId: sellerId, amountCents: 1_000, feeCents: 0, debtCents: 1_000 }),
      'insufficient_balance',
    );
  });
});

describe('a leg', () => {
  it('cannot exist twice, so that a debt is paid by two halves or a fee is paid out', async () => {
    const [owing, next] = [await concluded(), await concluded()];
    await books.writeSteps(app, kit.releaseSteps(owing));
    await books.writeSteps(app, kit.reversalSteps(owing, 'recoverableCents'));
    await facts(twice(kit.releaseSteps(next, 0, 4_505), 'recoverable'), check, 'leg_twice');
    await released();
    const asked = { userId: sellerId, amountCents: 1_000, feeCents: 500 };
    const { withdrawalId } = await books.writeSteps(app, payouts.requestSteps(asked));
    const steps = payouts.payoutSteps({ ...asked, withdrawalId });
    const payout = steps.at(-1) as Journal;
    const unearned = { ...payout, legs: [payout.legs[0]!, payout.legs[0]!] };
    await facts([...steps.slice(0, -1), unearned], check, 'leg_twice');
  });
});

describe('an old snapshot', () => {
  it('moves no money and changes no order: data that the consistency checks read may have changed since', async () => {
    const [concludedSale, waiting] = [await concluded(), await place()];
    const advance = kit.platformRefundSteps(concludedSale, 9_000);
    const refusals = [
      await books.oldSnapshotFailure(app, advance, advance),
      await books.oldSnapshotFailure(app, kit.partialPaymentSteps(waiting, 6_000), kit.expirySteps(waiting)),
    ];
    for (const refusal of refusals) expect(refusal).toEqual({ code: '25001', constraint: 'no_snapshot' });
  });
});

describe('a payment by balance', () => {
  it('cannot take another person’s money or the bank’s, or be refunded by the bank', async () => {
    const sale = await concluded();
    const { refundId } = await books.writeSteps(app, kit.lateRefundSteps(sale, 9_000, 'pendingCents'));
    await books.writeSteps(app, kit.refundCreditSteps({ refundId, amountCents: 9_000 }, buyerId));
    const bought = await kit.placeSale(app, { buyerId, sellerId, totalCents: 1_000 }, 'balance');
    const from = { purchaseCreditCents: 1_000, availableCents: 0 };
    const foreign = kit.balancePaymentSteps(
      { ...bought, buyerId: sellerId },
      { purchaseCreditCents: 0, availableCents: 1_000 },
    );
    await facts(foreign, check, 'payee');
    await facts(kit.paymentSteps(bought), check, 'received_has_bank_id');
    const short = { ...bought, totalCents: 999 };
    await facts(kit.balancePaymentSteps(short, { ...from, purchaseCreditCents: 999 }), check);
    await books.writeSteps(app, kit.balancePaymentSteps(bought, from));
    await facts(kit.partialRefundSteps(bought, 10), check, 'refund_money');
    await books.writeSteps(app, toBalance(kit.partialRefundSteps(bought, 10)));
    await refused(
      `update refunds set destination = 'original' where payment_id = ${bought.paymentId}`,
      check,
      'refund_money',
    );
  });
});

/** Another end of a sale's hold. */
const until = (sale: kit.Sale, end: string) =>
  `update settlements set release_at = ${end} where order_id = ${sale.orderId}`;

/** The steps with one leg of their journal written twice. */
const twice = (steps: books.Step[], credit: AccountKind) =>
  steps.map((step) => {
    if (!books.isJournal(step)) return step;
    const leg = step.legs.find((each) => each.credit.kind === credit)!;
    return { ...step, legs: [...step.legs, leg] };
  });

/** The steps with a refund that is to become balance. */
const toBalance = ([lock, born, ...rest]: books.Step[]): books.Step[] => [
  lock!,
  born!,
  ({ refundId }) => sql`update refunds set destination = 'balance' where id = ${refundId}`,
  ...rest,
];

/** The function's journal with a centavo moved between the seller's part and the commission. */
const tilt = (step: (made: books.CreatedIds) => books.Step, by: number) => (made: books.CreatedIds) => {
  const journal = step(made);
  if (!books.isJournal(journal)) return journal;
  const shift = { pending_release: by, commission_revenue: -by } as Record<string, number>;
  const legs = journal.legs.map((leg) =>
    leg.credit.kind === 'refund_due'
      ? { ...leg, amountCents: leg.amountCents + (shift[leg.debit.kind] ?? 0) }
      : leg,
  );
  return { ...journal, legs };
};

describe('a partial payment', () => {
  it('pays its own order together with the rest, all at once or not at all', async () => {
    const [{ rest, part }, other] = [await begun(), await begun()];
    const [moved, arrived, settled, used, spent, captured] = kit.remainingPaymentSteps(rest, part) as [
      books.Step,
      books.Step,
      books.Step,
      books.Step,
      books.Step,
      books.Step,
    ];
    await facts([moved, arrived, settled, captured], check, 'leg_amount');
    await facts([moved, arrived, settled, used, captured], check, 'leg_amount');
    await facts([moved, arrived, settled, spent, captured], check, 'leg_amount');
    await facts([used, spent], check);
    await facts([used], check, 'refund_money');
    await facts([used, partUsed({ ...part, orderId: other.sale.orderId })], check, 'payee');
    await books.writeSteps(app, [moved, arrived, settled, used, spent, captured]);
    await facts(kit.partialRefundSteps(rest, 4_001), check, 'refund_money');
    await books.writeSteps(app, kit.partialRefundSteps(rest, 4_000));
  });

  it('is not held for an order that expires meanwhile, whichever comes first', async () => {
    const [one, other] = [await place(), await place()];
    const held = kit.partialPaymentSteps(one, 6_000);
    expect(await books.concurrentFailure(app, kit.expirySteps(one), held)).toEqual({
      code: check,
      constraint: 'refund_money',
    });
    expect(
      await books.concurrentFailure(app, kit.partialPaymentSteps(other, 6_000), kit.expirySteps(other)),
    ).toEqual({
      code: check,
      constraint: 'order_parts',
    });
  });

  it('does not stay held when its order is over, and is not divided once it is owed', async () => {
    const { sale, part } = await begun();
    await facts(kit.expirySteps(sale), check, 'order_parts');
    await refused(`select split_refund(${part.refundId}, ${sale.paymentId}, 1)`, check, 'refund_divided');
    await refused(
      `insert into refunds (order_id, payment_id, reason, amount_cents, state, source)
       select order_id, payment_id, reason, 1, 'held', 'sale' from refunds where id = ${part.refundId}`,
      check,
      'refunds_held',
    );
  });
});

describe('a payment', () => {
  it('cannot be confirmed without money, or with money without a bank movement', async () => {
    const { paymentId } = await place();
    await refused(
      `update payments set state = 'confirmed' where id = ${paymentId}`,
      check,
      'confirmed_has_money',
    );
    await refused(
      `update payments set received_cents = 5 where id = ${paymentId}`,
      check,
      'received_has_bank_id',
    );
  });

  it('cannot change the received amount, use one bank movement twice, or go back', async () => {
    const [sale, other] = [await paid(), await place()];
    await refused(`update payments set received_cents = 1 where id = ${sale.paymentId}`, denied);
    await refused(`update payments set end_to_end_id = 'x' where id = ${sale.paymentId}`, denied);
    await refused(`update payments set state = 'pending' where id = ${sale.paymentId}`, check, 'case_state');
    await refused(
      `update payments set received_cents = 10000, state = 'confirmed',
         end_to_end_id = (select end_to_end_id from payments where id = ${sale.paymentId})
       where id = ${other.paymentId}`,
      '23505',
    );
  });
});

describe('a withdrawal', () => {
  it('cannot be requested without reserving the money, nor from another’s balance', async () => {
    await facts(payouts.requestSteps({ userId: sellerId, ...asked }).slice(0, 1), check, 'withdrawal_money');
    const foreign: books.Step = ({ withdrawalId }) =>
      withdrawalAsked({ withdrawalId, userId: sellerId, amountCents: asked.amountCents });
    await facts([payouts.requestSteps({ userId: strangerId, ...asked })[0]!, foreign], check, 'payee');
  });

  it('cannot be paid before it is approved, paid short of its fee, or both paid and returned', async () => {
    const { withdrawalId } = await books.writeSteps(
      app,
      payouts.requestSteps({ userId: sellerId, ...asked }),
    );
    const withdrawal = { withdrawalId, userId: sellerId, ...asked };
    await refused(`update withdrawals set state = 'paid' where id = ${withdrawalId}`, check, 'case_state');
    await facts(payouts.payoutSteps(withdrawal).slice(0, 3), check, 'withdrawal_money');
    await facts(payouts.payoutSteps({ ...withdrawal, feeCents: 0 }), check, 'leg_amount');
    await facts(
      [...payouts.payoutSteps(withdrawal).slice(0, 3), ...payouts.rejectionSteps(withdrawal).slice(1)],
      check,
      'withdrawal_money',
    );
    await books.writeSteps(app, payouts.payoutSteps(withdrawal));
    await facts(payouts.rejectionSteps(withdrawal).slice(1), 'wrong_state');
  });

  it('that was paid returns once, with every centavo of payout and fee, and no other way', async () => {
    const withdrawal = await paidOut();
    const { withdrawalId } = withdrawal;
    const [back, reopened, returned] = payouts.reopenSteps(withdrawal) as [
      books.Step,
      books.Step,
      books.Step,
    ];
    for (const state of ['approved', 'processing', 'failed', 'cancelled', 'rejected'])
      await refused(
        `update withdrawals set state = '${state}' where id = ${withdrawalId}`,
        check,
        'case_state',
      );
    const turned = `update withdrawals set state = 'returned' where id = ${withdrawalId}`;
    await facts([sql.raw(turned)], check, 'withdrawal_money');
    await facts([sql.raw(turned), reopened, returned], check, 'withdrawal_money');
    await facts([back], check, 'withdrawal_money');
    await facts([back, reopened], check, 'withdrawal_money');
    await facts([reopened, returned], check, 'withdrawal_money');
    const { amountCents } = asked;
    await facts([back, ...payouts.reopenSteps({ ...withdrawal, feeCents: 0 }).slice(1)], check, 'leg_amount');
    await facts(
      [back, reopened, withdrawalReturned({ withdrawalId, userId: strangerId, amountCents })],
      check,
      'payee',
    );
    await books.writeSteps(app, [back, reopened, returned]);
    await facts(payouts.reopenSteps(withdrawal), denied);
    // The same facts again are no facts.
    await books.writeSteps(app, [withdrawalReopened(withdrawal), withdrawalReturned(withdrawal)]);
  });

  it('records its reopening with the state change: not before, not without having been paid, not twice', async () => {
    const withdrawal = await paidOut();
    const { withdrawalId } = withdrawal;
    const at = (instant: string) =>
      `update withdrawals set reopened_at = ${instant} where id = ${withdrawalId}`;
    await refused(at('market_now()'), check, 'withdrawals_reopened');
    await books.writeSteps(app, payouts.reopenSteps(withdrawal));
    await refused(at(`market_now() + interval '1 day'`), denied);
    await refused(at('null'), denied);
    const failed = await books.writeSteps(app, payouts.requestSteps({ userId: sellerId, ...asked }));
    await books.writeSteps(app, payouts.returnedPayoutSteps({ ...withdrawal, ...failed }));
    await refused(
      `update withdrawals set paid_at = market_now(), reopened_at = market_now() where id = ${failed.withdrawalId}`,
      denied,
    );
  });

  it('cannot be approved by one person without a second', async () => {
    await books.writeSteps(app, payouts.requestSteps({ userId: sellerId, ...asked }));
    const first = `first_by = ${strangerId}, first_at = market_now()`;
    await refused(`update withdrawals set state = 'approved', ${first} where state = 'requested'`, check);
  });

  it('cannot be approved by the person who requested it', async () => {
    await refused(`update withdrawals set state = 'approved', decided_by = user_id`, check);
  });
});

const asked = { amountCents: 1_000, feeCents: 250 };

async function paidOut(): Promise<payouts.Withdrawal> {
  await books.writeSteps(app, kit.releaseSteps(await concluded()));
  const { withdrawalId } = await books.writeSteps(app, payouts.requestSteps({ userId: sellerId, ...asked }));
  const withdrawal = { withdrawalId, userId: sellerId, ...asked };
  await books.writeSteps(app, payouts.payoutSteps(withdrawal));
  return withdrawal;
}

async function refused(statement: string, code: string, constraint?: string): Promise<void> {
  expect(await books.statementFailure(app, statement), statement).toMatchObject({
    code,
    ...(constraint && { constraint }),
  });
}

async function facts(steps: books.Step[], code: string, constraint?: string): Promise<void> {
  expect(await books.stepsFailure(app, steps)).toMatchObject({ code, ...(constraint && { constraint }) });
}
