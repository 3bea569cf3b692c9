import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoAccount } from '#demo/market/receiving-account.ts';
import { transitionsOf } from '#domain/machine.ts';
import { paymentProofMachine } from '#domain/payments/payment-proofs.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import type { Answer } from '#test/http-request.ts';
import { hostileFiles } from '#test/files/hostile-files.ts';
import type { Person } from '#test/accounts/people.ts';
import { transaction } from '#test/payments/bank-files/cases.ts';
import { paymentProofsOf, createPaymentProofFile } from '#test/payments/payment-proofs.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let receipts: ReturnType<typeof paymentProofsOf>;
let admin: Person;
let second: Person;
let support: Person;

beforeAll(async () => {
  sales = await openSales();
  receipts = paymentProofsOf(sales);
  admin = await sales.user({ role: 'admin' });
  second = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const ring = async (byMs: number) => {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
};
const told = ({ status, body }: Answer) => [status, body.code];
const fields = ({ body }: Answer) => Object.keys(body.errors ?? {});
const stateOf = async (receiptId: number) =>
  (
    await sales.db
      .selectFrom('receipts')
      .select('state')
      .where('id', '=', receiptId)
      .executeTakeFirstOrThrow()
  ).state;
const detail = async (staff: Person, id: number) =>
  (await sales.request('GET', `/staff/receipts/${id}`, { token: staff.token })).data;
const pdf = (words: string) => Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n${words}\n%%EOF\n`);

test('the state machine has the same rows as the database', async () => {
  const { rows } = await sql`select event, actor, from_state as "from", to_state as "to"
    from case_transitions where noun = 'receipt'`.execute(sales.db);
  expect(rows).toHaveLength(transitionsOf(paymentProofMachine).length);
  expect(rows).toEqual(expect.arrayContaining(transitionsOf(paymentProofMachine)));
});

describe('an order with manual payment', () => {
  test('waits a day and shows only its buyer where to pay', async () => {
    const sale = await receipts.owed({ priceCents: 12_000 });
    const mine = await sales.view(sale, sale.buyer);
    expect(mine.deal.payment).toMatchObject({
      method: 'manual',
      amountCents: 12_000,
      pixCode: null,
      manual: { account: { pixKey: demoAccount.pixKey }, receipts: [], sendingsLeft: 3 },
    });
    expect(Date.parse(mine.deal.dueAt) - Date.parse(mine.createdAt)).toBe(24 * hour);
    expect((await sales.view(sale, sale.seller)).deal.payment.manual).toBeNull();
    expect((await sales.view(sale, admin)).deal.payment.manual).toBeNull();
  });

  test('expires without a proof, and the provider is never asked about it', async () => {
    const sale = await receipts.owed();
    await ring(23 * hour);
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    await ring(2 * hour);
    expect(await sales.stateOf(sale)).toBe('expired');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 5 });
    const { rows } = await sql`select from simulator.charges where reference = ${sale.reference}`.execute(
      sales.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('the file', () => {
  test('that is hostile is refused in plain words or re-encoded', async () => {
    const person = await sales.user();
    for (const { name, type, bytes, ends } of await hostileFiles()) {
      await sql`delete from attempts`.execute(sales.db);
      const answer = await receipts.upload(person, bytes, type);
      if (answer.status >= 300) expect([400, 413, 415], name).toContain(answer.status);
      else expect([name, answer.data.isPicture]).toEqual([name, true]);
      if (ends !== 'either') expect(answer.status < 300 ? 'clean' : 'refused', name).toBe(ends);
    }
  }, 120_000);

  test.each([
    ['half a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 415],
    ['something called PDF', Buffer.from('olá'), 415],
    ['a PDF of six megabytes', pdf('0'.repeat(6 * 1_048_576)), 413],
  ])('is refused: %s', async (_what, bytes, status) => {
    expect((await receipts.upload(await sales.user(), bytes, 'application/pdf')).status).toBe(status);
  });

  test('is opened by a link that expires, a picture in the page and a PDF as a download', async () => {
    const { receiptId } = await receipts.sent({}, { file: await createPaymentProofFile() });
    const paper = await receipts.sent({}, { file: pdf('recibo de hoje'), type: 'application/pdf' });
    const [picture, document] = [await detail(admin, receiptId), await detail(support, paper.receiptId)];
    expect([picture.file.isPicture, document.file.isPicture]).toEqual([true, false]);
    const open = (url: string, who = admin) =>
      sales.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } });
    const seen = await open(picture.file.url);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    expect((await sharp(seen.rawPayload).metadata()).format).toBe('webp');
    const saved = await open(document.file.url, support);
    expect(saved.headers['content-disposition']).toMatch(/^attachment; filename="comprovante-\w+-1\.pdf"$/);
    expect((await open(picture.file.url.replace('.webp', '.html'))).statusCode).toBe(404);
    await sales.moveClock(6 * minute);
    expect((await open(picture.file.url)).statusCode).toBe(403);
  });

  test('that was never sent as a proof is deleted after a day', async () => {
    const person = await sales.user();
    const { data } = await receipts.upload(person, await createPaymentProofFile());
    await ring(25 * hour);
    const { rows } = await sql`select from receipt_files where id = ${data.id}`.execute(sales.db);
    expect(rows).toEqual([]);
  });
});

describe('sending', () => {
  test('puts the order into review, where it neither expires in a day nor is paid automatically (P02)', async () => {
    const sale = await receipts.sent();
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
    const { deal } = await sales.view(sale, sale.buyer);
    expect(deal.payment.manual.receipts).toMatchObject([{ sending: 1, state: 'sent', refusal: null }]);
    expect(Date.parse(deal.dueAt) - Date.now()).toBeGreaterThan(71 * hour);
    await ring(70 * hour);
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
  });

  test('is refused with the wrong field named', async () => {
    const sale = await receipts.owed({ priceCents: 5_000 });
    const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(sales.db);
    const present = rows[0]!.now.getTime();
    const wrong = [
      await receipts.send(sale, { amountCents: 4_999 }),
      await receipts.send(sale, { paidAt: new Date(present + hour) }),
      await receipts.send(sale, { paidAt: new Date(present - day) }),
      await receipts.send(sale, { payerName: ' ' }),
      await receipts.send(sale, { fileId: 999_999 }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 400));
    expect(wrong.map(fields)).toEqual([['amountCents'], ['paidAt'], ['paidAt'], ['payerName'], ['fileId']]);
    expect(wrong[0]!.body.errors.amountCents.replaceAll('\u00a0', ' ')).toContain('R$ 50,00');
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
  });

  test('is for the buyer only, with their own file, for an order with manual payment', async () => {
    const sale = await receipts.owed();
    const { data: theirs } = await receipts.upload(sale.seller, await createPaymentProofFile());
    expect(fields(await receipts.send(sale, { fileId: theirs.id }))).toEqual(['fileId']);
    const bySeller = await receipts.send({ ...sale, buyer: sale.seller });
    const byStranger = await receipts.send({ ...sale, buyer: await sales.user() });
    expect([told(bySeller), told(byStranger)]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    const pix = await sales.placed();
    expect(told(await receipts.send(pix))).toEqual([409, 'receipt_not_awaited']);
  });

  test('a second proof while the first is under review is refused, also twenty at once', async () => {
    const sale = await receipts.owed();
    const files = await Promise.all(Array.from({ length: 20 }, createPaymentProofFile));
    const ids: number[] = [];
    for (const file of files) ids.push((await receipts.upload(sale.buyer, file)).data.id);
    const answers = await Promise.all(ids.map((fileId) => receipts.send(sale, { fileId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['receipt_not_awaited']),
    );
  });

  test('the same file, the same picture in another format and a PDF sent before are refused for every order', async () => {
    const file = await createPaymentProofFile();
    await receipts.sent({}, { file });
    const other = await receipts.owed();
    expect(told(await receipts.send(other, { file }))).toEqual([409, 'receipt_repeated']);
    const rewrapped = await sharp(file).png().toBuffer();
    expect(told(await receipts.send(other, { file: rewrapped, type: 'image/png' }))).toEqual([
      409,
      'receipt_repeated',
    ]);
    const paper = pdf('recibo repetido');
    await receipts.sent({}, { file: paper, type: 'application/pdf' });
    expect(told(await receipts.send(other, { file: paper, type: 'application/pdf' }))).toEqual([
      409,
      'receipt_repeated',
    ]);
  });

  test('a scaled copy is refused when it claims the same payment, and otherwise shown to staff', async () => {
    const file = await createPaymentProofFile();
    const first = await receipts.sent({ priceCents: 7_700 }, { file });
    const { paidAt } = await detail(admin, first.receiptId);
    const copy = await sharp(file).resize(300).jpeg({ quality: 50 }).toBuffer();
    const again = await receipts.owed({ priceCents: 7_700 });
    expect(told(await receipts.send(again, { file: copy, paidAt: new Date(paidAt) }))).toEqual([
      409,
      'receipt_repeated',
    ]);
    const later = await receipts.sent({ priceCents: 8_800 }, { file: copy });
    expect((await detail(admin, later.receiptId)).similar).toMatchObject({ id: first.receiptId });
  });

  test('of twenty concurrent orders with one file one is accepted', async () => {
    const file = await createPaymentProofFile();
    const buyer = await sales.user();
    const listing = await sales.publishedListing({ stock: 20 });
    const orders: Placed[] = [];
    await sales.setRules({ maxUnpaidOrders: 20 });
    for (let n = 0; n < 20; n++) orders.push(await sales.place(buyer, listing, 1, 'manual'));
    const ids: number[] = [];
    for (let n = 0; n < 20; n++) {
      await sql`delete from attempts`.execute(sales.db);
      ids.push((await receipts.upload(buyer, file)).data.id);
    }
    const answers = await Promise.all(orders.map((sale, n) => receipts.send(sale, { fileId: ids[n]! })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });
});

describe('approving', () => {
  test('with a statement line pays the order like a provider’s notice (§4.7)', async () => {
    const sale = await receipts.sent({ codes: sales.codes(1), priceCents: 5_000 });
    const lineId = await receipts.line(5_000);
    const answer = await receipts.approve(admin, sale.receiptId, lineId);
    expect(answer.data).toEqual({ id: sale.receiptId, state: 'approved', orderState: 'delivered' });
    const payment = await sales.db
      .selectFrom('payments')
      .select(['state', 'received_cents', 'end_to_end_id'])
      .where('order_id', '=', sale.id)
      .executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ state: 'confirmed', received_cents: 5_000 });
    expect(payment.end_to_end_id).toMatch(/^E0+\d+$/);
    await sales.act(sale, sale.buyer, 'confirmation');
  });

  test('needs an unused line of the exact amount', async () => {
    const sale = await receipts.sent({ priceCents: 5_000 });
    expect(fields(await receipts.approve(admin, sale.receiptId))).toEqual(['bankLineId']);
    expect(fields(await receipts.approve(admin, sale.receiptId, 999_999))).toEqual(['bankLineId']);
    const short = await receipts.approve(admin, sale.receiptId, await receipts.line(4_999));
    expect([...told(short), short.body.meta]).toEqual([
      422,
      'amount_mismatch',
      { lineCents: 4_999, totalCents: 5_000 },
    ]);
    const other = await receipts.sent({ priceCents: 5_000 });
    const lineId = await receipts.line(5_000);
    await receipts.approve(admin, other.receiptId, lineId);
    expect(told(await receipts.approve(admin, sale.receiptId, lineId))).toEqual([409, 'bank_line_taken']);
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
  });

  test('a line that belongs to a charge of the provider cannot pay a second time', async () => {
    const pix = await sales.placed({ priceCents: 5_000 });
    const bankId = await sales.bank.payCharge(pix.reference);
    await receipts.load(admin, [`${bankId};22/11/2026 10:00;50,00;ANA SOUZA;`]);
    const { id } = await sales.db
      .selectFrom('bank_lines')
      .select('id')
      .where('bank_id', '=', bankId)
      .executeTakeFirstOrThrow();
    const sale = await receipts.sent({ priceCents: 5_000 });
    expect(told(await receipts.approve(admin, sale.receiptId, id))).toEqual([409, 'bank_line_taken']);
  });

  test('by two people at once succeeds once, and the other learns who decided', async () => {
    const sale = await receipts.sent({ priceCents: 5_000 });
    const lines = [await receipts.line(5_000), await receipts.line(5_000)] as const;
    const answers = await Promise.all([
      receipts.approve(admin, sale.receiptId, lines[0]),
      receipts.approve(second, sale.receiptId, lines[1]),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.body.code).toBe('already_decided');
    expect([admin.username, second.username]).toContain(lost.body.meta.by);
    expect(lost.body.detail).toBe(`@${lost.body.meta.by} já decidiu este comprovante.`);
  });

  test('of twenty concurrent proofs with one line one is paid', async () => {
    const lineId = await receipts.line(5_000);
    const waiting: (Placed & { receiptId: number })[] = [];
    for (let n = 0; n < 20; n++) waiting.push(await receipts.sent({ priceCents: 5_000 }));
    const answers = await Promise.all(
      waiting.map(({ receiptId }) => receipts.approve(admin, receiptId, lineId)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'bank_line_taken')).toHaveLength(19);
  });

  test('support proposes and an admin approves', async () => {
    const sale = await receipts.sent({ priceCents: 5_000 });
    const lineId = await receipts.line(5_000);
    expect((await receipts.approve(support, sale.receiptId, lineId)).data).toMatchObject({
      state: 'in_review',
      orderState: 'payment_in_review',
    });
    expect(told(await receipts.approve(support, sale.receiptId, lineId))).toEqual([
      409,
      'second_person_needed',
    ]);
    expect(await detail(admin, sale.receiptId)).toMatchObject({
      line: { id: lineId },
      proposal: { by: support.username, mine: false },
      consent: 'approve',
    });
    expect((await receipts.approve(admin, sale.receiptId, lineId)).data).toMatchObject({
      orderState: 'paid',
    });
  });

  test('above R$ 1.000,00 two people must name the same line (§4.7)', async () => {
    const sale = await receipts.sent({ priceCents: 100_001 });
    const [one, other] = [await receipts.line(100_001), await receipts.line(100_001)];
    expect((await receipts.approve(admin, sale.receiptId, one)).data.state).toBe('in_review');
    expect(told(await receipts.approve(admin, sale.receiptId, one))).toEqual([409, 'second_person_needed']);
    expect((await receipts.approve(second, sale.receiptId, other)).data.state).toBe('in_review');
    expect((await receipts.approve(admin, sale.receiptId, other)).data).toMatchObject({
      state: 'approved',
      orderState: 'paid',
    });
    const small = await receipts.sent({ priceCents: 100_000 });
    const line = await receipts.line(100_000);
    const another = await sales.user({ role: 'admin' });
    expect((await receipts.approve(another, small.receiptId, line)).data.state).toBe('approved');
  });

  test('staff cannot decide about their own orders, and people without a role not at all', async () => {
    const listing = await sales.publishedListing({ seller: admin, priceCents: 5_000 });
    const sale = await sales.place(second, listing, 1, 'manual');
    await receipts.send(sale);
    const id = await receipts.openReceipt(sale);
    const line = await receipts.line(5_000);
    for (const party of [admin, second]) {
      expect(told(await receipts.approve(party, id, line))).toEqual([403, 'own_decision']);
      expect(told(await receipts.reject(party, id))).toEqual([403, 'own_decision']);
      expect(await detail(party, id)).toMatchObject({ decidable: false });
    }
    expect(told(await receipts.approve(await sales.user(), id, line))).toEqual([403, 'forbidden']);
    expect(told(await receipts.approve(support, 999_999, line))).toEqual([404, 'not_found']);
  });

  test('SQL enforces the same rules: no line twice, no approval by one person, no payment without its line', async () => {
    const one = await receipts.sent({ priceCents: 5_000 });
    const two = await receipts.sent({ priceCents: 200_000 });
    const lineId = await receipts.line(5_000);
    await receipts.approve(support, one.receiptId, lineId);
    const write = (set: ReturnType<typeof sql>, id: number) =>
      sql`update receipts set ${set} where id = ${id}`.execute(sales.db);
    await expect(write(sql`bank_line_id = ${lineId}`, two.receiptId)).rejects.toMatchObject({
      constraint: 'receipts_line',
    });
    const alone = sql`state = 'approved', bank_line_id = ${await receipts.line(200_000)}, decided_by = ${admin.id}`;
    await expect(write(alone, two.receiptId)).rejects.toMatchObject({ constraint: 'receipt_four_eyes' });
    await expect(write(sql`state = 'approved', bank_line_id = null`, one.receiptId)).rejects.toMatchObject({
      constraint: 'receipt_approval',
    });
    const pay = sql`update payments set state = 'confirmed', received_cents = 5000, end_to_end_id = 'E1'
      where order_id = ${one.id}`;
    await expect(pay.execute(sales.db)).rejects.toMatchObject({ constraint: 'manual_payment_line' });
    await expect(sql`update bank_lines set amount_cents = 1`.execute(sales.db)).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('refusing', () => {
  test('needs a listed reason and lets the buyer send again within a day (§4.7, P06)', async () => {
    const sale = await receipts.sent();
    expect(fields(await receipts.decide(admin, sale.receiptId, { decision: 'reject' }))).toEqual(['refusal']);
    expect((await receipts.reject(admin, sale.receiptId, 'porque sim')).status).toBe(400);
    expect((await receipts.reject(admin, sale.receiptId)).data).toMatchObject({
      state: 'rejected',
      orderState: 'awaiting_payment',
    });
    const { deal, now } = await sales.view(sale, sale.buyer);
    expect(deal.payment.manual).toMatchObject({
      sendingsLeft: 2,
      receipts: [{ sending: 1, state: 'rejected', refusal: 'illegible' }],
    });
    expect(Date.parse(deal.dueAt) - Date.parse(now)).toBeGreaterThan(23 * hour);
    expect(deal.payment.expiresAt).toBe(deal.dueAt);
    expect((await receipts.send(sale)).data).toMatchObject({ sending: 2 });
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: sale.buyer.token });
    expect(data.items.map(({ title }: { title: string }) => title)).toContain('Comprovante recusado');
  });

  test('by support is a proposal that an admin confirms, and the buyer does not see it', async () => {
    const sale = await receipts.sent();
    const no = { decision: 'reject', refusal: 'not_found', note: 'Procurei em dois extratos.' };
    const proposed = await receipts.decide(support, sale.receiptId, no);
    expect([proposed.status, proposed.data]).toMatchObject([
      200,
      { state: 'in_review', orderState: 'payment_in_review' },
    ]);
    expect(told(await receipts.decide(support, sale.receiptId, no))).toEqual([409, 'second_person_needed']);
    expect(await detail(admin, sale.receiptId)).toMatchObject({
      line: null,
      proposal: { by: support.username, mine: false, refusal: 'not_found', note: no.note },
      refusing: 'reject',
      decision: null,
    });
    expect(await detail(support, sale.receiptId)).toMatchObject({ refusing: 'propose' });
    const seen = (await sales.view(sale, sale.buyer)).deal.payment.manual.receipts;
    expect(seen).toMatchObject([{ state: 'in_review', refusal: null, note: null }]);
    expect((await receipts.reject(admin, sale.receiptId, 'illegible')).data).toMatchObject({
      state: 'rejected',
      orderState: 'awaiting_payment',
    });
  });

  test('that was proposed is not binding: a line found meanwhile is proposed and approved', async () => {
    const sale = await receipts.sent({ priceCents: 200_000 });
    const lineId = await receipts.line(200_000);
    await receipts.reject(support, sale.receiptId);
    expect(await detail(admin, sale.receiptId)).toMatchObject({ consent: 'propose' });
    expect((await receipts.approve(admin, sale.receiptId, lineId)).data.state).toBe('in_review');
    expect((await receipts.approve(second, sale.receiptId, lineId)).data).toMatchObject({
      state: 'approved',
      orderState: 'paid',
    });
    expect(await detail(admin, sale.receiptId)).toMatchObject({ decision: { refusal: null } });
  });

  test('leaves at most 72 h from the first proof, however many are sent', async () => {
    const sale = await receipts.sent();
    const first = Date.parse((await sales.view(sale, sale.buyer)).now);
    const dueAfter = async () => Date.parse((await sales.view(sale, sale.buyer)).deal.dueAt) - first;
    await sales.moveClock(60 * hour);
    await receipts.reject(admin, sale.receiptId);
    expect(await dueAfter()).toBeLessThanOrEqual(72 * hour);
    await sales.moveClock(hour);
    expect((await receipts.send(sale)).data).toMatchObject({ sending: 2 });
    expect(await dueAfter()).toBeLessThanOrEqual(72 * hour);
    expect(await dueAfter()).toBeGreaterThan(71 * hour);
    await ring(11 * hour + minute);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 5 });
  });

  test('a third time ends the order, and the stock is on sale again (P06)', async () => {
    const sale = await receipts.owed();
    for (const sending of [1, 2, 3]) {
      expect((await receipts.send(sale)).data).toMatchObject({ sending });
      await receipts.reject(admin, await receipts.openReceipt(sale), 'not_found');
    }
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect((await sales.view(sale, sale.buyer)).deal.cancelReason).toBe('receipts_refused');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 5 });
    expect(told(await receipts.send(sale))).toEqual([409, 'receipt_not_awaited']);
  });

  test('frees a line that was proposed', async () => {
    const [one, two] = [
      await receipts.sent({ priceCents: 5_000 }),
      await receipts.sent({ priceCents: 5_000 }),
    ];
    const lineId = await receipts.line(5_000);
    await receipts.approve(support, one.receiptId, lineId);
    expect(told(await receipts.approve(admin, two.receiptId, lineId))).toEqual([409, 'bank_line_taken']);
    await receipts.reject(admin, one.receiptId, 'repeated');
    expect((await receipts.approve(admin, two.receiptId, lineId)).status).toBe(200);
  });

  test('an undecided order is cancelled after 72 h, and its proof expires', async () => {
    const sale = await receipts.sent();
    await ring(72 * hour + minute);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect(await stateOf(sale.receiptId)).toBe('expired');
    expect((await sales.view(sale, sale.buyer)).deal.cancelReason).toBe('receipt_unmatched');
    const late = await receipts.reject(admin, sale.receiptId);
    expect([...told(late), late.body.detail]).toEqual([
      409,
      'already_decided',
      'Este comprovante não espera mais: o prazo acabou ou o pedido foi pago de outra forma.',
    ]);
  });
});

test('a truncated PDF is refused with that reason', async () => {
  const bytes = Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n${' '.repeat(2_000)}`);
  const { status, body } = await receipts.upload(await sales.user(), bytes, 'application/pdf');
  expect([status, body.detail]).toEqual([415, expect.stringMatching(/^Este PDF está incompleto\./)]);
});

