import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { stateAfter } from '#domain/complaints/complaints.ts';
import type { ComplaintActor, ComplaintEvent, ComplaintState } from '#domain/complaints/complaints.ts';
import { nextState } from '#domain/machine.ts';
import { refundMachine } from '#domain/payments/payments.ts';
import type { RefundEvent, RefundState } from '#domain/payments/payments.ts';
import { paymentProofMachine } from '#domain/payments/payment-proofs.ts';
import type { PaymentProofEvent, PaymentProofState } from '#domain/payments/payment-proofs.ts';
import { withdrawalMachine } from '#domain/withdrawals/withdrawals.ts';
import type { WithdrawalEvent, WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import { words } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day, hour } from '#test/orders/sales.ts';
import { digestOf } from './digest.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/**
 * Every event that a person can request, in every state a case can be brought to, by every kind of person: transitions
 * of the state machine succeed, everything else is refused and changes no row. Orders: `server/refunds/moves.test.ts`.
 */
let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

type Who = 'buyer' | 'seller' | 'stranger' | 'support' | 'admin';
const everybody: readonly Who[] = ['buyer', 'seller', 'stranger', 'support', 'admin'];

interface Subject {
  id: number;
  buyer?: Person;
  seller: Person;
}

interface Noun {
  table: string;
  /** How to bring a case into each state. */
  states: Partial<Record<string, () => Promise<Subject>>>;
  calls: Partial<Record<string, { path: string; method?: string; body?: object }>>;
  /** The next state by the machine; null where the event is refused. */
  follows(event: string, state: string, who: Who): string | null;
}

const isTeam = (who: Who) => who === 'support' || who === 'admin';
const staffOr = (who: Who, other: Partial<Record<Who, string>>) => (isTeam(who) ? 'staff' : other[who]);
const to = (answer: object): string | null => ('to' in answer ? (answer.to as string) : null);

const withdrawals: Noun = {
  table: 'withdrawals',
  states: {
    requested: () => withdrawal(10_000),
    processing: () => withdrawal(10_005, 'approve'),
    failed: () => withdrawal(10_001, 'approve'),
    paid: () => withdrawal(10_000, 'approve'),
    returned: async () => {
      const made = await withdrawal(10_002, 'approve');
      await stage.pass(hour);
      return made;
    },
    rejected: () => withdrawal(10_000, 'reject'),
    cancelled: async () => {
      const made = await withdrawal(10_000);
      await stage.does(made.seller, `/withdrawals/${made.id}/cancellation`);
      return made;
    },
  },
  calls: {
    approve: { path: '/staff/withdrawals/#/decision', body: { decision: 'approve', note } },
    reject: { path: '/staff/withdrawals/#/decision', body: { decision: 'reject', note } },
    cancel: { path: '/withdrawals/#/cancellation' },
    retry: { path: '/staff/withdrawals/#/attempt' },
  },
  follows(event, state, who) {
    const actor = staffOr(who, { seller: 'owner' });
    if (actor === undefined) return null;
    const reached = to(
      nextState(withdrawalMachine, event as WithdrawalEvent, state as WithdrawalState, actor as 'owner'),
    );
    // The bank is called at once.
    return reached === 'approved' || reached === 'processing' ? 'paid' : reached;
  },
};

async function withdrawal(amountCents: number, decision?: 'approve' | 'reject'): Promise<Subject> {
  const seller = await stage.seller(20_000);
  const { id } = await stage.does(seller, '/withdrawals', { amountCents });
  if (decision) await stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision, note });
  return { id, seller };
}

