import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { note, openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import type { Placed } from '#test/orders/sales.ts';

/** Who mediates sees what the two sides see; private words are opened one by one, for the case, and recorded (T110). */
let market: Complaints;
let deliveries: Deliveries;
beforeAll(async () => {
  market = await openComplaints();
  deliveries = await openDeliveries();
});
afterAll(async () => {
  await market.sales.close();
  await deliveries.close();
});

type Market = Pick<Complaints['sales'], 'request'>;
const get = ({ request }: Market, who: Person, path: string) => request('GET', path, { token: who.token });
const write = ({ request }: Market, { hash }: Placed, who: Person, text: string, fileIds: number[] = []) =>
  request('PUT', `/orders/${hash}/messages/${randomUUID()}`, {
    token: who.token,
    body: { text, fileIds, insist: false },
  });
const claimCase = (who: Person, { complaintId }: Dispute) =>
  market.sales.request('PUT', `/staff/holds/complaints/${complaintId}`, { token: who.token, body: {} });
const readMessages = (who: Person, { hash }: Placed) =>
  get(market.sales, who, `/staff/orders/${hash}/messages`);
const readingsOf = async ({ id }: Placed) =>
  (
    await sql<{ who: number; data: object }>`select actor_id as who, data from events
    where subject_kind = 'order' and subject_id = ${id} and kind = 'conversation.inspected' order by id`.execute(
      market.sales.db,
    )
  ).rows;

test('the case and the order show staff when codes were opened, by whom and how, and never a code (N05)', async () => {
  const [code] = market.sales.codes(1);
  const dispute = await market.opened({ codes: [code!] });
  const pages = [`/staff/complaints/${dispute.complaintId}`, `/staff/orders/${dispute.id}`];
  const deliveryOn = async (path: string) => {
    const answer = await get(market.sales, market.support, path);
    expect(answer.text).not.toContain(code);
    return (answer.data.order ?? answer.data).delivery;
  };
  for (const path of pages) expect((await deliveryOn(path)).reveals).toEqual([]);
  // The complaint freezes the money of the order; its codes stay readable to their buyer.
  const shown = await market.sales.request('POST', `/orders/${dispute.hash}/reveal`, {
    token: dispute.buyer.token,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36' },
  });
  expect(shown.status, shown.text).toBe(200);
  const { reveals } = (await market.sales.view(dispute, dispute.seller)).deal;
  expect(reveals).toMatchObject([{ by: dispute.buyer.username, device: 'Chrome no Windows' }]);
  for (const path of pages) expect((await deliveryOn(path)).reveals).toEqual(reveals);
});

test('the order names its complaints, and both pages name the files, the data and the cancellation of a delivery', async () => {
  const sale = await deliveries.begun('file');
  await write(deliveries, sale, sale.buyer, 'Chega hoje?');
  const asked = await deliveries.request('POST', `/orders/${sale.hash}/cancellation-request`, {
    token: sale.buyer.token,
    key: true,
    body: { note: 'Mudei de cidade antes da entrega.' },
  });
  expect(asked.status, asked.text).toBeLessThan(300);
  const fileId = await deliveries.sentUp(sale);
  expect((await deliveries.deliver(sale, [fileId])).status).toBe(200);
  const opened = await deliveries.request('POST', `/orders/${sale.hash}/complaints`, {
    token: sale.buyer.token,
    key: true,
    body: { reason: 'not_as_described', wish: 'full', words: 'O que veio não é o que estava no anúncio.' },
  });
  const order = await get(deliveries, deliveries.admin, `/staff/orders/${sale.id}`);
  const staffCase = await get(deliveries, deliveries.admin, `/staff/complaints/${opened.data.id}`);
  expect(order.data.complaints).toMatchObject([
    { id: opened.data.id, reason: 'not_as_described', state: 'open' },
  ]);
  for (const { delivery } of [order.data, staffCase.data.order])
    expect(delivery).toMatchObject({
      hasDeliveryNote: true,
      deliveryFiles: [{ id: fileId, createdAt: expect.any(String) }],
      reveals: [],
      buyerData: null,
      cancellation: { note: 'Mudei de cidade antes da entrega.' },
      messages: { count: 1, lastAt: expect.any(String) },
    });
  for (const { text } of [order, staffCase]) {
    expect(text).not.toContain('Chega hoje?');
    expect(text).not.toContain(note);
  }
});

describe('the conversation of a case', () => {
  test('is read by the mediator with its files, and the audit log names person and case', async () => {
    const dispute = await market.mediated();
    const sent = await market.sales.request('POST', `/order-files?order=${dispute.hash}&name=tela.txt`, {
      token: dispute.buyer.token,
      body: Buffer.from('O código já foi usado.'),
      headers: { 'content-type': 'text/plain' },
    });
    expect(sent.status, sent.text).toBe(201);
    expect((await write(market.sales, dispute, dispute.buyer, 'Veja a tela.', [sent.data.id])).status).toBe(
      200,
    );
    expect(await readingsOf(dispute)).toEqual([]);
    const taken = await market.post(market.support, `/staff/complaints/${dispute.complaintId}/assignment`);
    expect(taken.status, taken.text).toBeLessThan(300);
    const read = await readMessages(market.support, dispute);
    expect(read.data).toMatchObject({
      buyer: dispute.buyer.username,
      items: [{ side: 'buyer', text: 'Veja a tela.', files: [{ name: 'tela.txt' }] }],
    });
    expect(await readingsOf(dispute)).toEqual([
      { who: market.support.id, data: { case: 'complaint', caseId: dispute.complaintId } },
    ]);
  });

  test('is refused to staff who do not have the case, and the refusal leaves no reading', async () => {
    const dispute = await market.mediated();
    await write(market.sales, dispute, dispute.buyer, 'Veja a tela.');
    const colleague = await market.sales.user({ role: 'support' });
    for (const who of [colleague, market.admin])
      expect((await readMessages(who, dispute)).body).toMatchObject({ status: 403, code: 'no_case' });
    expect(await readingsOf(dispute)).toEqual([]);
    expect((await claimCase(colleague, dispute)).status).toBe(200);
    expect((await readMessages(colleague, dispute)).status).toBe(200);
    expect(await readingsOf(dispute)).toMatchObject([{ who: colleague.id }]);
  });

  test('is refused to the two sides, a stranger, and staff who bought or sold', async () => {
    const seller = await market.sales.user({ role: 'support' });
    const dispute = await market.mediated({ seller });
    for (const who of [dispute.buyer, await market.sales.user()])
      expect((await readMessages(who, dispute)).status).toBe(403);
    expect((await readMessages(seller, dispute)).body.code).toBe('own_decision');
    expect((await get(market.sales, seller, `/staff/complaints/${dispute.complaintId}`)).body.code).toBe(
      'own_decision',
    );
  });
});