describe('the statement', () => {
  test('is loaded by an admin, each line once, and reports the rows that could not be read', async () => {
    const rows = [
      'E1A;22/11/2026 14:20;1.234,56;"Souza; Ana";111.444.777-35',
      'E1B;2026-11-22T14:20:00Z;-10,00;Saída;',
      'E1C;22/11/2026;dez;Ana;',
    ];
    expect(told(await receipts.load(support, rows))).toEqual([403, 'forbidden']);
    expect((await receipts.load(admin, rows)).data).toEqual({
      format: 'csv',
      added: 1,
      known: 0,
      debits: 1,
      balances: 0,
      faultCount: 1,
      faults: [{ row: 4, reason: 'Valor ilegível (coluna «valor»): «dez». Escreva como 1234,56.' }],
    });
    expect((await receipts.load(admin, rows)).data).toMatchObject({ added: 0, known: 1 });
    const { rows: kept } = await sql`
      select amount_cents, payer_name, document from bank_lines where bank_id = 'E1A'`.execute(sales.db);
    expect(kept).toEqual([{ amount_cents: 123_456, payer_name: 'Souza; Ana', document: '***.444.777-**' }]);
  });

  test('with a date that does not exist keeps its other rows with time, id and name', async () => {
    const body = {
      statement: `OFXHEADER:100\n<OFX>${[
        transaction({ FITID: '2026 11 26 1', DTPOSTED: '20261126120000[0:GMT]', NAME: 'Ana &amp; Bia' }),
        transaction({ FITID: '2026 11 26 2', DTPOSTED: '20261131120000[-3:BRT]' }),
      ].join('')}</OFX>`,
    };
    const { data } = await sales.request('POST', '/staff/bank-lines', {
      token: admin.token,
      key: true,
      body,
    });
    expect(data).toMatchObject({ format: 'ofx', added: 1, faultCount: 1 });
    expect(data.faults).toEqual([{ row: 2, reason: expect.stringMatching(/^Data impossível/) }]);
    const { rows } = await sql`
      select bank_id, at, payer_name from bank_lines where bank_id like '2026 11 26%'`.execute(sales.db);
    expect(rows).toEqual([
      { bank_id: '2026 11 26 1', at: new Date('2026-11-26T12:00:00Z'), payer_name: 'Ana & Bia' },
    ]);
  });

  test('refuses a row whose id is stored with another amount or day, and states how many it refused', async () => {
    await receipts.load(admin, ['E2A;22/11/2026 14:20;10,00;Ana;', 'E2B;22/11/2026;10,00;Ana;']);
    const again = ['E2A;22/11/2026;10,00;ANA;', 'E2B;22/11/2026;99,00;Ana;', 'E2A;23/11/2026;10,00;Ana;'];
    const { data } = await receipts.load(admin, again);
    expect(data).toMatchObject({ added: 0, known: 1, faultCount: 2 });
    expect(data.faults.map(({ row }: { row: number }) => row)).toEqual([3, 4]);
    expect(data.faults[0].reason).toContain('já foi carregado com outro valor');
    const broken = Array.from({ length: 60 }, (_, each) => `E3${each};31/11/2026;10,00;Ana;`);
    const many = await receipts.load(admin, [...broken, 'E2A;22/11/2026 14:20;10,00;Ana;']);
    expect([many.data.faultCount, many.data.faults.length]).toEqual([60, 50]);
    const none = await receipts.load(admin, broken.slice(0, 2));
    expect([none.status, none.body.errors.statement]).toEqual([
      400,
      expect.stringMatching(/^Linha 2: Data impossível.*Linha 3: Data impossível/),
    ]);
  });

  test('in an unknown format is refused with the expected format', async () => {
    const body = { statement: 'uma;coisa;qualquer\n1;2;3' };
    const answer = await sales.request('POST', '/staff/bank-lines', { token: admin.token, key: true, body });
    expect([answer.status, answer.body.errors.statement]).toEqual([
      400,
      'A primeira linha precisa ter id;data;valor;nome;documento.',
    ]);
  });
});