const refunds: Noun = {
  table: 'refunds',
  states: {
    requested: async () => {
      const sale = await stage.delivered({ codes: stage.codes(1), priceCents: 10_000 });
      await stage.on(sale, sale.buyer, 'reveal');
      await stage.on(sale, sale.buyer, 'regret', { destination: 'original' });
      return refundOf(sale);
    },
    in_review: () => cancelled(100_100),
    processing: () => cancelled(10_005),
    failed: () => cancelled(10_003),
    completed: () => cancelled(10_000),
    manual: async () => {
      const made = await cancelled(10_004);
      await stage.drain();
      return made;
    },
    rejected: async () => {
      const made = await refunds.states.requested!();
      await stage.does(stage.admin, `/staff/refunds/${made.id}/decision`, { decision: 'reject', note });
      return made;
    },
  },
  calls: {
    approve: { path: '/staff/refunds/#/decision', body: { decision: 'approve', note } },
    reject: { path: '/staff/refunds/#/decision', body: { decision: 'reject', note } },
    // A manual Pix pays one refund only.
    get pay_by_hand() {
      const endToEndId = `E${randomInt(1e12).toString().padStart(20, '0')}${'b'.repeat(11)}`;
      return { path: '/staff/refunds/#/hand-payment', body: { endToEndId } };
    },
    keep_as_balance: { path: '/refunds/#/destination', method: 'PUT', body: { destination: 'balance' } },
  },
  follows(event, state, who) {
    const actor = staffOr(who, { buyer: 'buyer' });
    if (actor === undefined) return null;
    // Before it is sent the buyer may still choose the destination, and nothing else changes.
    if (
      event === 'keep_as_balance' &&
      actor === 'buyer' &&
      ['requested', 'in_review', 'failed'].includes(state)
    )
      return state;
    // Above R$ 500 an admin decides.
    if (state === 'in_review' && who === 'support') return null;
    const reached = to(
      nextState(refundMachine, event as RefundEvent, state as RefundState, actor as 'staff'),
    );
    if (event === 'pay_by_hand' && reached) return 'manual'; // One records, another confirms.
    if (event === 'keep_as_balance') return reached;
    return reached === 'approved' ? 'completed' : reached;
  },
};

