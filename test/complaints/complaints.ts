import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour, openSales } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';

export type Complaints = Awaited<ReturnType<typeof openComplaints>>;

/** A sale with a complaint about it. */
export interface Dispute extends Placed {
  complaintId: number;
}

/** Thirty letters and more, as every word of a complaint needs. */
export const words = 'O código deu inválido em duas tentativas, mando as telas.';
const grounds = 'As telas mostram que o código já tinha sido usado antes da venda.';

/** A market where buyers complain, with one admin and one of support beside it. */
export async function openComplaints() {
  const sales = await openSales();
  const admin = await sales.user({ role: 'admin' });
  const support = await sales.user({ role: 'support' });

  const post = (who: Person, path: string, body?: object) =>
    sales.request('POST', path, { token: who.token, key: true, body });

  /** The raw answer of opening one. */
  const open = (sale: Placed, body: object = {}) =>
    post(sale.buyer, `/orders/${sale.hash}/complaints`, {
      reason: 'invalid_code',
      wish: 'full',
      words,
      ...body,
    });

  /** A delivered sale, complained about. */
  async function opened(options: ListingOptions = {}, body: object = {}): Promise<Dispute> {
    return complain(await sales.delivered(options), body);
  }

  async function complain(sale: Placed, body: object = {}): Promise<Dispute> {
    const answer = await open(sale, body);
    expect(answer.status, answer.text).toBe(201);
    return { ...sale, complaintId: answer.data.id };
  }

  /** Any call on the case. */
  const call = (dispute: Dispute, who: Person, verb: string, body?: object): Promise<Answer> =>
    post(who, `/complaints/${dispute.complaintId}/${verb}`, body);

  /** … that must succeed. */
  async function act(dispute: Dispute, who: Person, verb: string, body?: object): Promise<Answer> {
    const answer = await call(dispute, who, verb, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  }

  /** … answered by the seller. */
  async function answered(options: ListingOptions = {}, body: object = {}): Promise<Dispute> {
    const dispute = await opened(options, body);
    await act(dispute, dispute.seller, 'answer', { words });
    return dispute;
  }

  /** … and escalated to staff. */
  async function mediated(options: ListingOptions = {}, body: object = {}): Promise<Dispute> {
    const dispute = await answered(options, body);
    await sales.moveClock(24 * hour);
    await act(dispute, dispute.buyer, 'mediation');
    return dispute;
  }

  const decide = (dispute: Dispute, who: Person, verdict: object, verb = 'decision') =>
    post(who, `/staff/complaints/${dispute.complaintId}/${verb}`, {
      grounds,
      rule: 'CDC, art. 35',
      ...verdict,
    });

  /** … and decided by the admin. */
  async function decided(verdict: object, options: ListingOptions = {}): Promise<Dispute> {
    const dispute = await mediated(options);
    const answer = await decide(dispute, admin, verdict);
    expect(answer.status, answer.text).toBe(200);
    return dispute;
  }

  const appeal = (dispute: Dispute, who: Person) => call(dispute, who, 'appeal', { ground: 'error', words });

  /** One proposal by a side, and its id. */
  async function proposed(dispute: Dispute, who: Person, body: object): Promise<number> {
    await act(dispute, who, 'proposals', body);
    const { proposals } = await seen(dispute, who);
    return proposals.at(-1)!.id;
  }

  const answerProposal = (dispute: Dispute, who: Person, id: number, answer = 'accept') =>
    call(dispute, who, `proposals/${id}/answer`, { answer });

  async function list(sale: Placed, who: Person) {
    const answer = await sales.request('GET', `/orders/${sale.hash}/complaints`, { token: who.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  }

  /** The case as a side sees it. */
  const seen = async (dispute: Dispute, who: Person = dispute.buyer) =>
    (await list(dispute, who)).items.find(({ id }: { id: number }) => id === dispute.complaintId);

  async function stateOf({ complaintId }: Dispute): Promise<string> {
    const { rows } = await sql<{ state: string }>`
      select state from complaints where id = ${complaintId}`.execute(sales.db);
    return rows[0]!.state;
  }

  /** Complaint, order and settlement as one text, and the total refunded amount. */
  async function told(dispute: Dispute) {
    const { rows } = await sql<{ told: string; back: number }>`
      select c.state || ', ' || o.state || ', ' || s.state as told,
        (select coalesce(sum(amount_cents), 0)::int from refunds where order_id = o.id) as back
      from complaints c join orders o on o.id = c.order_id join settlements s on s.order_id = o.id
      where c.id = ${dispute.complaintId}`.execute(sales.db);
    return rows[0]!;
  }

  /** Time passes and everything that is due happens. */
  async function pass(ms: number): Promise<void> {
    await sales.moveClock(ms + 1_000);
    await sales.drain();
  }

  async function notices(who: Person): Promise<string[]> {
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: who.token });
    return data.items.map(({ title }: { title: string }) => title);
  }

  return {
    sales,
    admin,
    support,
    post,
    open,
    opened,
    complain,
    call,
    act,
    answered,
    mediated,
    decide,
    decided,
    appeal,
    proposed,
    answerProposal,
    list,
    seen,
    stateOf,
    told,
    pass,
    notices,
  };
}
