import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAsaas } from '#server/adapters/payments/asaas.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let asaas: Awaited<ReturnType<typeof startAsaas>>;
let admin: Person;
let support: Person;
/** Of a payout that waits for our answer. */
let reference: string;
let withdrawalId: number;

beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
  const { seller } = await sales.released({ priceCents: 10_000 });
  asaas = await startAsaas();
  asaas.askBeforeTransfers();
  Object.assign(sales.ctx, { payments: createAsaas(asaas.settings) });
  const asked = await sales.request('POST', '/withdrawals', {
    token: seller.token,
    key: true,
    body: { amountCents: 5_000 },
  });
  withdrawalId = asked.data.id;
  const decided = await sales.request('POST', `/staff/withdrawals/${withdrawalId}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
  expect(decided.status, decided.text).toBe(200);
  reference = asaas.transfers[0]!.externalReference!;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(async () => {
  await asaas.close();
  await sales.close();
});

const ask = (question: { body: string; headers: object }) =>
  sales.request('POST', '/webhooks/asaas/payouts', question as never);
const stateOf = async () =>
  (
    await sales.db
      .selectFrom('withdrawals')
      .select('state')
      .where('id', '=', withdrawalId)
      .executeTakeFirstOrThrow()
  ).state;
async function noticesOf(person: Person): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: person.token });
  return data.items
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title === 'Uma transferência foi recusada');
}

test.each([
  ['of another amount', { value: 50.01 }, 'o valor não é o do saque'],
  ['to another key', { bankAccount: { pixAddressKey: '52998224725' } }, 'a chave Pix não é a do saque'],
  ['to no key', { bankAccount: null }, 'a chave Pix não é a do saque'],
  ['without a reference', { externalReference: null }, 'nenhum saque em andamento tem esta referência'],
  [
    'of another attempt',
    { externalReference: 'withdrawal000000000001t2' },
    'nenhum saque em andamento tem esta referência',
  ],
])('a transfer %s is refused with the reason', async (what, changes, refuseReason) => {
  const answer = await ask(asaas.question(reference, { id: what, ...changes }));
  expect([answer.status, answer.body]).toEqual([200, { status: 'REFUSED', refuseReason }]);
  expect(await stateOf()).toBe('processing');
});

test('admins are notified once of each unknown transfer, and no one else is', async () => {
  const before = (await noticesOf(admin)).length;
  const question = asaas.question(reference, { id: 'a-thief', externalReference: null, value: 9_999 });
  for (let time = 1; time <= 3; time++) expect((await ask(question)).body.status).toBe('REFUSED');
  expect((await noticesOf(admin)).length).toBe(before + 1);
  expect(await noticesOf(support)).toEqual([]);
});

test('a body that is no transfer is refused', async () => {
  const { headers } = asaas.question(reference);
  for (const body of ['{}', 'null', '{"transfer":7}', '{']) {
    const answer = await ask({ headers, body });
    expect([body, answer.status, answer.body.status]).toEqual([body, 200, 'REFUSED']);
  }
});

test('without the token the reply is 401, logged once a minute without its content', async () => {
  const warn = vi.spyOn(sales.ctx.log, 'warn');
  const { body } = asaas.question(reference);
  for (const token of ['', 'x'.repeat(48), `${asaas.settings.webhookToken}0`]) {
    const answer = await ask({ body, headers: { 'asaas-access-token': token } });
    expect([answer.status, answer.body.code]).toEqual([401, 'webhook_signature']);
  }
  const notice = await sales.request('POST', '/webhooks/asaas', { body: '{"id":"evt_1"}' });
  expect([notice.status, notice.body.code]).toEqual([401, 'webhook_signature']);
  expect(warn.mock.calls).toEqual([
    [{ provider: 'asaas', network: '127.0.0.1', forged: 1 }, 'a notice had no valid signature'],
  ]);
});

test('a provider that asks no questions has no such endpoint', async () => {
  const answer = await sales.request('POST', '/webhooks/simulator/payouts', asaas.question(reference));
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});

test('our own payout is approved while it is in progress, is sent, and is not approved again', async () => {
  const question = asaas.question(reference);
  const answer = await ask(question);
  expect([answer.status, answer.body]).toEqual([200, { status: 'APPROVED' }]);
  asaas.hear(reference, answer.body);
  await sales.drain();
  expect(await stateOf()).toBe('paid');
  expect((await ask(question)).body.status).toBe('REFUSED');
});
