import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderCode } from '#domain/orders/orders.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';

let sales: Sales;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  support = await sales.user({ role: 'support' });
});
afterAll(() => sales.close());

const search = async (q: string) => (await get(`/staff/search?q=${encodeURIComponent(q)}`)).data;
const reviews = (items: { queue: string; count: number }[]) =>
  items.find(({ queue }) => queue === 'reviews')!;
const get = (path: string, who = support) => sales.request('GET', path, { token: who.token });

test('each queue shows its number of items and the age of the oldest', async () => {
  const before = (await get('/staff/queues')).data.items;
  expect(reviews(before)).toMatchObject({ count: 0, oldestAt: null });
  const { id, seller } = await sales.draft();
  await sales.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  const after = reviews((await get('/staff/queues')).data.items);
  expect(after).toMatchObject({ count: 1, oldestAt: expect.stringMatching(/^20/) });
});

test('the search finds people, orders and listings by their identifiers', async () => {
  const sale = await sales.paid();
  const { buyer, id } = sale;
  for (const q of [`@${buyer.username}`, buyer.username.slice(0, -1), buyer.email, buyer.cpf])
    expect(
      (await search(q)).users.map(({ path }: { path: string }) => path),
      q,
    ).toContain(`/dashboard/usuarios?id=${buyer.id}`);
  for (const q of [orderCode(id), orderCode(id).toLowerCase(), sale.hash])
    expect((await search(q)).orders, q).toMatchObject([{ path: `/dashboard/pedidos/${id}` }]);
  const listing = await sales.publishedListing({ title: 'Vaso raríssimo de cerâmica' });
  expect((await search('rarissimo')).listings).toMatchObject([
    { path: `/dashboard/anuncios?id=${listing.id}`, title: 'Vaso raríssimo de cerâmica' },
  ]);
  expect(await search('%_%')).toEqual({ users: [], orders: [], listings: [] });
  expect(JSON.stringify(await search(buyer.email))).not.toContain(buyer.cpf);
});

test('the search and the list find a company by CNPJ and a person by CPF or phone, masked or not', async () => {
  const [company, person] = [await sales.user(), await sales.user()];
  await sql`update users set cpf = null, cnpj = '12ABC34501DE35' where id = ${company.id}`.execute(sales.db);
  await sql`update users set cpf = '11144477735', phone = '+5511987654321', phone_verified_at = market_now()
    where id = ${person.id}`.execute(sales.db);
  const cases = [
    ...['12ABC34501DE35', '12.abc.345/01de-35', ' 12.ABC.345/01DE-35 '].map((q) => [q, company] as const),
    ...['11144477735', '111.444.777-35'].map((q) => [q, person] as const),
    ...['11987654321', '(11) 98765-4321', '+55 11 98765-4321', '+5511987654321'].map(
      (q) => [q, person] as const,
    ),
    [person.email.toUpperCase(), person] as const,
  ];
  for (const [q, { id, username }] of cases) {
    const paths = (await search(q)).users.map(({ path }: { path: string }) => path);
    expect(paths, q).toEqual([`/dashboard/usuarios?id=${id}`]);
    const { data } = await get(`/staff/users?q=${encodeURIComponent(q)}`);
    expect(data.items, q).toMatchObject([{ username }]);
  }
  for (const q of ['12ABC34501DE36', '111.444.777-36', '(11) 98765-4322'])
    expect((await search(q)).users, q).toEqual([]);
});

test('settings of a list belong to one user', async () => {
  const chosen = { hidden: ['ip'], density: 'roomy', views: [{ name: 'Meus', query: 'papel=admin' }] };
  const path = '/staff/table-settings/registro';
  const saved = await sales.request('PUT', path, { token: support.token, body: chosen });
  expect(saved.data).toEqual(chosen);
  expect((await get(path)).data).toEqual(chosen);
  const other = await sales.user({ role: 'admin' });
  expect((await get(path, other)).data).toEqual({ hidden: [], density: 'compact', views: [] });
  const bad = await sales.request('PUT', path, { token: support.token, body: { ...chosen, density: 'x' } });
  expect(bad.status).toBe(400);
});

test('only lists of the dashboard have settings', async () => {
  const body = { hidden: [], density: 'roomy', views: [] };
  for (const table of ['nada', 'orders', '__proto__', 'constructor', 'Pedidos', 'pedidos%0a']) {
    const path = `/staff/table-settings/${table}`;
    expect((await sales.request('PUT', path, { token: support.token, body })).status, table).toBe(404);
    expect((await get(path)).status, table).toBe(404);
  }
});
