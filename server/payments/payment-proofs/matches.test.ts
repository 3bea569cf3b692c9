import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderCode } from '#domain/orders/orders.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let receipts: ReturnType<typeof paymentProofsOf>;
let admin: Person;
let other: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  receipts = paymentProofsOf(sales);
  [admin, other] = [await sales.user({ role: 'admin' }), await sales.user({ role: 'admin' })];
  support = await sales.user({ role: 'support' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const match = ({ token }: Person, lineId: number, sale: { id: number }) =>
  matchCode(token, lineId, orderCode(sale.id));
const matchCode = (token: string, lineId: number, code: string) =>
  sales.request('POST', `/staff/bank-lines/${lineId}/match`, { token, key: true, body: { orderCode: code } });

/** A manual order that was not paid in time. */
async function expired(priceCents = 7_000, options = {}): Promise<Placed> {
  const sale = await receipts.owed({ priceCents, ...options });
  await sales.moveClock(day + hour);
  await sales.drain();
  expect(await sales.stateOf(sale)).toBe('expired');
  return sale;
}

const refundsOf = async (sale: Placed) =>
  (
    await sql<{ state: string; reason: string; cents: number }>`
      select state, reason, amount_cents as cents from refunds where order_id = ${sale.id} order by id`.execute(
      sales.db,
    )
  ).rows;
const stray = async (staff: Person) =>
  (await sales.request('GET', '/staff/stray-money', { token: staff.token })).data.items;
const strayLine = async (staff: Person, id: number) =>
  (await stray(staff)).find(({ line }: { line: { id: number } | null }) => line?.id === id);

describe('money of a manual order that came after its end', () => {
  test('reinstates it within a day, if its stock is still available (P07)', async () => {
    const sale = await expired();
    const line = await receipts.line(7_000);
    const answer = await match(admin, line, sale);
    expect(answer.data, answer.text).toEqual({
      outcome: 'reinstated',
      order: { id: sale.id, code: orderCode(sale.id), state: 'paid' },
    });
    expect(await refundsOf(sale)).toEqual([]);
    expect(await strayLine(admin, line)).toBeUndefined();
    await sales.drain();
    const notices = await sales.request('GET', '/notifications', { token: sale.buyer.token });
    expect(notices.data.items[0].title).toMatch(/pag/i);
  });

  test('reinstates an abandoned order too', async () => {
    const sale = await receipts.owed({ priceCents: 7_000 });
    await sales.act(sale, sale.buyer, 'abandonment');
    expect((await match(admin, await receipts.line(7_000), sale)).data.outcome).toBe('reinstated');
  });

  test('is refunded completely after a day, manually to the person named by the statement, and the buyer is notified', async () => {
    const sale = await expired();
    await sales.moveClock(day);
    const line = await receipts.line(7_000, 'BRUNO C DIAS');
    expect((await match(admin, line, sale)).data).toMatchObject({
      outcome: 'refunded',
      order: { state: 'expired' },
    });
    expect(await refundsOf(sale)).toEqual([{ state: 'manual', reason: 'late_payment', cents: 7_000 }]);
    const queue = await sales.request('GET', '/staff/refunds?tab=manuais', { token: admin.token });
    const refund = queue.data.items.find(
      ({ order }: { order: { code: string } }) => order.code === orderCode(sale.id),
    );
    expect(refund.payTo).toEqual({ name: 'B•••• C D•••', document: expect.stringContaining('**') });
    await sales.drain();
    const notices = await sales.request('GET', '/notifications', { token: sale.buyer.token });
    expect(notices.data.items[0]).toMatchObject({
      title: 'Seu pagamento chegou e vai voltar',
      description: expect.stringMatching(/R\$\s70,00 inteiros/),
    });
    const sent = await sales.request('POST', `/staff/refunds/${refund.id}/hand-payment`, {
      token: other.token,
      key: true,
      body: { endToEndId: `E${'7'.repeat(31)}` },
    });
    expect(sent.status, sent.text).toBe(200);
  });

  test('is refunded when another buyer bought the last unit meanwhile', async () => {
    const sale = await expired(7_000, { stock: 1 });
    const next = await sales.place(await sales.user(), {
      id: sale.listingId,
      priceCents: 7_000,
      seller: sale.seller,
    });
    await sales.bank.payCharge(next.reference);
    const answer = await match(admin, await receipts.line(7_000), sale);
    expect(answer.data.outcome).toBe('refunded');
    expect(await refundsOf(sale)).toMatchObject([{ reason: 'late_payment', cents: 7_000 }]);
  });

  test('below the price is refunded, and above it the surplus is refunded', async () => {
    const [less, more] = [await expired(), await expired()];
    expect((await match(admin, await receipts.line(6_999), less)).data.outcome).toBe('refunded');
    expect(await refundsOf(less)).toMatchObject([{ reason: 'wrong_amount', cents: 6_999 }]);
    expect((await match(admin, await receipts.line(7_500), more)).data.outcome).toBe('reinstated');
    expect(await refundsOf(more)).toMatchObject([{ reason: 'wrong_amount', cents: 500 }]);
  });

  test('for an order that was paid before is refunded as a double payment', async () => {
    const sale = await receipts.sent({ priceCents: 7_000 });
    await receipts.approve(admin, sale.receiptId, await receipts.line(7_000));
    const answer = await match(admin, await receipts.line(7_000), sale);
    expect(answer.data).toMatchObject({ outcome: 'refunded', order: { state: 'paid' } });
    expect(await refundsOf(sale)).toMatchObject([{ reason: 'duplicate_payment', cents: 7_000 }]);
  });
});

describe('is refused', () => {
  test('while the order waits for its money, which its proof decides', async () => {
    const [waiting, shown] = [await receipts.owed({ priceCents: 7_000 }), await receipts.sent()];
    for (const sale of [waiting, shown]) {
      const answer = await match(admin, await receipts.line(sale.totalCents), sale);
      expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
      expect(answer.body.detail).toMatch(/Comprovantes/);
    }
  });

  test('for a used or unknown line, and for an unknown order or one without manual payment', async () => {
    const [sale, next] = [await expired(), await expired()];
    const line = await receipts.line(7_000);
    await match(admin, line, sale);
    const again = await match(admin, line, next);
    expect([again.status, again.body.code]).toEqual([409, 'bank_line_taken']);
    expect((await match(admin, 999_999, next)).status).toBe(404);
    const free = await receipts.line(7_000);
    const nobody = await matchCode(admin.token, free, 'ZZZZ');
    expect(nobody.body.errors.orderCode).toBe('Nenhum pedido tem este código.');
    const byPix = await match(admin, free, await sales.paid());
    expect(byPix.body.errors.orderCode).toMatch(/não é de pagamento por comprovante/);
  });

  test('for a line that is proposed for a proof', async () => {
    const [sale, shown] = [await expired(), await receipts.sent({ priceCents: 7_000 })];
    const line = await receipts.line(7_000);
    await receipts.approve(support, shown.receiptId, line);
    expect((await match(admin, line, sale)).body.code).toBe('bank_line_taken');
  });

  test('for money that came before the order existed', async () => {
    const line = await receipts.line(7_000);
    await sales.moveClock(day);
    const answer = await match(admin, line, await expired());
    expect([answer.status, answer.body.errors.orderCode]).toEqual([
      400,
      'Este dinheiro chegou antes de o pedido existir. Confira o código.',
    ]);
  });

  test('for its buyer and seller, and for people without a role', async () => {
    const sale = await sales.place(admin, await sales.publishedListing({ stock: 5 }), 1, 'manual');
    await sales.act(sale, admin, 'abandonment');
    const line = await receipts.line(sale.totalCents);
    const own = await match(admin, line, sale);
    expect([own.status, own.body.code]).toEqual([403, 'own_decision']);
    expect((await match(sale.seller, line, sale)).status).toBe(403);
  });
});

describe('two people', () => {
  test('support proposes and an admin confirms; no one confirms their own', async () => {
    const sale = await expired();
    const line = await receipts.line(7_000);
    expect((await match(support, line, sale)).data).toMatchObject({
      outcome: 'proposed',
      order: { state: 'expired' },
    });
    expect((await match(support, line, sale)).body.code).toBe('second_person_needed');
    expect((await strayLine(admin, line)).line.proposal).toEqual({
      orderCode: orderCode(sale.id),
      by: support.username,
      mine: false,
    });
    expect((await match(admin, line, sale)).data.outcome).toBe('reinstated');
  });

  test('above R$ 1.000,00 must name the same order; a different order is a new proposal', async () => {
    const [wrong, sale] = [await expired(150_000), await expired(150_000)];
    const line = await receipts.line(150_000);
    expect((await match(admin, line, wrong)).data.outcome).toBe('proposed');
    expect((await match(other, line, sale)).data.outcome).toBe('proposed');
    expect((await match(other, line, sale)).body.code).toBe('second_person_needed');
    const last = await match(admin, line, sale);
    expect(last.data?.outcome, last.text).toBe('reinstated');
    expect(await sales.stateOf(wrong)).toBe('expired');
  });

  test('a small line that was proposed for the wrong order is decided by one person for the right one', async () => {
    const [wrong, sale] = [await expired(), await expired()];
    const line = await receipts.line(7_000);
    await match(support, line, wrong);
    expect((await match(admin, line, sale)).data.outcome).toBe('reinstated');
    expect(await sales.stateOf(wrong)).toBe('expired');
  });

  test('deciding concurrently match it once', async () => {
    const sale = await expired();
    const line = await receipts.line(7_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => match(at % 2 ? admin : other, line, sale)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 19 }, () => 'bank_line_taken'),
    );
  });
});

