import { sql } from 'kysely';
import { expect } from 'vitest';
import { marketNow } from '#server/database/transaction.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import { findFaults, findStuck } from '#test/invariants.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import { day } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { setProof } from '#test/accounts/second-factor.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The state of a sale. `backCents`: the refunded amount that has arrived at its destination. */
export interface Standing {
  order: string;
  money: string | null;
  backCents: number;
}

export const note = 'Escrito com mais de dez letras.';

/** A market with its people for the scenarios: each money path is played completely and leaves the books balanced. */
export async function openStage() {
  const complaints = await openComplaints();
  const { sales, admin, support } = complaints;
  const { db } = sales;
  const second = await sales.user({ role: 'admin' });

  /** Moves the clock and runs everything due; twice, which must have the same result as once. */
  async function pass(ms: number): Promise<void> {
    await sales.moveClock(ms + 1_000);
    await sales.drain();
    await sales.drain();
  }

  /** Resolves when all queued work is done: on a busy machine the processing of a notice is delayed. */
  async function standing(sale: { id: number }): Promise<Standing> {
    await sales.drain();
    const { rows } = await sql<Standing>`
      select o.state as order, s.state as money, (select coalesce(sum(amount_cents), 0) from refunds r
        where r.order_id = o.id and r.state = 'completed')::int as "backCents"
      from orders o left join settlements s on s.order_id = o.id where o.id = ${sale.id}`.execute(db);
    return rows[0]!;
  }

  /** The amount a person may withdraw now. */
  async function purse({ token }: Person): Promise<{ availableCents: number; purchaseCreditCents: number }> {
    return (await sales.request('GET', '/balances', { token })).data;
  }

  const post = (who: Person, path: string, body?: object) =>
    sales.request('POST', path, { token: who.token, key: true, body });

  /** A call that must succeed. @returns its reply */
  async function does(who: Person, path: string, body?: object) {
    const answer = await post(who, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.data;
  }

  /** One call on an order that must succeed. */
  const on = (sale: Placed, who: Person, verb: string, body?: object) =>
    does(who, `/orders/${sale.hash}/${verb}`, body);

  async function lastRefund(sale: Placed): Promise<{ id: number; state: string; reason: string }> {
    const { rows } = await sql<{ id: number; state: string; reason: string }>`
      select id, state, reason from refunds where order_id = ${sale.id} order by id desc limit 1`.execute(db);
    return rows[0]!;
  }

  const decideRefund = async (sale: Placed, decision: 'approve' | 'reject', who = admin) =>
    does(who, `/staff/refunds/${(await lastRefund(sale)).id}/decision`, { decision, note });

  /** A person who sold for this price, with the money released. */
  async function seller(priceCents = 50_000): Promise<Person> {
    return (await sales.released({ priceCents })).seller;
  }

  /** Staff sanction a person: a suspension for a week, or a ban. */
  async function sanction(person: Person, event: 'suspend' | 'ban'): Promise<void> {
    await setProof(sales, admin, 'fresh');
    const until = new Date((await marketNow(db)).getTime() + 7 * day).toISOString();
    const answer = await sales.request('PUT', `/staff/users/${person.id}/state`, {
      token: admin.token,
      body: {
        event,
        reason: 'Vendeu um código que já tinha sido usado.',
        ...(event === 'suspend' && { until }),
      },
    });
    expect(answer.status, answer.text).toBe(200);
  }

  /** The end of every scenario: no rule broken, no money blocked, no work stuck. */
  async function allIsWell(): Promise<void> {
    await sales.drain();
    expect(await findFaults(db)).toEqual([]);
    expect(await findStuck(db)).toEqual([]);
  }

  return {
    ...sales,
    complaints,
    receipts: paymentProofsOf(sales),
    admin,
    support,
    second,
    pass,
    standing,
    purse,
    post,
    does,
    on,
    lastRefund,
    decideRefund,
    seller,
    sanction,
    allIsWell,
  };
}
