import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { countAccess } from '#server/staff/access/access-limit.ts';
import { openCase, openCaseForAll } from '#test/staff/cases.ts';
import { openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import type { Placed } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';

/** Staff read an order's private data only for a case of that order that is assigned to them, or with a stored reason (T110). */
let market: Deliveries;
let support: ReturnType<typeof openSupport>;
let reader: Person;
beforeAll(async () => {
  market = await openDeliveries();
  support = openSupport(market);
  reader = await market.user({ role: 'support' });
});
afterAll(() => market.close());

/** An order delivered with a text and a file. */
async function delivered(): Promise<Placed & { fileId: number }> {
  const sale = await market.begun('file');
  const fileId = await market.sentUp(sale);
  expect((await market.deliver(sale, [fileId])).status).toBe(200);
  return { ...sale, fileId };
}

const readMessages = (who: Person, { hash }: Placed) =>
  market.request('GET', `/staff/orders/${hash}/messages`, { token: who.token });
const openNote = (who: Person, { hash }: Placed) =>
  market.request('POST', `/staff/orders/${hash}/delivery-note/openings`, { token: who.token });
const openReading = (who: Person, { hash }: Placed, reason = 'O jurídico pediu cópia desta conversa.') =>
  market.request('POST', `/staff/orders/${hash}/readings`, { token: who.token, body: { reason } });
/** Claims an item of a queue, as the dashboard does when it opens the item. */
const claimItem = (who: Person, queue: string, id: number) =>
  market.request('PUT', `/staff/holds/${queue}/${id}`, { token: who.token, body: {} });
const reportBy = (who: Person, kind: string, id: number | string) =>
  market.request('POST', '/reports', {
    token: who.token,
    key: true,
    body: { target: kind, id: String(id), reason: 'spam' },
  });
const accessesOf = async (sale: Placed) =>
  (
    await sql<{ kind: string; data: object }>`select kind, data from events
    where subject_kind = 'order' and subject_id = ${sale.id} and actor_role in ('support', 'admin') order by id`.execute(
      market.db,
    )
  ).rows;

test('without an open case neither support nor an admin reads anything, and nothing is recorded', async () => {
  const sale = await delivered();
  for (const who of [reader, market.admin])
    for (const answer of [
      await readMessages(who, sale),
      await openNote(who, sale),
      await market.open(sale, sale.fileId, who, true),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'no_case']);
      expect(answer.body.detail).toMatch(/^Este pedido não tem caso em aberto com você\./);
      expect(answer.text).not.toContain('Dona Inês');
    }
  expect(await accessesOf(sale)).toEqual([]);
});

test('an open ticket about the order gives staff access to all of it, and each access names its case', async () => {
  const sale = await delivered();
  const ticketId = await openCase(market, sale, reader);
  expect((await readMessages(reader, sale)).status).toBe(200);
  expect((await openNote(reader, sale)).data.note).toContain('Dona Inês');
  expect((await market.open(sale, sale.fileId, reader, true)).status).toBe(200);
  const named = { case: 'ticket', caseId: ticketId };
  expect(await accessesOf(sale)).toEqual([
    { kind: 'conversation.inspected', data: named },
    { kind: 'conversation.note_read', data: named },
  ]);
});

test('a closed case gives no access', async () => {
  const sale = await delivered();
  const ticketId = await openCase(market, sale, reader);
  expect((await readMessages(reader, sale)).status).toBe(200);
  expect((await support.resolve(reader, ticketId)).status).toBe(200);
  expect((await readMessages(reader, sale)).body.code).toBe('no_case');
});

test('a complaint shows staff that a delivery has a text, and only a recorded opening shows the text', async () => {
  const sale = await delivered();
  const opened = await market.request('POST', `/orders/${sale.hash}/complaints`, {
    token: sale.buyer.token,
    key: true,
    body: { reason: 'invalid_code', wish: 'full', words: 'O que veio não é o que estava no anúncio.' },
  });
  const path = `/complaints/${opened.data.id}`;
  await claimItem(reader, 'complaints', opened.data.id);
  const read = () => market.request('GET', `/staff${path}`, { token: reader.token });
  expect((await read()).data.order.delivery).toMatchObject({ hasDeliveryNote: true });
  expect((await read()).text).not.toContain('Dona Inês');
  expect(await accessesOf(sale)).toEqual([]);
  expect((await openNote(reader, sale)).data.note).toContain('Dona Inês');
  await market.request('POST', `${path}/withdrawal`, { token: sale.buyer.token, key: true });
  expect((await read()).text).not.toContain('Dona Inês');
  expect((await openNote(reader, sale)).body.code).toBe('no_case');
});

