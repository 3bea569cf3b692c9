import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterAll(() => sales.close());

test('/dev shows people of the demonstration, letters, charges and the clock', async () => {
  const sale = await sales.placed();
  await sql`update users set email = 'compradora@demo.praca' where id = ${sale.buyer.id}`.execute(sales.db);
  const { status, data } = await sales.request('GET', '/dev/workbench');
  expect(status).toBe(200);
  expect(data.accounts).toEqual([
    { login: 'compradora@demo.praca', username: sale.buyer.username, role: 'user', about: '' },
  ]);
  expect(data.charges[0]).toMatchObject({
    reference: sale.reference,
    state: 'pending',
    amountCents: sale.totalCents,
  });
});

test('a charge is paid by a button, as the bank would: right, wrong, twice, or without a webhook', async () => {
  const sale = await sales.placed();
  const pay = (body: object) => sales.request('POST', '/dev/charges/payment', { body });
  expect((await pay({ reference: sale.reference, copies: 0 })).status).toBe(200);
  expect(await sales.stateOf(sale)).toBe('awaiting_payment');
  expect((await pay({ reference: sale.reference, copies: 3, amountCents: 1 })).status).toBe(200);
  expect(await sales.stateOf(sale)).toBe('paid');
  expect((await sales.refunds(sale)).map(({ reason }) => reason)).toEqual(['duplicate_payment']);
  expect((await pay({ reference: 'nothing' })).status).toBe(404);
});

test('a paid charge is disputed, kept and lost by buttons, each once', async () => {
  const sale = await sales.paid();
  const bank = (to: string) =>
    sales.request('POST', '/dev/charges/contestation', { body: { reference: sale.reference, to } });
  const shown = async () => {
    const { data } = await sales.request('GET', '/dev/workbench');
    return data.charges.find(({ reference }: { reference: string }) => reference === sale.reference).state;
  };
  for (const [to, state] of [
    ['open', 'contested'],
    ['kept', 'paid'],
    ['lost', 'taken_back'],
  ] as const) {
    expect((await bank(to)).status).toBe(200);
    expect(await shown()).toBe(state);
    expect((await bank(to)).status).toBe(404);
  }
  await sales.drain();
  expect(await sales.stateOf(sale)).toBe('cancelled');
  const unpaid = await sales.placed();
  const refused = await sales.request('POST', '/dev/charges/contestation', {
    body: { reference: unpaid.reference, to: 'open' },
  });
  expect(refused.status).toBe(404);
});

test('every letter can be read with sample data, as text and as a page that loads nothing', async () => {
  const { data } = await sales.request('GET', '/dev/letters');
  expect(data.items.length).toBeGreaterThan(5);
  for (const { slug } of data.items) {
    const page = await sales.request('GET', `//dev/letters/${slug}.html`);
    expect([slug, page.status]).toEqual([slug, 200]);
    expect(page.text).toContain('<html lang="pt-BR">');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  }
  for (const slug of ['nenhuma', 'constructor', '..'])
    expect((await sales.request('GET', `//dev/letters/${slug}.html`)).status).toBe(404);
});

test('one click signs in people of the demonstration, and no others', async () => {
  const person = await sales.user();
  const signIn = () => sales.request('POST', '/dev/sessions', { body: { login: person.username } });
  expect((await signIn()).status).toBe(404);
  await sql`update users set email = 'vendedora@demo.praca' where id = ${person.id}`.execute(sales.db);
  const answer = await signIn();
  expect(answer.status).toBe(201);
  expect((await sales.request('GET', '/user', { token: answer.data.token })).data.id).toBe(person.id);
});

test('the clock moves forward and the timers that came due run', async () => {
  const sale = await sales.placed({ stock: 1 });
  const before = Date.parse((await sales.request('GET', '/dev/workbench')).data.now);
  const answer = await sales.request('POST', '/dev/clock', { body: { byMs: 31 * minute } });
  expect(Date.parse(answer.data.now) - before).toBeGreaterThanOrEqual(31 * minute);
  expect(await sales.stateOf(sale)).toBe('expired');
  const back = await sales.request('POST', '/dev/clock', { body: { byMs: -1 } });
  expect([back.status, back.body.errors.byMs]).toEqual([400, 'O relógio só anda para a frente.']);
});

test('the current time is part of the statement that needs it, not a query of its own', async () => {
  await sales.request('POST', '/dev/clock', { body: { byMs: 1_500 } });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain verbose select market_now() as now`.execute(
    sales.db,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/now\(\) \+ '\d+:\d\d:\d\d/);
});

test('where simulators do not run, none of it exists', async () => {
  Object.assign(sales.ctx.config, { simulators: false });
  for (const [method, path] of [
    ['GET', '/dev/workbench'],
    ['GET', '/dev/letters'],
    ['GET', '//dev/letters/confirmar-email.html'],
    ['POST', '/dev/clock'],
    ['POST', '/dev/sessions'],
    ['POST', '/dev/charges/payment'],
  ] as const) {
    const answer = await sales.request(method, path, method === 'POST' ? { body: {} } : {});
    expect([path, answer.status]).toEqual([path, 404]);
  }
  Object.assign(sales.ctx.config, { simulators: true });
});