test('SQL enforces the same rules: no line twice, no match by one person, no payment without its line, no change', async () => {
  const [sale, dear] = [await expired(), await expired(150_000)];
  const [line, dearLine] = [await receipts.line(7_000), await receipts.line(150_000)];
  const insert = (lineId: number, orderId: number, needsTwo: boolean, by: string) =>
    sql`insert into line_matches (bank_line_id, order_id, needs_two, proposed_by, proposed_at, decided_by, decided_at)
      select ${lineId}, ${orderId}, ${needsTwo}, ${sql.raw(by)}`.execute(sales.db);
  const alone = `null, null, ${admin.id}, now()`;
  await expect(insert(dearLine, dear.id, true, alone)).rejects.toThrow('line_match_four_eyes');
  await expect(insert(dearLine, dear.id, true, `${admin.id}, now(), ${admin.id}, now()`)).rejects.toThrow(
    'line_match_four_eyes',
  );
  await expect(insert(dearLine, dear.id, true, 'null, null, null, null')).rejects.toThrow('line_match_by');
  const pay = () =>
    sql`update payments set state = 'confirmed', received_cents = 7000, confirmed_at = now(), end_to_end_id =
        (select bank_id from bank_lines where id = ${line}) where order_id = ${sale.id}`.execute(sales.db);
  await expect(pay()).rejects.toThrow('no approved line');
  await insert(line, sale.id, false, `${admin.id}, now(), null, null`);
  await expect(pay()).rejects.toThrow('no approved line');
  await expect(insert(line, dear.id, false, alone)).rejects.toThrow('line_matches_line');
  expect((await match(other, line, sale)).status).toBe(200);
  const change = sql`update line_matches set order_id = ${dear.id} where bank_line_id = ${line}`;
  await expect(change.execute(sales.db)).rejects.toThrow('append-only');
  await expect(sql`delete from line_matches`.execute(sales.db)).rejects.toThrow();
});