test('a case of another order or person gives no access', async () => {
  const [sale, other] = [await delivered(), await delivered()];
  await openCase(market, other, reader);
  await sql`insert into reports (protocol, reporter_id, target_kind, target_id, reason)
    values ('D-0000-0002', ${sale.buyer.id}, 'user', ${other.seller.id}, 'spam')`.execute(market.db);
  expect((await readMessages(reader, other)).status).toBe(200);
  expect((await readMessages(reader, sale)).body.code).toBe('no_case');
});

describe('staff get access because of', () => {
  const cases: Record<string, (sale: Placed) => Promise<unknown>> = {
    complaint: async ({ hash, buyer }) => {
      const opened = await market.request('POST', `/orders/${hash}/complaints`, {
        token: buyer.token,
        key: true,
        body: { reason: 'invalid_code', wish: 'full', words: 'O que veio não é o que estava no anúncio.' },
      });
      await claimItem(reader, 'complaints', opened.data.id);
    },
    ticket: (sale) => openCase(market, sale, reader),
    analysis: ({ id }) =>
      market.request('POST', `/staff/orders/${id}/analysis`, {
        token: market.admin.token,
        key: true,
        body: { reason: 'unusual_sale', note: 'Três compras iguais em uma hora, de contas novas.' },
      }),
    refund: async ({ id, hash, buyer }) => {
      await market.request('POST', `/orders/${hash}/regret`, {
        token: buyer.token,
        key: true,
        body: { destination: 'original' },
      });
      const { rows } = await sql<{ id: number }>`select id from refunds where order_id = ${id}`.execute(
        market.db,
      );
      await claimItem(reader, 'refunds', rows[0]!.id);
    },
    payment: ({ reference }) => market.bank.contestCharge(reference, { to: 'open' }),
    held_message: async ({ hash, seller }) => {
      for (let each = 1; each <= 3; each++)
        await market.request('PUT', `/orders/${hash}/messages/${randomUUID()}`, {
          token: seller.token,
          body: { text: `Meu e-mail é ana${each}@exemplo.com.br`, fileIds: [], insist: true },
        });
    },
    report: ({ buyer, listingId }) =>
      sql`insert into reports (protocol, reporter_id, target_kind, target_id, reason)
        values ('D-0000-0001', ${buyer.id}, 'listing', ${listingId}, 'fraud')`.execute(market.db),
  };
  test.each(Object.keys(cases))('one open %s', async (kind) => {
    const sale = await delivered();
    // An admin decides payments and analyses, but not the admin who marked the analysis.
    const who = ['payment', 'analysis'].includes(kind) ? await market.user({ role: 'admin' }) : reader;
    expect((await readMessages(who, sale)).body.code).toBe('no_case');
    await cases[kind]!(sale);
    await market.drain();
    expect((await readMessages(who, sale)).status).toBe(200);
    expect(await accessesOf(sale)).toContainEqual({
      kind: 'conversation.inspected',
      data: { case: kind, caseId: expect.any(Number) },
    });
  });
});

test('a closed case, or one about something else, gives no access', async () => {
  const sale = await delivered();
  const refused = async (what: string) => {
    await market.drain();
    expect((await readMessages(reader, sale)).body.code, what).toBe('no_case');
  };
  const given = await market.tryAct(sale, sale.seller, 'refunds', {
    amountCents: 500,
    note: 'Chegou arranhado.',
  });
  expect(given.status, given.text).toBeLessThan(300);
  await refused('a refund that was made');
  const asked = await support.ask(sale.seller, {
    category: 'other',
    about: { kind: 'listing', id: sale.listingId },
  });
  expect(asked.status, asked.text).toBe(201);
  await refused('a question about the listing');
  for (let each = 1; each <= 3; each++)
    await market.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
      token: sale.seller.token,
      body: { text: `Meu e-mail é ana${each}@exemplo.com.br`, fileIds: [], insist: true },
    });
  expect((await readMessages(reader, sale)).status).toBe(200);
  await sql`insert into order_message_decisions (message_id, decision, decided_by)
    select id, 'hide', ${market.admin.id} from order_messages where order_id = ${sale.id} and handling = 'held'`.execute(
    market.db,
  );
  await refused('a held message that was decided on');
});