async function cancelled(priceCents: number): Promise<Subject> {
  const sale = await stage.paid({ priceCents });
  await stage.on(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  return refundOf(sale);
}

async function refundOf(sale: Placed): Promise<Subject> {
  return { ...sale, id: (await stage.lastRefund(sale)).id };
}

let lineId: number;
const receipts: Noun = {
  table: 'receipts',
  states: {
    sent: () => receipt(),
    in_review: () => receipt((id) => stage.receipts.approve(stage.support, id, lineId)),
    approved: () => receipt((id) => stage.receipts.approve(stage.admin, id, lineId)),
    rejected: () => receipt((id) => stage.receipts.reject(stage.admin, id)),
    expired: async () => {
      const made = await receipt();
      await stage.pass(3 * day);
      return made;
    },
  },
  calls: {
    get approve() {
      return { path: '/staff/receipts/#/decision', body: { decision: 'approve', bankLineId: lineId } };
    },
    reject: { path: '/staff/receipts/#/decision', body: { decision: 'reject', refusal: 'illegible' } },
  },
  follows(event, state, who) {
    if (!isTeam(who)) return null;
    // Support proposes, once the same; an admin reopens the order or refuses the payment proof.
    if (event === 'approve' && who === 'support' && state === 'in_review') return null;
    const meant = who === 'support' ? 'propose' : event;
    return to(
      nextState(paymentProofMachine, meant as PaymentProofEvent, state as PaymentProofState, 'staff'),
    );
  },
};

async function receipt(then?: (id: number) => Promise<unknown>): Promise<Subject> {
  const sale = await stage.receipts.sent({ priceCents: 10_000 });
  lineId = await stage.receipts.line(10_000);
  await then?.(sale.receiptId);
  return { ...sale, id: sale.receiptId };
}

const complaints: Noun = {
  table: 'complaints',
  states: {
    open: () => later(stage.complaints.opened()),
    negotiating: () => later(stage.complaints.answered()),
    in_mediation: () => later(stage.complaints.mediated()),
    decided: () => later(stage.complaints.decided({ result: 'full' }), 0),
    appealed: async () => {
      const dispute = await stage.complaints.decided({ result: 'full' });
      await stage.complaints.appeal(dispute, dispute.seller);
      return { ...dispute, id: dispute.complaintId };
    },
    closed: async () => {
      const dispute = await stage.complaints.answered();
      await stage.complaints.act(dispute, dispute.buyer, 'withdrawal');
      return { ...dispute, id: dispute.complaintId };
    },
  },
  calls: {
    answer: { path: '/complaints/#/answer', body: { words } },
    propose: { path: '/complaints/#/proposals', body: { kind: 'full' } },
    escalate: { path: '/complaints/#/mediation' },
    appeal: { path: '/complaints/#/appeal', body: { ground: 'error', words } },
    concede: { path: '/complaints/#/acceptance' },
    withdraw: { path: '/complaints/#/withdrawal' },
    take: { path: '/staff/complaints/#/assignment' },
    ask_evidence: { path: '/staff/complaints/#/requests', body: { side: 'seller', words } },
    decide: {
      path: '/staff/complaints/#/decision',
      body: { result: 'full', grounds: words, rule: 'CDC, art. 35' },
    },
    decide_appeal: {
      path: '/staff/complaints/#/appeal-decision',
      body: { result: 'full', grounds: words, rule: 'CDC, art. 35' },
    },
  },
  follows(event, state, who) {
    const actor = staffOr(who, { buyer: 'buyer', seller: 'seller' });
    if (actor === undefined) return null;
    // A party that got everything cannot appeal, and no one appeals twice; the admin decided before, and support never
    // decides twice.
    if (['appeal', 'concede'].includes(event) && (who === 'buyer' || state === 'appealed')) return null;
    if (event === 'decide_appeal' || (event === 'take' && state === 'appealed' && who === 'admin'))
      return null;
    return to(stateAfter(event as ComplaintEvent, state as ComplaintState, actor as ComplaintActor));
  },
};

async function later(
  made: ReturnType<Stage['complaints']['opened']>,
  ms: number = 24 * hour,
): Promise<Subject> {
  const dispute = await made;
  await stage.moveClock(ms);
  // Otherwise the first call would send reminders that became due meanwhile.
  await stage.drain();
  return { ...dispute, id: dispute.complaintId };
}

const nouns = { withdrawals, refunds, receipts, complaints };
const cases = Object.entries(nouns).flatMap(([name, noun]) =>
  Object.keys(noun.states).map((state) => [name, state] as const),
);

describe.each(Object.keys(nouns) as (keyof typeof nouns)[])('the states of %s', (name) => {
  const noun: Noun = nouns[name];

  test.each(cases.filter(([of]) => of === name).map(([, state]) => state))(
    '%s reacts to every event as in the transition table',
    async (state) => {
      const tried = Object.keys(noun.calls).flatMap((event) => everybody.map((who) => ({ event, who })));
      const [forbidden, allowed] = [false, true].map((is) =>
        tried.filter(({ event, who }) => (noun.follows(event, state, who) !== null) === is),
      );
      const subject = await noun.states[state]!();
      const before = await digestOf(stage.db);
      for (const { event, who } of forbidden!) {
        const { status, text } = await ask(noun, subject, event, who);
        expect([event, who, [403, 404, 409].includes(status)], text).toEqual([event, who, true]);
        expect([event, who, await digestOf(stage.db)]).toEqual([event, who, before]);
      }
      for (const { event, who } of allowed!) {
        const fresh = await noun.states[state]!();
        const { status, text } = await ask(noun, fresh, event, who);
        expect([event, who, status < 300], text).toEqual([event, who, true]);
        expect([event, who, await stateOf(noun, fresh)]).toEqual([
          event,
          who,
          noun.follows(event, state, who),
        ]);
      }
    },
  );
});

async function ask(noun: Noun, subject: Subject, event: string, who: Who) {
  const { path, method = 'POST', body } = noun.calls[event]!;
  const people = { buyer: subject.buyer, seller: subject.seller, support: stage.support, admin: stage.admin };
  const person = (who === 'stranger' ? undefined : people[who]) ?? (await stage.user());
  return stage.request(method, path.replace('#', String(subject.id)), {
    token: person.token,
    ...(method === 'POST' && { key: true as const }),
    body,
  });
}

async function stateOf({ table }: Noun, { id }: Subject): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from ${sql.table(table)} where id = ${id}`.execute(stage.db);
  return rows[0]!.state;
}
