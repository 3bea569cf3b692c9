import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { setProof } from '#test/accounts/second-factor.ts';
import { hour, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

/**
 * Days and months end at midnight in São Paulo, which is three in the morning in UTC (§4): each test begins at half
 * past eight on the last evening of a month there, and continues at half past ten, when it is the next month in UTC.
 */
let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** Moves the clock to half past eight on the last evening of a month. @returns its day, `2026-02-28` */
async function lastEvening(): Promise<string> {
  const now = await marketNow(sales.db);
  const evening = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1) - 30 * minute;
  await sales.moveClock(evening - now.getTime());
  return new Date(evening).toISOString().slice(0, 10);
}

const ask = ({ token }: Person, amountCents: number) =>
  sales.request('POST', '/withdrawals', { token, key: true, body: { amountCents } });
const read = async (person: Person, path: string) =>
  (await sales.request('GET', path, { token: person.token })).data;

/** A person with R$ 3.604,00 from two sales. */
async function personWithBalance(): Promise<Person> {
  const seller = await sales.user({ level: 'N2' });
  await sales.released({ seller, priceCents: 200_000 });
  await sales.released({ seller, priceCents: 200_000 });
  return seller;
}

test('the free withdrawal of a month becomes available at the first midnight of the month, and not before', async () => {
  const person = await personWithBalance();
  await lastEvening();
  expect((await ask(person, 2_000)).data).toMatchObject({ feeCents: 0 });
  await sales.moveClock(2 * hour);
  expect((await ask(person, 2_000)).data).toMatchObject({ feeCents: 250 });
  await sales.moveClock(2 * hour);
  expect((await ask(person, 2_000)).data).toMatchObject({ feeCents: 0 });
});

test('withdrawals of a day are counted until its midnight', async () => {
  const person = await personWithBalance();
  await lastEvening();
  expect((await ask(person, 150_000)).status).toBe(201);
  await sales.moveClock(2 * hour);
  expect((await ask(person, 50_001)).body.code).toBe('limit_reached');
  expect((await ask(person, 50_000)).status).toBe(201);
  await sales.moveClock(2 * hour);
  expect((await ask(person, 50_001)).status).toBe(201);
});

test('purchases of a day, and sales of a month, are counted until its midnight', async () => {
  const buyer = await sales.user({ level: 'N0' });
  const seller = await sales.user({ level: 'N1' });
  const bought = await sales.publishedListing({ priceCents: 20_000, stock: 9 });
  const sold = await sales.publishedListing({ seller, priceCents: 20_000, stock: 9 });
  await lastEvening();
  const buys = async () => (await sales.order(buyer, bought)).body.code;
  const sells = async () => (await sales.order(await sales.user(), sold)).body.code;
  expect(await buys()).toBeUndefined();
  for (let times = 0; times < 5; times++) expect(await sells()).toBeUndefined();
  await sales.moveClock(2 * hour);
  expect([await buys(), await sells()]).toEqual(['limit_reached', 'listing_unavailable']);
  await sales.moveClock(2 * hour);
  expect([await buys(), await sells()]).toEqual([undefined, undefined]);
});

test('a statement entry has its day in São Paulo, on the screen and in the file', async () => {
  const person = await personWithBalance();
  const today = await lastEvening();
  const tomorrow = new Date(Date.parse(today) + 24 * hour).toISOString().slice(0, 10);
  await sales.moveClock(2 * hour);
  await ask(person, 2_000);
  await sales.moveClock(2 * hour);
  await ask(person, 3_000);
  const amounts = async (query: string) =>
    (await read(person, `/transactions?${query}`)).items.map(
      ({ amountCents }: { amountCents: number }) => amountCents,
    );
  expect(await amounts(`from=${today}&to=${today}`)).toEqual([-2_000]);
  expect(await amounts(`from=${tomorrow}&to=${tomorrow}`)).toEqual([-3_000]);
  expect(await amounts(`from=${today}&to=${today}&before=1000`)).toEqual([-2_000]);
  for (const query of [
    '',
    `from=${today}`,
    `to=${today}`,
    `from=${tomorrow}`,
    'topic=withdrawals',
    'topic=sales',
  ])
    expect(await inFile(person, query), query).toEqual(await onScreen(person, query));
});

/** Of each entry its day, the amount in or out, and the balance after it. */
async function onScreen(person: Person, query: string): Promise<string[][]> {
  const { items } = await read(person, `/transactions?${query}`);
  return items.map((line: { at: string; amountCents: number; balanceCents: number }) => [
    new Date(Date.parse(line.at) - 3 * hour).toISOString().slice(0, 10).split('-').toReversed().join('/'),
    reais(line.amountCents),
    reais(line.balanceCents),
  ]);
}

const reais = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

async function inFile(person: Person, query: string): Promise<string[][]> {
  const { url } = await read(person, `/transactions/file?${query}`);
  const { payload } = await sales.app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const rows = payload.trim().split(/\r?\n/).slice(1);
  return rows.map((row) => {
    const [day, , , , , cameIn, wentOut, balance] = row.split(';');
    return [day!, cameIn === '' ? `-${wentOut}` : cameIn!, balance!];
  });
}

test('a sale late in the evening belongs to the last of the thirty days', async () => {
  const seller = await sales.user();
  const listing = await sales.publishedListing({ seller, stock: 9 });
  const today = await lastEvening();
  await sales.moveClock(2 * hour);
  const sale = await sales.place(await sales.user(), listing);
  await sales.bank.payCharge(sale.reference);
  const { days } = await read(seller, '/sale-days');
  expect([days.length, days.at(-1)]).toEqual([30, expect.objectContaining({ day: today, count: 1 })]);
});

test('files for staff have dates in São Paulo and the names of states, and their own names have its day', async () => {
  const admin = await sales.user({ role: 'admin' });
  const today = await lastEvening();
  await sales.moveClock(3 * hour);
  await sales.place(await sales.user(), await sales.publishedListing({ stock: 3 }));
  await setProof(sales, admin, 'fresh');
  const day = today.split('-').toReversed().join('/');
  for (const [table, words] of [
    ['pedidos', `;Aguardando pagamento;`],
    ['pagamentos', `;Pendente;Simulador;`],
    ['anuncios', `;Ativo;`],
    ['usuarios', `;Usuário;Ativa;`],
  ] as const) {
    const { name, text } = await fileOf(admin, table);
    expect(name).toBe(`${table}-${today}.csv`);
    expect(text, table).toContain(words);
    // The test's people were not created by the market's clock.
    const made = table === 'usuarios' ? String.raw`\d\d/\d\d/\d{4} \d\d` : `${day} 23`;
    expect(text, table).toMatch(new RegExp(String.raw`;${made}:\d\d:\d\d`));
    expect(text, table).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  }
});

/** A list as a file, with the name it is saved under. */
async function fileOf(admin: Person, table: string): Promise<{ name: string; text: string }> {
  const asked = await sales.request('POST', '/staff/table-exports', {
    token: admin.token,
    key: true,
    body: { table, query: {} },
  });
  expect(asked.status, asked.text).toBe(202);
  await sales.drain();
  const opened = await sales.request('POST', `/staff/table-exports/${asked.data.id}/openings`, {
    token: admin.token,
  });
  const { text, headers } = await sales.request('GET', `/${opened.data.url}`, { token: admin.token });
  const name = /filename="?([^";]+)/.exec(String(headers['content-disposition']))?.[1] ?? '';
  return { name, text };
}
