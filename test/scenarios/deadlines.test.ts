import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import { runDueOrders } from '#server/orders/jobs.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Dispute } from '#test/complaints/complaints.ts';
import { words } from '#test/complaints/complaints.ts';
import { day, hour, minute } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage, Standing } from './stage.ts';

/**
 * Each rule with a deadline (docs/deadlines.md): the clock jumps past it while no worker runs. Whether the sweep or a
 * person acts first, the result is the same, and it follows from the time of the event (ADR 0073).
 */

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

interface Rule {
  name: string;
  /** The state when the deadline passes. */
  open: () => Promise<Placed>;
  /** How far the clock jumps. */
  jumpMs: number;
  /** A person's action after it. @returns its result, as one label */
  act: (sale: Placed) => Promise<string>;
  comesTo: string;
  ends: Standing;
}

const all = 10_000;
const unpaid = { money: null, backCents: 0 };
const cancelled = { order: 'cancelled', money: 'reversed', backCents: all };
const refunded = { order: 'refunded', money: 'reversed', backCents: all };
const disputed = { order: 'in_complaint', money: 'blocked', backCents: 0 };
const concluded = { order: 'completed', money: 'pending_release', backCents: 0 };

const said = ({ status, body }: { status: number; body: { code?: string } }) =>
  status < 300 ? 'done' : `${status} ${body.code}`;
const onOrder =
  (who: 'buyer' | 'seller', verb: string, body?: object): Rule['act'] =>
  async (sale) =>
    said(await stage.post(sale[who], `/orders/${sale.hash}/${verb}`, body));
const onCase =
  (who: 'buyer' | 'seller', verb: string, body?: object): Rule['act'] =>
  async (sale) =>
    said(await stage.complaints.call(sale as Dispute, sale[who], verb, body));
const pay: Rule['act'] = async (sale) => {
  await stage.bank.payCharge(sale.reference);
  return 'heard';
};
const complain = onOrder('buyer', 'complaints', { reason: 'other', wish: 'full', words });

async function started(): Promise<Placed> {
  const sale = await stage.paid();
  await stage.on(sale, sale.seller, 'delivery-start');
  return sale;
}

async function askedToCancel(): Promise<Placed> {
  const sale = await started();
  await stage.on(sale, sale.buyer, 'cancellation-request', { note });
  return sale;
}

/** A payment by a third party, which staff may review for a day. */
async function strangers(): Promise<Placed> {
  const sale = await stage.placed({ priceCents: 60_000 });
  await stage.bank.payCharge(sale.reference, { payerDocument: stranger });
  await stage.drain();
  return sale;
}
const stranger = '52998224725';

