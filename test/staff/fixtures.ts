import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { defaultRefundRules } from '#domain/refunds/refunds.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { openCaseForAll } from './cases.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import { note, pdf } from '#test/orders/deliveries.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import type { Placed } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';
import { withdrawalsOf } from '#test/withdrawals/withdrawals.ts';

export type StaffFixtures = Awaited<ReturnType<typeof openStaffFixtures>>;

/** Who of the two sides is given; the other is a stranger. */
export interface Sides {
  seller?: Person;
  buyer?: Person;
}

/** The objects that staff decide about, created through the API with the sides that a test gives. */
export async function openStaffFixtures({ sales, complain, act, decide, admin }: Complaints) {
  const receipts = paymentProofsOf(sales);
  const support = openSupport(sales);
  // Every refund needs a review, and one that the bank refuses becomes manual at once.
  await sales.setRules({
    refunds: { ...defaultRefundRules, automaticCents: 0, maxAttempts: 1 },
    tickets: { ...defaultRules.tickets, maxOpen: 200 },
  });
  const { refund } = sales.bank;

  async function bought(
    { seller, buyer }: Sides,
    options: ListingOptions = {},
    method: 'pix' | 'manual' = 'pix',
  ) {
    const listing = await sales.publishedListing({ stock: 5, ...options, ...(seller && { seller }) });
    return sales.place(buyer ?? (await sales.user()), listing, 1, method);
  }

  async function paid(sides: Sides, options: ListingOptions = {}): Promise<Placed> {
    const sale = await bought(sides, options);
    await sales.bank.payCharge(sale.reference);
    return sale;
  }

  async function refunding(sides: Sides, priceCents: number): Promise<{ id: number; sale: Placed }> {
    const sale = await paid(sides, { priceCents });
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    const { rows } = await sql<{ id: number }>`
      select id from refunds where order_id = ${sale.id}`.execute(sales.db);
    return { id: rows[0]!.id, sale };
  }

  /** One that the bank refused, so that it waits for a hand. */
  async function refundByHand(sides: Sides) {
    const { id, sale } = await refunding(sides, 10_000);
    sales.bank.refund = async () => ({ state: 'failed', providerId: 'x', reason: 'NAO_REALIZADO' });
    await sales.request('POST', `/staff/refunds/${id}/decision`, {
      token: admin.token,
      key: true,
      body: { decision: 'approve', note: '' },
    });
    await drain(sales.ctx, allSweeps);
    sales.bank.refund = refund;
    return { id, sale };
  }

  /** A move above the limit of one person that waits for the second. */
  async function forced(sides: Sides): Promise<{ id: number; sale: Placed }> {
    const sale = await paid(sides, { priceCents: 50_001 });
    const { data } = await sales.request('POST', `/staff/orders/${sale.hash}/forced-moves`, {
      token: admin.token,
      key: true,
      body: { event: 'force_cancellation', reason: 'Um motivo escrito em uma frase inteira.' },
    });
    return { id: data.waitingId, sale };
  }

  async function macro(): Promise<number> {
    const { data } = await sales.request('POST', '/staff/macros', {
      token: admin.token,
      key: true,
      body: { title: `Resposta ${randomUUID().slice(0, 8)}`, text: 'Oi, {nome}.' },
    });
    return data.id;
  }

  /** A file of a list that this person asked for, as if made. */
  async function tableExport(asker: Person): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into table_exports (user_id, table_name, query, state, file_key, row_count, expires_at)
      values (${asker.id}, 'pedidos', '{}', 'ready', ${randomUUID()}, 0, market_now() + interval '1 day')
      returning id`.execute(sales.db);
    return rows[0]!.id;
  }

  async function mediated(sides: Sides, options: ListingOptions = {}): Promise<Dispute> {
    const sale = await paid(sides, options);
    await sales.act(sale, sale.seller, 'delivery-start');
    await sales.act(sale, sale.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
    const dispute = await complain(sale, { reason: 'recovered' });
    await act(dispute, sale.buyer, 'mediation');
    return dispute;
  }

  async function appealed(sides: Sides, decider: Person): Promise<Dispute> {
    const dispute = await mediated(sides);
    expect((await decide(dispute, decider, { result: 'full' })).status).toBe(200);
    await act(dispute, dispute.seller, 'appeal', {
      ground: 'error',
      words: 'As telas mostram outra conta e outro dia.',
    });
    return dispute;
  }

  async function evidence(sides: Sides): Promise<{ id: number; fileId: number; dispute: Dispute }> {
    const dispute = await mediated(sides);
    const { data } = await sales.request('POST', `/complaints/${dispute.complaintId}/files?name=a.txt`, {
      token: dispute.buyer.token,
      body: Buffer.from('Uma prova.'),
      headers: { 'content-type': 'text/plain' },
    });
    return { id: dispute.complaintId, fileId: data.id, dispute };
  }

  /** A manual delivery with its proof file. */
  async function proven(sides: Sides): Promise<{ fileId: number; sale: Placed }> {
    const categoryId = await sales.category({ deliveryProof: 'file' });
    const sale = await paid(sides, { categoryId });
    await sales.act(sale, sale.seller, 'delivery-start');
    const { data } = await sales.request('POST', `/orders/${sale.hash}/delivery-files?name=a.pdf`, {
      token: sale.seller.token,
      body: pdf,
      headers: { 'content-type': 'application/pdf' },
    });
    await sales.act(sale, sale.seller, 'delivery', { note, fileIds: [data.id] });
    await openCaseForAll(sales, sale);
    return { fileId: data.id, sale };
  }

  /** A sale whose buyer wrote where to deliver. */
  async function addressed(sides: Sides): Promise<Placed> {
    const sale = await bought(sides);
    const how = { token: sale.buyer.token, body: { text: 'Rua das Palmeiras, 40.' } };
    await sales.request('PUT', `/orders/${sale.hash}/delivery-data`, how);
    await openCaseForAll(sales, sale);
    return sale;
  }

  /** A Pix from another person's account. */
  async function inAnalysis(sides: Sides): Promise<{ id: number; sale: Placed }> {
    const sale = await bought(sides, { priceCents: 60_000 });
    await sales.bank.payCharge(sale.reference, { payerDocument: '52998224725' });
    return { id: await paymentOf(sale), sale };
  }

  async function paymentOf(sale: Placed): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select id from payments where order_id = ${sale.id}`.execute(sales.db);
    return rows[0]!.id;
  }

  async function withReceipt(sides: Sides): Promise<{ id: number; lineId: number; sale: Placed }> {
    const sale = await bought(sides, { priceCents: 10_000 }, 'manual');
    await receipts.send(sale);
    return {
      sale,
      id: await receipts.openReceipt(sale),
      lineId: await receipts.line(sale.totalCents),
    };
  }

  /** Money of a manual order that arrived after the buyer had abandoned it. */
  async function lateLine(sides: Sides): Promise<{ lineId: number; sale: Placed }> {
    const sale = await bought(sides, { priceCents: 10_000 }, 'manual');
    await sales.act(sale, sale.buyer, 'abandonment');
    return { sale, lineId: await receipts.line(sale.totalCents) };
  }

  /** A message that the filter holds. */
  async function heldMessage(sides: Sides): Promise<{ id: number; sale: Placed }> {
    const sale = await paid(sides);
    for (let each = 1; each <= 3; each++)
      await sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
        token: sale.buyer.token,
        body: { text: `Meu e-mail é ana${each}@exemplo.com.br`, fileIds: [], insist: true },
      });
    const { rows } = await sql<{ id: number }>`
      select id from order_messages where order_id = ${sale.id} and handling = 'held'`.execute(sales.db);
    return { id: rows[0]!.id, sale };
  }

  async function question({ seller, buyer }: Sides): Promise<{ id: number; asker: Person; seller: Person }> {
    const listing = await sales.publishedListing({ ...(seller && { seller }) });
    const asker = buyer ?? (await sales.user());
    const { data } = await sales.request('POST', `/listings/${listing.id}/questions`, {
      token: asker.token,
      key: true,
      body: { text: 'Este código vale para quem?' },
    });
    return { id: data.id, asker, seller: listing.seller };
  }

  async function reported({ seller, buyer }: Sides): Promise<{ id: number; involved: number[] }> {
    const listing = await sales.publishedListing({ ...(seller && { seller }) });
    const reporter = buyer ?? (await sales.user());
    const answer = await sales.request('POST', '/reports', {
      token: reporter.token,
      key: true,
      body: { target: 'listing', id: String(listing.id), reason: 'fraud', text: 'Pede Pix por fora.' },
    });
    expect(answer.status, answer.text).toBe(201);
    const { rows } = await sql<{ id: number }>`
      select id from reports where target_kind = 'listing' and target_id = ${listing.id}`.execute(sales.db);
    return { id: rows[0]!.id, involved: [listing.seller.id, reporter.id] };
  }

  async function submitted({ seller }: Sides, categoryId?: number): Promise<{ id: number; seller: Person }> {
    const draft = await sales.draft({ ...(seller && { seller }), ...(categoryId && { categoryId }) });
    await sales.request('POST', `/listings/${draft.id}/submission`, { token: draft.seller.token, key: true });
    return draft;
  }

  async function ticket(owner?: Person): Promise<{ id: number; owner: Person }> {
    const person = owner ?? (await sales.user());
    const { data, status, text } = await support.ask(person);
    expect(status, text).toBeLessThan(300);
    // One person opens more tickets here than anybody may in an hour.
    await sql`delete from attempts`.execute(sales.db);
    return { id: data.id, owner: person };
  }

  /** A sale whose payment an admin marked for analysis (§4.6). */
  async function analysed(sides: Sides): Promise<Placed> {
    const sale = await paid(sides);
    const answer = await sales.request('POST', `/staff/orders/${sale.id}/analysis`, {
      token: admin.token,
      key: true,
      body: { reason: 'unusual_sale', note: 'Conferir com o banco.' },
    });
    expect(answer.status, answer.text).toBe(201);
    return sale;
  }

  /** A completed sale, whose money may be blocked. */
  async function completed(sides: Sides): Promise<Placed> {
    const sale = await paid(sides);
    await sales.act(sale, sale.seller, 'delivery-start');
    await sales.act(sale, sale.seller, 'delivery', { note });
    await sales.act(sale, sale.buyer, 'confirmation');
    return sale;
  }

  /** One whose money an admin blocked (N02). */
  async function blocked(sides: Sides): Promise<Placed> {
    const sale = await completed(sides);
    const answer = await sales.request('POST', `/staff/orders/${sale.id}/block`, {
      token: admin.token,
      key: true,
      body: { cause: 'fraud', words: note },
    });
    expect(answer.status, answer.text).toBe(201);
    return sale;
  }

  return {
    sales,
    completed,
    blocked,
    paid,
    refunding,
    refundByHand,
    forced,
    macro,
    mediated,
    appealed,
    evidence,
    proven,
    tableExport,
    addressed,
    inAnalysis,
    analysed,
    paymentOf,
    withReceipt,
    lateLine,
    heldMessage,
    question,
    reported,
    submitted,
    ticket,
    ...withdrawalsOf(sales, admin),
  };
}
