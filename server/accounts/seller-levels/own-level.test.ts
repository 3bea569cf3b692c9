import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { shortLevelRules } from '#test/accounts/seller-levels.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let support: Person;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  await sales.setRules({ sellerLevels: shortLevelRules });
  support = await sales.user({ role: 'support' });
  admin = await sales.user({ role: 'admin' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const words = 'A compradora pediu o cancelamento por mensagem, e eu aceitei.';
const note = 'Confirmado pela conversa do pedido.';

async function sold(seller: Person): Promise<Placed> {
  const sale = await sales.delivered({ seller });
  await sales.act(sale, sale.buyer, 'confirmation');
  return sale;
}

async function cancelled(seller: Person): Promise<Placed> {
  const sale = await sales.paid({ seller });
  await sales.act(sale, seller, 'cancellation', { reason: 'no_stock' });
  return sale;
}

const levelOf = async ({ token }: Person) => {
  const { status, data, text } = await sales.request('GET', '/seller-level', { token });
  expect(status, text).toBe(200);
  return data;
};

const countedOf = async ({ token }: Person) =>
  (await sales.request('GET', '/seller-level/sales', { token })).data.items;

const contest = (who: Person, { hash }: Placed, text = words) =>
  sales.request('POST', `/orders/${hash}/counting-contest`, {
    token: who.token,
    key: true,
    body: { words: text },
  });

const decide = (who: Person, id: number, body: object) =>
  sales.request('POST', `/staff/counting-contests/${id}/decision`, {
    token: who.token,
    key: true,
    body: { note, ...body },
  });

test('a newcomer sees level Novo, no colour and what Bronze needs', async () => {
  expect(await levelOf(await sales.user())).toMatchObject({
    level: 'new',
    since: null,
    colour: null,
    next: { level: 'bronze', sales: 2, missing: ['sales'] },
    forecast: { level: 'new', outcome: 'unchanged' },
    terms: { holdMs: 7 * day, rebateBps: 0 },
  });
});

test('a seller sees what counts, each counted sale with its reason, and the next check; profiles show level and colour', async () => {
  const seller = await sales.user();
  for (let index = 0; index < 4; index++) await sold(seller);
  const bad = await cancelled(seller);
  expect(await levelOf(seller)).toMatchObject({
    level: 'new',
    colour: 'yellow',
    figures: {
      sales: 4,
      orders: 5,
      cancellations: 1,
      cancellationsBps: 2_000,
      claimsBps: 0,
      lateBps: 0,
      excluded: [],
    },
    next: { level: 'bronze', missing: [] },
    forecast: { level: 'bronze', outcome: 'raised' },
  });
  expect(await countedOf(seller)).toMatchObject([
    { orderId: bad.id, hash: bad.hash, kinds: ['cancellation'], excluded: null, contest: null },
  ]);
  await sales.moveClock(31 * day);
  await sales.drain();
  const { data } = await sales.request('GET', `/public/profiles/${seller.username}`);
  expect(data).toMatchObject({ sellerLevel: 'bronze', sellerColour: 'yellow' });
});

describe('a contest', () => {
  test('that is accepted excludes the sale with its cause, and ends red at once', async () => {
    const seller = await sales.user();
    for (let index = 0; index < 2; index++) await sold(seller);
    const [one, two] = [await cancelled(seller), await cancelled(seller)];
    await sales.moveClock(day);
    await sales.drain();
    expect(await levelOf(seller)).toMatchObject({ colour: 'red' });
    const listing = await sales.publishedListing({ seller, stock: 5 });
    expect((await sales.order(await sales.user(), listing)).body.code).toBe('listing_unavailable');
    const asked = await contest(seller, one);
    expect([asked.status, asked.data.state]).toEqual([201, 'pending']);
    const { data: queue } = await sales.request('GET', '/staff/counting-contests', { token: support.token });
    expect(queue.items).toContainEqual(
      expect.objectContaining({ id: asked.data.id, orderId: one.id, kinds: ['cancellation'], words }),
    );
    const decided = await decide(support, asked.data.id, { decision: 'accept', cause: 'buyer_abuse' });
    expect([decided.status, decided.data.state]).toEqual([200, 'accepted']);
    expect(await levelOf(seller)).toMatchObject({
      colour: 'yellow',
      figures: { orders: 3, cancellations: 1, excluded: [{ reason: 'buyer_abuse', count: 1 }] },
    });
    expect((await sales.order(await sales.user(), listing)).status).toBe(201);
    expect(await countedOf(seller)).toMatchObject([
      { orderId: two.id, excluded: null },
      { orderId: one.id, excluded: 'buyer_abuse', contest: { state: 'accepted', note } },
    ]);
  });

  test('that is rejected leaves everything as it was, and cannot be repeated', async () => {
    const seller = await sales.user();
    await sold(seller);
    const sale = await cancelled(seller);
    const { data } = await contest(seller, sale);
    expect((await decide(support, data.id, { decision: 'reject' })).data.state).toBe('rejected');
    expect(await levelOf(seller)).toMatchObject({ figures: { cancellations: 1, excluded: [] } });
    const again = await contest(seller, sale);
    expect([again.status, again.body.detail]).toEqual([
      409,
      'Você já contestou esta venda. A equipe decide uma vez.',
    ]);
    expect((await decide(admin, data.id, { decision: 'accept', cause: 'miscounted' })).body.code).toBe(
      'already_decided',
    );
  });

  test('twenty at once make one, and twenty decisions at once make one', async () => {
    const seller = await sales.user();
    const sale = await cancelled(seller);
    const answers = await Promise.all(Array.from({ length: 20 }, () => contest(seller, sale)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(19).fill(409)]);
    const { id } = answers.find(({ status }) => status === 201)!.data;
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        decide(support, id, index % 2 ? { decision: 'reject' } : { decision: 'accept', cause: 'miscounted' }),
      ),
    );
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of decisions) if (status !== 200) expect(body.code).toBe('already_decided');
  });

  test('is refused for a sale that does not count, for the sale of another, and with too few words', async () => {
    const seller = await sales.user();
    const good = await sold(seller);
    const bad = await cancelled(seller);
    expect((await contest(seller, good)).body).toMatchObject({
      code: 'wrong_state',
      detail: 'Esta venda não conta contra você. Não há o que contestar.',
    });
    expect((await contest(bad.buyer, bad)).status).toBe(404);
    expect((await contest(seller, bad, 'Não fui eu.')).body.errors).toEqual({
      words: 'Conte o que aconteceu em ao menos 20 letras.',
    });
  });

  test('is not decided by a side of its order, nor accepted without a cause', async () => {
    const { data } = await contest(admin, await cancelled(admin));
    expect((await decide(admin, data.id, { decision: 'reject' })).body.code).toBe('own_decision');
    expect((await decide(support, data.id, { decision: 'accept' })).body.errors).toEqual({
      cause: 'Escolha o motivo.',
    });
    expect((await decide(support, 999_999, { decision: 'reject' })).status).toBe(404);
  });
});

test('an admin records an interview once, of a seller only, and never their own', async () => {
  const record = (who: Person, of: Person) =>
    sales.request('PUT', `/staff/users/${of.id}/seller-interview`, {
      token: who.token,
      body: { reason: 'Conversa por vídeo sobre estoque e prazos.' },
    });
  const { seller } = await sales.paid();
  const first = await record(admin, seller);
  expect(first.status, first.text).toBe(200);
  await sales.moveClock(day);
  expect((await record(admin, seller)).data).toEqual(first.data);
  expect((await record(support, seller)).body.code).toBe('forbidden');
  expect((await record(admin, await sales.user())).body).toMatchObject({
    code: 'wrong_state',
    detail: 'Esta pessoa ainda não vendeu nada.',
  });
  expect((await record(admin, admin)).body.code).toBe('own_decision');
});