async function reviewOf({ id }: Placed): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from payments where order_id = ${id} order by id`.execute(stage.db);
  return rows[0]!.id;
}

async function asked(side: 'buyer' | 'seller'): Promise<Dispute> {
  const dispute = await stage.complaints.mediated();
  await stage.does(stage.support, `/staff/complaints/${dispute.complaintId}/requests`, { side, words });
  return dispute;
}

async function promised(): Promise<Dispute> {
  const dispute = await stage.complaints.answered();
  const promiseBy = new Date((await marketNow(stage.db)).getTime() + 2 * day).toISOString();
  const id = await stage.complaints.proposed(dispute, dispute.seller, { kind: 'fix', promiseBy, words });
  expect((await stage.complaints.answerProposal(dispute, dispute.buyer, id)).status).toBe(200);
  return dispute;
}

const answerRequest: Rule['act'] = async (sale) => {
  const dispute = sale as Dispute;
  const { requests } = await stage.complaints.seen(dispute, dispute.buyer);
  const verb = `requests/${requests[0].id}/answer`;
  return said(await stage.complaints.call(dispute, dispute.buyer, verb, { words }));
};

const ruled =
  (verb: string, who: 'support' | 'second', verdict: object): Rule['act'] =>
  async (sale) =>
    said(await stage.complaints.decide(sale as Dispute, stage[who], verdict, verb));

const rules: Rule[] = [
  {
    name: 'P04, P07: a Pix 25 hours after the time to pay goes back',
    open: () => stage.placed(),
    jumpMs: 25 * hour + 30 * minute,
    act: pay,
    comesTo: 'heard',
    ends: { order: 'expired', money: null, backCents: all },
  },
  {
    name: 'P07: a Pix within a day of it pays the order while the stock is there',
    open: () => stage.placed(),
    jumpMs: hour,
    act: pay,
    comesTo: 'heard',
    ends: { order: 'paid', money: 'in_escrow', backCents: 0 },
  },
  {
    name: 'P01: another way to pay is refused after the time to pay',
    open: () => stage.placed(),
    jumpMs: 25 * hour,
    act: onOrder('buyer', 'payments', { method: 'pix' }),
    comesTo: '409 wrong_state',
    ends: { order: 'expired', ...unpaid },
  },
  {
    name: 'P05: an order whose time is over is not given up any more',
    open: () => stage.placed(),
    jumpMs: 25 * hour,
    act: onOrder('buyer', 'abandonment'),
    comesTo: '409 wrong_state',
    ends: { order: 'expired', ...unpaid },
  },
  {
    name: 'P12: a seller who comes after the time to begin finds the sale cancelled',
    open: () => stage.paid(),
    jumpMs: 4 * day,
    act: onOrder('seller', 'delivery-start'),
    comesTo: '409 wrong_state',
    ends: cancelled,
  },
  {
    name: 'P14: a seller who refuses after six hours has agreed by silence',
    open: askedToCancel,
    jumpMs: 7 * hour,
    act: async (sale) => {
      const refusal = await stage.refuseToCancel(sale, 'Já enviei e o código foi aberto.').catch(() => null);
      return refusal ? said(refusal) : 'refused';
    },
    comesTo: 'refused',
    ends: cancelled,
  },
  {
    name: 'P15: a delivery after the promised time and a day finds the sale cancelled',
    open: started,
    jumpMs: 5 * day,
    act: onOrder('seller', 'delivery', { note: 'Enviei pelo correio às 10 h.' }),
    comesTo: '409 wrong_state',
    ends: cancelled,
  },
  {
    name: 'P16: a complaint about a late delivery comes after its end by time',
    open: started,
    jumpMs: 5 * day,
    act: complain,
    comesTo: '409 wrong_state',
    ends: cancelled,
  },
  {
    name: 'P17: a confirmation after 72 hours finds the sale concluded',
    open: () => stage.delivered(),
    jumpMs: 4 * day,
    act: onOrder('buyer', 'confirmation'),
    comesTo: '409 wrong_state',
    ends: concluded,
  },
  {
    name: 'P18, P20: a complaint after 72 hours is one under warranty',
    open: () => stage.delivered(),
    jumpMs: 4 * day,
    act: complain,
    comesTo: 'done',
    ends: disputed,
  },
  {
    name: 'P24: a regret after the seven days is refused',
    open: () => stage.delivered(),
    jumpMs: 20 * day,
    act: onOrder('buyer', 'regret', { destination: 'original' }),
    comesTo: '409 regret_over',
    ends: { ...concluded, money: 'released' },
  },
  {
    name: 'R02, R04: a seller who answers after 48 hours finds the buyer paid',
    open: () => stage.complaints.opened(),
    jumpMs: 73 * hour,
    act: onCase('seller', 'answer', { words }),
    comesTo: '409 wrong_state',
    ends: refunded,
  },
  {
    name: 'R05: a silent seller does not call the team after 48 hours',
    open: () => stage.complaints.opened(),
    jumpMs: 73 * hour,
    act: onCase('seller', 'mediation'),
    comesTo: '409 wrong_state',
    ends: refunded,
  },
  {
    name: 'R11: a buyer who was paid by silence takes nothing back',
    open: () => stage.complaints.opened(),
    jumpMs: 73 * hour,
    act: onCase('buyer', 'withdrawal'),
    comesTo: '409 wrong_state',
    ends: refunded,
  },
  {
    name: 'R03: an agreement fulfilled after its date is broken',
    open: promised,
    jumpMs: 3 * day,
    act: onCase('seller', 'fulfilment', { words }),
    comesTo: '409 wrong_state',
    ends: disputed,
  },
  {
    name: 'R06: a buyer who answers the team after 72 hours has lost',
    open: () => asked('buyer'),
    jumpMs: 97 * hour,
    act: answerRequest,
    comesTo: '409 wrong_state',
    ends: concluded,
  },
  {
    name: 'R08: an appeal after 72 hours comes too late',
    open: () => stage.complaints.decided({ result: 'full' }),
    jumpMs: 97 * hour,
    act: onCase('seller', 'appeal', { ground: 'error', words }),
    comesTo: '409 wrong_state',
    ends: refunded,
  },
  {
    name: 'R10: a decision that took effect is not accepted any more',
    open: () => stage.complaints.decided({ result: 'full' }),
    jumpMs: 97 * hour,
    act: onCase('seller', 'acceptance'),
    comesTo: '409 wrong_state',
    ends: refunded,
  },
  {
    name: 'R12: after fifteen days support does not decide any more',
    open: () => stage.complaints.mediated(),
    jumpMs: 15 * day,
    act: ruled('decision', 'support', { result: 'full' }),
    comesTo: '403 forbidden',
    ends: disputed,
  },
  {
    name: 'P06: a payment proof without a match in time cannot be decided any more',
    open: () => stage.receipts.sent({ priceCents: all }),
    jumpMs: 97 * hour,
    act: async (sale) =>
      said(await stage.receipts.reject(stage.admin, (sale as Placed & { receiptId: number }).receiptId)),
    comesTo: '409 already_decided',
    ends: { order: 'cancelled', ...unpaid },
  },
  {
    name: '§4.6: a stranger’s payment goes on after a day, whatever is decided later',
    open: strangers,
    jumpMs: 25 * hour,
    act: async (sale) =>
      said(
        await stage.post(stage.admin, `/staff/payment-reviews/${await reviewOf(sale)}/decision`, {
          decision: 'refund',
          note,
        }),
      ),
    comesTo: '409 already_decided',
    ends: { order: 'paid', money: 'in_escrow', backCents: 0 },
  },
  {
    name: 'P27: an admin’s force meets what time decided',
    open: () => stage.placed(),
    jumpMs: 25 * hour,
    act: async (sale) =>
      said(
        await stage.post(stage.admin, `/staff/orders/${sale.hash}/forced-moves`, {
          event: 'force_cancellation',
          reason: note,
        }),
      ),
    comesTo: '409 wrong_state',
    ends: { order: 'expired', ...unpaid },
  },
];

describe.each(rules)('$name', ({ open, jumpMs, act, comesTo, ends }) => {
  test.each(['the sweep comes first', 'somebody acts first'])('%s', async (first) => {
    const sale = await open();
    await stage.moveClock(jumpMs);
    if (first === 'the sweep comes first') await stage.drain();
    expect(await act(sale)).toBe(comesTo);
    expect(await stage.standing(sale)).toEqual(ends);
  });
});

describe('money that came in time and is reported late (P03)', () => {
  test.each(['the sweep comes first', 'the notice comes first'])('pays its order: %s', async (first) => {
    for (const heardAfter of [11 * minute, 26 * hour]) {
      const sale = await stage.placed({ codes: stage.codes(1), priceCents: all });
      await stage.moveClock(29 * minute);
      await stage.bank.payCharge(sale.reference, { copies: 0 });
      await stage.moveClock(heardAfter);
      if (first === 'the sweep comes first') {
        await runDueOrders.run(stage.ctx);
        expect(await stage.stateOf(sale)).toBe('expired');
      }
      await confirmPayment(stage.ctx, { reference: sale.reference });
      expect(await stage.standing(sale)).toEqual({ order: 'delivered', money: 'in_escrow', backCents: 0 });
    }
  });

  test('is refunded when its stock was sold before the report', async () => {
    const sale = await stage.placed({ codes: stage.codes(1), priceCents: all });
    await stage.moveClock(29 * minute);
    await stage.bank.payCharge(sale.reference, { copies: 0 });
    await stage.moveClock(2 * minute);
    await runDueOrders.run(stage.ctx);
    const next = await stage.place(await stage.user(), {
      id: sale.listingId,
      priceCents: all,
      seller: sale.seller,
    });
    await stage.bank.payCharge(next.reference);
    await confirmPayment(stage.ctx, { reference: sale.reference });
    expect(await stage.standing(sale)).toEqual({ order: 'expired', money: null, backCents: all });
  });

  test('a late sweep does not extend the buyer’s day: the 24 hours run from the order’s own deadline (P07, T125)', async () => {
    const sale = await stage.placed();
    await stage.moveClock(30 * minute + 23 * hour);
    await stage.drain();
    await stage.moveClock(2 * hour);
    await stage.bank.payCharge(sale.reference);
    expect(await stage.standing(sale)).toEqual({ order: 'expired', money: null, backCents: all });
  });
});

test('R06: a file that a silent seller sends after 48 hours does not answer the request', async () => {
  for (const first of ['sweep', 'file']) {
    const dispute = await asked('seller');
    await stage.moveClock(73 * hour);
    if (first === 'sweep') await stage.drain();
    const sent = await stage.request('POST', `/complaints/${dispute.complaintId}/files?name=nota.pdf`, {
      token: dispute.seller.token,
      body: Buffer.from('%PDF-1.4\nNota\n%%EOF'),
      headers: { 'content-type': 'application/pdf' },
    });
    expect(sent.status, sent.text).toBe(201);
    await stage.drain();
    const { requests } = await stage.complaints.seen(dispute, dispute.seller);
    expect(requests[0].lapsedAt, first).not.toBeNull();
  }
});

test('an automatic decision is made once when ten processes act in the same moment', async () => {
  const dispute = await stage.complaints.opened();
  await stage.moveClock(60 * hour);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => onCase('seller', 'answer', { words })(dispute)),
  );
  expect(new Set(answers)).toEqual(new Set(['409 wrong_state']));
  expect(await stage.standing(dispute)).toEqual(refunded);
});

test('L08: a listing cannot be bought after its ninety days, even before the expiry job runs', async () => {
  for (const first of ['sweep', 'purchase']) {
    const listing = await stage.publishedListing({ stock: 5 });
    await sql`update listings set expires_at = market_now() + interval '1 hour' where id = ${listing.id}`.execute(
      stage.db,
    );
    await stage.moveClock(26 * hour);
    if (first === 'sweep') await stage.drain();
    const answer = await stage.order(await stage.user(), listing);
    expect([answer.status, answer.body.code], first).toEqual([409, 'listing_unavailable']);
  }
});