test('opening a file counts only for the person of the team who opened it', async () => {
  const sale = await delivered();
  const [colleague, last] = [await market.user({ role: 'support' }), await market.user({ role: 'support' })];
  await openCaseForAll(market, sale);
  expect((await market.open(sale, sale.fileId, colleague, true)).status).toBe(200);
  const { staffOrdersPerDay: most } = defaultRules.privacy;
  for (const who of [colleague, last])
    for (let count = 0; count < most; count++)
      await countAccess(market.ctx, { ...who, ip: '127.0.0.1' }, 'orders', most).catch(() => undefined);
  expect((await readMessages(colleague, sale)).status).toBe(200);
  expect((await readMessages(last, sale)).status).toBe(429);
});

test('a report of a rating gives staff access to its order', async () => {
  const rated = await market.rated();
  await sql`insert into reports (protocol, reporter_id, target_kind, target_id, reason)
    select 'D-0000-0003', ${rated.seller.id}, 'rating', id, 'spam' from ratings
    where order_id = ${rated.id} and author_role = 'buyer'`.execute(market.db);
  expect((await readMessages(reader, rated)).status).toBe(200);
});

test('a pending payment proof gives staff access to its order, and a refused one does not', async () => {
  const receipts = paymentProofsOf(market);
  const sale = await receipts.sent();
  expect((await readMessages(reader, sale)).body.code).toBe('no_case');
  await claimItem(reader, 'receipts', sale.receiptId);
  expect((await readMessages(reader, sale)).status).toBe(200);
  expect(await accessesOf(sale)).toMatchObject([{ data: { case: 'receipt' } }]);
  await sql`delete from queue_claims where queue = 'receipts' and item_id = ${sale.receiptId}`.execute(
    market.db,
  );
  expect((await receipts.reject(market.admin, sale.receiptId)).status).toBe(200);
  expect((await readMessages(reader, sale)).body.code).toBe('no_case');
});

/** Two orders of one seller with different buyers. */
async function target() {
  const first = await delivered();
  const second = await market.begun('file', { seller: first.seller });
  return { first, second, seller: first.seller };
}
const readsNone = async (who: Person, ...sales: Placed[]) => {
  for (const sale of sales)
    expect((await readMessages(who, sale)).body).toMatchObject({ status: 403, code: 'no_case' });
};

describe('a person of the team does not get access to somebody’s orders by', () => {
  test('reporting them, their listing or their message from the staff account or from another account', async () => {
    const { first, second, seller } = await target();
    const own = await market.user();
    for (const who of [reader, own]) {
      await reportBy(who, 'user', seller.username);
      await reportBy(who, 'listing', first.listingId);
    }
    const { rows } = await sql`select from reports where reporter_id in (${reader.id}, ${own.id})`.execute(
      market.db,
    );
    expect(rows.length).toBeGreaterThan(1);
    await readsNone(reader, first, second);
  });

  test('opening a withdrawal of that person', async () => {
    const { first, second, seller } = await target();
    await market.released({ seller, priceCents: 20_000 });
    const asked = await market.request('POST', '/withdrawals', {
      token: seller.token,
      key: true,
      body: { amountCents: 5_000 },
    });
    for (const who of [reader, market.admin]) {
      expect((await claimItem(who, 'withdrawals', asked.data.id)).status).toBe(200);
      await readsNone(who, first, second);
    }
  });

  test('opening a queue item of another order of that person', async () => {
    const { first, second } = await target();
    const complained = await market.request('POST', `/orders/${first.hash}/complaints`, {
      token: first.buyer.token,
      key: true,
      body: { reason: 'invalid_code', wish: 'full', words: 'O que veio não é o que estava no anúncio.' },
    });
    await readsNone(reader, first);
    expect((await claimItem(reader, 'complaints', complained.data.id)).status).toBe(200);
    expect((await readMessages(reader, first)).status).toBe(200);
    await readsNone(reader, second);
  });

  test('a ticket that is a colleague’s, or about no order, or linked to one order after another', async () => {
    const { first, second, seller } = await target();
    const colleague = await market.user({ role: 'support' });
    await openCase(market, first, colleague);
    await readsNone(reader, first);
    const { data: question } = await support.ask(seller);
    await support.assign(reader, question.id, reader.username);
    await readsNone(reader, first, second);
    const link = ({ id }: Placed) =>
      market.request('PUT', `/staff/tickets/${question.id}/order`, {
        token: reader.token,
        body: { orderId: id },
      });
    expect((await link(first)).status).toBe(200);
    expect((await readMessages(reader, first)).status).toBe(200);
    expect((await link(second)).status).toBe(200);
    await readsNone(reader, second, first);
  });

  test('marking the order for analysis themselves', async () => {
    const { first } = await target();
    const marked = await market.request('POST', `/staff/orders/${first.id}/analysis`, {
      token: market.admin.token,
      key: true,
      body: { reason: 'unusual_sale', note: 'Três compras iguais em uma hora, de contas novas.' },
    });
    expect(marked.status, marked.text).toBeLessThan(300);
    await readsNone(market.admin, first);
  });
});

