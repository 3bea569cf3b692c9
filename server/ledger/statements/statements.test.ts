import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountKinds } from '#domain/ledger/account-kinds.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import type { JournalKind } from '#domain/ledger/postings.ts';
import { statementAccounts, statementFacts } from '#domain/ledger/statements.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { readReceiptCode, receiptCode } from './receipts.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

async function read(person: Person, path: string) {
  const answer = await sales.request('GET', path, { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

/** Three sales on three days, a withdrawal that was refused and one that was paid. */
async function busySeller(): Promise<Person> {
  const first = await sales.released({ priceCents: 10_000 });
  const { seller } = first;
  await sales.released({ priceCents: 20_000, seller });
  const refused = await withdraw(seller, 2_000);
  await decide(refused, 'reject');
  await sales.moveClock(3 * day);
  const paid = await withdraw(seller, 3_000);
  await decide(paid, 'approve');
  await sales.released({ priceCents: 5_000, seller, title: '=HYPERLINK("http://x"); um título que manda' });
  return seller;
}

async function withdraw(person: Person, amountCents: number): Promise<number> {
  const body = { amountCents };
  const answer = await sales.request('POST', '/withdrawals', { token: person.token, key: true, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.id;
}

async function decide(id: number, decision: 'approve' | 'reject'): Promise<void> {
  const body = { decision, note: 'Confira os dados' };
  const answer = await sales.request('POST', `/staff/withdrawals/${id}/decision`, {
    token: admin.token,
    key: true,
    body,
  });
  expect(answer.status, answer.text).toBe(200);
}

/** The day in São Paulo, as the filter takes it, some days from the market's now. */
async function dayOf(offset = 0): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(
    (market_now() + ${offset} * interval '1 day') at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day`.execute(
    sales.db,
  );
  return rows[0]!.day;
}

describe('the statement', () => {
  test('lists every movement with the balance after it, its order and the sums', async () => {
    const person = await busySeller();
    const { items, next, totals } = await read(person, '/transactions');
    expect(items.map((line: { description: string }) => line.description)).toEqual([
      'Venda liberada',
      'Saque pedido',
      'Saque devolvido ao saldo',
      'Saque pedido',
      'Venda liberada',
      'Venda liberada',
    ]);
    const { availableCents } = await read(person, '/balances');
    expect(items[0].balanceCents).toBe(availableCents);
    items.forEach((line: { amountCents: number; balanceCents: number }, at: number) =>
      expect(line.balanceCents - line.amountCents).toBe(items[at + 1]?.balanceCents ?? 0),
    );
    expect(items[0].order.title).toMatch(/^=HYPERLINK/);
    expect(next).toBeNull();
    expect(totals).toEqual({ count: 6, inCents: 9_010 + 18_020 + 2_000 + 4_505, outCents: 5_000 });
  });

  test('filters by topic and by days, the first and last included', async () => {
    const person = await busySeller();
    const topic = await read(person, '/transactions?topic=withdrawals');
    expect(topic.totals).toEqual({ count: 3, inCents: 2_000, outCents: 5_000 });
    const today = await dayOf();
    const last = await read(person, `/transactions?from=${today}&to=${today}`);
    expect(last.items.map((line: { amountCents: number }) => line.amountCents)).toEqual([4_505]);
    expect(last.totals).toEqual({ count: 1, inCents: 4_505, outCents: 0 });
    const earlier = await read(person, `/transactions?to=${await dayOf(-1)}&topic=sales`);
    expect(earlier.totals).toEqual({ count: 2, inCents: 27_030, outCents: 0 });
    const later = await read(person, `/transactions?from=${await dayOf(1)}`);
    expect([later.items, later.totals.count]).toEqual([[], 0]);
    const credit = await read(person, '/transactions?account=purchase_credit');
    expect([credit.items, credit.totals]).toEqual([[], { count: 0, inCents: 0, outCents: 0 }]);
  });

  test('continues page by page without gap or repetition, and sums once', async () => {
    const person = await sales.user();
    await fill(person, 70);
    const numbers: number[] = [];
    let path = '/transactions';
    for (let pages = 0; pages < 3; pages++) {
      const page = await read(person, path);
      numbers.push(...page.items.map((line: { number: number }) => line.number));
      expect(page.totals === null).toBe(pages > 0);
      path = `/transactions?before=${page.next}`;
    }
    expect(numbers).toEqual(Array.from({ length: 70 }, (_, at) => 70 - at));
  });

  test.each([
    ['from=2026-02-30', 'from'],
    ['to=ontem', 'to'],
    ['from=0000-01-01', 'from'],
    ['to=0000-12-31', 'to'],
    ['account=escrow', 'account'],
    ['topic=tudo', 'topic'],
    ['before=0', 'before'],
    ['quem=1', ''],
  ])('refuses %s with 400', async (query, field) => {
    const person = await sales.user();
    const answer = await sales.request('GET', `/transactions?${query}`, { token: person.token });
    expect(answer.status).toBe(400);
    if (field) expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});

/** Movements enough for pages: small sales would take minutes. The owner's books, so not for `checkBooks`. */
async function fill(person: Person, count: number): Promise<void> {
  const sale = await sales.released({ priceCents: 100_000, seller: person });
  for (let done = 1; done < count; done += 2) {
    const id = await withdraw(sale.seller, 1_000);
    if (done + 1 < count)
      await sales.request('POST', `/withdrawals/${id}/cancellation`, { token: person.token, key: true });
  }
}

describe('the file', () => {
  test('is a CSV that spreadsheets read without running formulas', async () => {
    const person = await busySeller();
    const { url } = await read(person, '/transactions/file?topic=sales');
    const file = await sales.request('GET', `/${url}`, { token: person.token });
    expect([file.status, file.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="extrato-praca.csv"',
    ]);
    const [heads, newest, ...older] = file.text.split('\r\n');
    expect(heads).toBe('\u{feff}Data;Hora;Descrição;Pedido;Anúncio;Entrada;Saída;Saldo;Recibo');
    expect(newest).toMatch(
      /;Venda liberada;[0-9A-Z]+;"'=HYPERLINK\(""http:\/\/x""\); um título que manda";45,05;;\d+,\d\d;/,
    );
    expect(older).toHaveLength(3);
  });

  test('is not served by a changed or an old link', async () => {
    const person = await busySeller();
    const { url } = await read(person, '/transactions/file');
    const other = url.replace(/pessoa=\d+/, `pessoa=${admin.id}`);
    expect((await sales.request('GET', `/${other}`, { token: admin.token })).status).toBe(404);
    expect((await sales.request('GET', '//arquivos/extrato.csv')).status).toBe(404);
    await sales.moveClock(6 * 60_000);
    expect((await sales.request('GET', `/${url}`, { token: person.token })).status).toBe(403);
  });
});

describe('a receipt', () => {
  test('shows anyone with its code what happened, and no names', async () => {
    const person = await busySeller();
    const { items } = await read(person, '/transactions');
    const sale = items[0];
    const { data } = await sales.request('GET', `/public/receipts/${sale.receipt}`);
    expect(data).toMatchObject({
      receipt: sale.receipt,
      description: 'Venda liberada',
      amountCents: 4_505,
      orderCode: sale.order.code,
      holder: `${person.username.slice(0, 2)}***`,
      otherParty: expect.stringMatching(/^..\*\*\*$/),
    });
    expect(JSON.stringify(data)).not.toContain(person.username);
    // Nor how many sales there are: only the code of the order.
    expect(data.key).toBeUndefined();
    const typed = await sales.request('GET', `/public/receipts/${items[1].receipt.toLowerCase()}`);
    expect(typed.data).toMatchObject({ description: 'Saque pedido', amountCents: -3_000, otherParty: null });
  });

  test('with one changed letter is not found', async () => {
    const person = await busySeller();
    const { items } = await read(person, '/transactions');
    const code: string = items[0].receipt;
    const forged = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
    expect((await sales.request('GET', `/public/receipts/${forged}`)).status).toBe(404);
    const { receipts } = sales.ctx.keys;
    const beyond = receiptCode(receipts, { accountId: 1, number: 999_999 });
    expect((await sales.request('GET', `/public/receipts/${beyond}`)).status).toBe(404);
    // The first account of the books is the platform's, which has no receipts to give.
    const platform = receiptCode(receipts, { accountId: 1, number: 1 });
    expect((await sales.request('GET', `/public/receipts/${platform}`)).status).toBe(404);
    expect(readReceiptCode(receipts, 'Z'.repeat(26))).toBeNull();
    expect(readReceiptCode(receipts, 'U'.repeat(26))).toBeNull();
  });
});

const isOwn = (account: AccountKind) => accountKinds[account].owner === 'user';

test('every movement that the books allow on a person’s account has a text, and no other has one', async () => {
  const { rows } = await sql<{ kind: JournalKind; debit: AccountKind; credit: AccountKind }>`
    select journal_kind as kind, debit_kind as debit, credit_kind as credit from money.leg_rules`.execute(
    sales.db,
  );
  const allowed = rows.flatMap(({ kind, debit, credit }) =>
    [debit, credit].filter(isOwn).map((account) => `${kind} ${debit}>${credit} ${account}`),
  );
  const named = Object.entries(statementFacts).flatMap(([kind, { legs }]) =>
    Object.entries(legs).flatMap(([leg, words]) =>
      Object.keys(words).map((account) => `${kind} ${leg} ${account}`),
    ),
  );
  expect(named.toSorted()).toEqual(allowed.toSorted());
  const own = (Object.keys(accountKinds) as AccountKind[]).filter(isOwn);
  expect([...statementAccounts].toSorted()).toEqual(own.toSorted());
});
