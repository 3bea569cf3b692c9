import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales } from '#test/orders/sales.ts';
import { password } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** T89: a link to private content works only in the session that requested it, while that session lasts. */
let sales: Sales;
let sale: Placed;
beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid({ promisedHours: 72 });
  const file = await sales.request('POST', `/order-files?order=${sale.hash}`, {
    token: sale.buyer.token,
    body: Buffer.from('Instruções: abra o jogo.'),
    headers: { 'content-type': 'text/plain' },
  });
  const sent = await sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: sale.buyer.token,
    body: { text: 'Veja.', fileIds: [file.data.id], insist: false },
  });
  expect(sent.status, sent.text).toBeLessThan(300);
});
afterAll(() => sales.close());

const messages = (token: string) => sales.request('GET', `/orders/${sale.hash}/messages`, { token });
const fileOf = async ({ token }: { token: string }): Promise<string> =>
  (await messages(token)).data.items.at(-1).files[0].url;
const statement = async ({ token }: { token: string }): Promise<string> =>
  (await sales.request('GET', '/transactions/file', { token })).data.url;
/** Loads a URL as a browser does for an image or a download: with cookies and without a token. */
const browse = (url: string, cookie?: string) =>
  sales.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });
const fetchAs = (url: string, token: string) =>
  sales.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });

/** The cookie that the browser of a session gets. */
async function cookieOf(token: string): Promise<string> {
  const lines = [(await messages(token)).headers['set-cookie']].flat().map(String);
  const line = lines.find((each) => each.startsWith('praca_files='))!;
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  return line.split(';', 1)[0]!;
}

async function signIn({ email }: Person): Promise<string> {
  const { data, text } = await sales.request('POST', '/sessions', { body: { login: email, password } });
  expect(data?.token, text).toBeTypeOf('string');
  return data.token;
}

test.each([
  ['a file', fileOf],
  ['a statement', statement],
])(
  '%s opens for the session that asked, by its cookie or its token, and for no one else',
  async (_, linkOf) => {
    const { buyer, seller } = sale;
    const url = await linkOf(buyer);
    const [own, theirs] = [await cookieOf(buyer.token), await cookieOf(seller.token)];
    expect([(await browse(url, own)).statusCode, (await fetchAs(url, buyer.token)).statusCode]).toEqual([
      200, 200,
    ]);
    expect((await browse(url)).statusCode, 'a copied link').toBe(404);
    expect((await browse(url, theirs)).statusCode, 'the other side of the deal').toBe(404);
    expect((await fetchAs(url, seller.token)).statusCode).toBe(404);
    expect((await browse(url, `${own}x`)).statusCode, 'a forged cookie').toBe(404);
    const another = await signIn(buyer);
    expect((await fetchAs(url, another)).statusCode, 'another session of the same person').toBe(404);
    expect((await browse(url, await cookieOf(another))).statusCode).toBe(404);
    const moved = url.replace(/sessao=\d+/, `sessao=${/=(\d+)\./.exec(await cookieOf(another))![1]!}`);
    expect((await fetchAs(moved, another)).statusCode, 'a link moved to another session').toBe(404);
  },
);

test('the cookie of one session is not sent again, and authenticates no one', async () => {
  const cookie = await cookieOf(sale.buyer.token);
  const again = await sales.request('GET', `/orders/${sale.hash}/messages`, {
    token: sale.buyer.token,
    headers: { cookie },
  });
  expect(String(again.headers['set-cookie'])).not.toContain('praca_files');
  const alone = await sales.request('GET', `/orders/${sale.hash}/messages`, { headers: { cookie } });
  expect(alone.status).toBe(401);
  const nobody = await sales.request('GET', '/public/logo');
  expect(String(nobody.headers['set-cookie'])).not.toContain('praca_files');
});

test('after five minutes its own session is told that it expired, and others still get a 404', async () => {
  const url = await fileOf(sale.buyer);
  const [own, theirs] = [await cookieOf(sale.buyer.token), await cookieOf(sale.seller.token)];
  await sales.moveClock(4 * 60_000);
  expect((await browse(url, own)).statusCode).toBe(200);
  await sales.moveClock(61_000);
  const late = await browse(url, own);
  expect([late.statusCode, late.json()]).toMatchObject([403, { detail: expect.stringContaining('venceu') }]);
  expect((await browse(url, theirs)).statusCode).toBe(404);
  expect((await browse(await fileOf(sale.buyer), own)).statusCode).toBe(200);
});

test('a link and a cookie end with their session', async () => {
  const token = await signIn(sale.buyer);
  const [url, cookie] = [await fileOf({ token }), await cookieOf(token)];
  expect((await browse(url, cookie)).statusCode).toBe(200);
  await sales.request('DELETE', '/sessions/current', { token });
  expect((await browse(url, cookie)).statusCode).toBe(404);
  expect((await fetchAs(url, token)).statusCode).toBe(404);
});

test.each(['/arquivos', '/arquivos/', '/arquivos/?nome=a', '/arquivos/extrato.csv'])(
  'nothing is listed at %s',
  async (path) => {
    const answer = await browse(path, await cookieOf(sale.buyer.token));
    expect(answer.statusCode).toBe(404);
  },
);