test('each held or reported message that staff read is recorded in the audit log once a day', async () => {
  const sale = await delivered();
  for (let each = 1; each <= 3; each++)
    await market.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
      token: sale.seller.token,
      body: { text: `Meu e-mail é ana${each}@exemplo.com.br`, fileIds: [], insist: true },
    });
  const readings = async () =>
    (await accessesOf(sale))
      .filter(({ kind }) => kind === 'conversation.message_read')
      .map(({ data }) => data);
  const list = () => market.request('GET', '/staff/held-messages', { token: reader.token });
  const held = (await list()).data.items.filter(
    ({ orderHash }: { orderHash: string }) => orderHash === sale.hash,
  );
  expect(held.length).toBeGreaterThan(0);
  const expected = held.map(({ id }: { id: number }) => ({ messageId: id }));
  expect(await readings()).toEqual(expected);
  await list();
  expect(await readings()).toEqual(expected);
  const rude = await market.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: sale.seller.token,
    body: { text: 'Anda logo, seu traste!', fileIds: [], insist: false },
  });
  expect((await reportBy(sale.buyer, 'message', rude.data.id)).status).toBe(201);
  await market.request('GET', '/staff/reports', { token: reader.token });
  expect(await readings()).toContainEqual({ messageId: rude.data.id });
});

describe('an admin’s written reason', () => {
  test('gives that admin access to one order for an hour, and stays in the audit log', async () => {
    const [sale, other] = [await delivered(), await delivered()];
    const opened = await openReading(market.admin, sale);
    expect([opened.status, Date.parse(opened.data.until)]).toEqual([200, expect.any(Number)]);
    expect((await readMessages(market.admin, sale)).status).toBe(200);
    expect((await openNote(market.admin, sale)).status).toBe(200);
    expect((await readMessages(market.admin, other)).body.code).toBe('no_case');
    const colleague = await market.user({ role: 'admin' });
    expect((await readMessages(colleague, sale)).body.code).toBe('no_case');
    expect(await accessesOf(sale)).toMatchObject([
      { kind: 'order.reading_opened', data: { reason: 'O jurídico pediu cópia desta conversa.' } },
      { kind: 'conversation.inspected', data: { case: 'reason' } },
      { kind: 'conversation.note_read', data: { case: 'reason' } },
    ]);
    await market.moveClock(3_600_000 + 1_000);
    expect((await readMessages(market.admin, sale)).body.code).toBe('no_case');
  });

  test('must be a sentence, and is refused to support and to a party of the order', async () => {
    const sale = await delivered();
    const short = await openReading(market.admin, sale, 'porque');
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['reason']]);
    expect((await openReading(reader, sale)).body.code).toBe('forbidden');
    const own = await market.begun('file', { seller: market.admin });
    expect((await openReading(market.admin, own)).body.code).toBe('own_decision');
    const nowhere = { ...sale, hash: 'x'.repeat(sale.hash.length) };
    expect((await openReading(market.admin, nowhere)).body.code).toBe('not_found');
    expect(await accessesOf(sale)).toEqual([]);
  });
});