test('the queue shows the longest waiting proof first, how late it is, and the best line first', async () => {
  const sale = await receipts.sent({ priceCents: 6_543 }, { payerName: 'Bruno Carvalho Dias' });
  const stranger = await receipts.line(6_543, 'OUTRA PESSOA');
  const fitting = await receipts.line(6_543, 'BRUNO C DIAS');
  const near = await receipts.line(6_500, 'BRUNO CARVALHO DIAS');
  const item = await detail(support, sale.receiptId);
  expect(item.candidates.slice(0, 3).map(({ id }: { id: number }) => id)).toEqual([fitting, stranger, near]);
  expect(item).toMatchObject({ late: 'on_time', decidable: true, consent: 'propose', earlier: [] });
  await sales.moveClock(25 * hour);
  expect(await detail(support, sale.receiptId)).toMatchObject({ late: 'late' });
  const { data } = await sales.request('GET', '/staff/receipts', { token: support.token });
  const times = data.items.map(({ sentAt }: { sentAt: string }) => sentAt);
  expect(times).toEqual(times.toSorted());
  expect(data.counts.pendentes).toBe(data.items.length);
  expect(data.statement.unmatched).toBeGreaterThanOrEqual(3);
});

test('a refund of a manual payment waits for staff to send it', async () => {
  const sale = await receipts.sent({ priceCents: 5_000 });
  await receipts.approve(admin, sale.receiptId, await receipts.line(5_000));
  await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
  await sales.drain();
  const { rows } = await sql`select state, amount_cents, attempts, last_error from refunds
    where order_id = ${sale.id}`.execute(sales.db);
  expect(rows).toEqual([
    { state: 'manual', amount_cents: 5_000, attempts: 0, last_error: 'Foi pago com comprovante' },
  ]);
});
