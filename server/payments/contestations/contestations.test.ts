import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAsaas } from '#server/adapters/payments/asaas.ts';
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts';
import type { PaymentProvider } from '#server/adapters/payments/payment-provider.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import { startMercadoPago } from '#test/payments/doubles/mercado-pago.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { followContestation } from './commands.ts';
import { findMissedContestations } from './jobs.ts';

let sales: Sales;
let simulator: PaymentProvider;
let mercadoPago: Awaited<ReturnType<typeof startMercadoPago>>;
let asaas: Awaited<ReturnType<typeof startAsaas>>;
beforeAll(async () => {
  sales = await openSales();
  mercadoPago = await startMercadoPago();
  asaas = await startAsaas();
  simulator = sales.ctx.payments;
});
afterEach(async () => {
  await sales.checkBooks();
  Object.assign(sales.ctx, { payments: simulator });
});
afterAll(async () => {
  await sales.close();
  await mercadoPago.close();
  await asaas.close();
});

interface Notice {
  rawBody: Buffer;
  headers: Record<string, string>;
  query: Record<string, string>;
}

/** A provider whose customers pay and contest, and which sends its own signed notices. */
interface Played {
  provider: PaymentProvider;
  pay(reference: string): unknown;
  contest(reference: string, to: 'open' | 'kept' | 'lost'): unknown;
  /** Null when the provider sends its notices itself. */
  notice: ((reference: string) => Notice) | null;
}

const providers: Record<string, () => Played> = {
  'the pretend bank': playSimulator,
  'a card at Mercado Pago': () => playMercadoPago('contest'),
  'a complaint at Mercado Pago': () => playMercadoPago('mediate'),
  Asaas: playAsaas,
};

test.each(Object.keys(providers))('%s: contested, upheld, contested again and lost', async (name) => {
  const played = providers[name]!();
  Object.assign(sales.ctx, { payments: played.provider });
  const sale = await sales.placed({ priceCents: 10_000 });
  const hears = async (to: 'open' | 'kept' | 'lost') => {
    await played.contest(sale.reference, to);
    await deliver(played, sale.reference);
  };
  await played.pay(sale.reference);
  await deliver(played, sale.reference);
  await sales.act(sale, sale.seller, 'delivery-start');
  await sales.act(sale, sale.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
  const part = { amountCents: 3_000, note: 'Faltou um item.' };
  expect((await sales.tryAct(sale, sale.seller, 'refunds', part)).status).toBe(201);
  await sales.drain();
  for (const [to, told] of [
    ['open', 'contested, delivered, blocked'],
    ['kept', 'upheld, delivered, in_escrow'],
    ['open', 'contested, delivered, blocked'],
    ['lost', 'charged_back, refunded, reversed'],
  ] as const) {
    await hears(to);
    expect(await standing(sale)).toBe(told);
  }
  expect(await sales.refunds(sale)).toMatchObject([
    { state: 'completed', amount_cents: 3_000 },
    { state: 'completed', amount_cents: 7_000, reason: 'charged_back' },
  ]);
});

test('an answer from before the contestation does not end it', async () => {
  const sale = await sales.delivered();
  const quiet = (await simulator.findCharge({ reference: sale.reference }))!;
  await sales.bank.contestCharge(sale.reference, { to: 'open', copies: 0 });
  const slow = Promise.withResolvers<typeof quiet>();
  Object.assign(sales.ctx, { payments: { ...simulator, findCharge: () => slow.promise } });
  const late = followContestation(sales.ctx, { reference: sale.reference });
  // The question is on its way before the other one is asked and answered.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const other = { ...sales.ctx, payments: simulator };
  expect(await followContestation(other, { reference: sale.reference })).toBe(true);
  slow.resolve(quiet);
  expect(await late).toBe(false);
  expect(await standing(sale)).toBe('contested, delivered, blocked');
});

test('payments that the bank lists and our books have settled are not asked about every hour', async () => {
  const [lost, unheard] = [await sales.delivered(), await sales.delivered()];
  await sales.bank.contestCharge(lost.reference, { to: 'lost', copies: 0 });
  await findMissedContestations.run(sales.ctx);
  expect(await standing(lost)).toBe('charged_back, refunded, reversed');
  await sales.bank.contestCharge(unheard.reference, { to: 'lost', copies: 0 });
  const asked: (string | undefined)[] = [];
  const findCharge: PaymentProvider['findCharge'] = (key) => {
    asked.push(key.reference);
    return simulator.findCharge(key);
  };
  Object.assign(sales.ctx, { payments: { ...simulator, findCharge } });
  await findMissedContestations.run(sales.ctx);
  expect(asked).toContain(unheard.reference);
  expect(asked).not.toContain(lost.reference);
  expect(await standing(unheard)).toBe('charged_back, refunded, reversed');
  asked.length = 0;
  await findMissedContestations.run(sales.ctx);
  expect(asked).not.toContain(unheard.reference);
});

test('an admin who reconciles a payment gets the result at once', async () => {
  const admin = await sales.user({ role: 'admin' });
  const sale = await sales.delivered();
  await sales.bank.contestCharge(sale.reference, { to: 'open', copies: 0 });
  const { rows } = await sql<{ id: number }>`select id from payments where order_id = ${sale.id}`.execute(
    sales.db,
  );
  const ask = async () =>
    (await sales.request('POST', `/staff/payments/${rows[0]!.id}/reconciliation`, { token: admin.token }))
      .data;
  expect(await ask()).toMatchObject({ state: 'contested', news: true });
  expect(await ask()).toMatchObject({ state: 'contested', news: false });
});

async function standing({ id }: Placed): Promise<string> {
  const { rows } = await sql<{ told: string }>`
    select p.state || ', ' || o.state || ', ' || s.state as told
    from orders o join settlements s on s.order_id = o.id join payments p on p.order_id = o.id
    where o.id = ${id} and p.end_to_end_id is not null`.execute(sales.db);
  return rows[0]!.told;
}

/** Sends its notice to our real endpoint and waits until it is processed. */
async function deliver({ provider, notice }: Played, reference: string): Promise<void> {
  if (notice) {
    const { rawBody, headers, query } = notice(reference);
    const address = `/webhooks/${provider.name}?${new URLSearchParams(query).toString()}`;
    const answer = await sales.request('POST', address, { body: rawBody.toString(), headers });
    expect(answer.status, answer.text).toBe(200);
  }
  await sales.drain();
}

function playSimulator(): Played {
  return {
    provider: simulator,
    pay: (reference) => sales.bank.payCharge(reference),
    contest: (reference, to) => sales.bank.contestCharge(reference, { to }),
    notice: null,
  };
}

function playMercadoPago(by: 'contest' | 'mediate'): Played {
  const { settings, baseUrl, pay, notice } = mercadoPago;
  const provider = createMercadoPago({ ...settings, baseUrl }, sales.ctx.config);
  return { provider, pay, contest: mercadoPago[by], notice };
}

function playAsaas(): Played {
  const { settings, pay, contest, notice } = asaas;
  return { provider: createAsaas(settings), pay, contest, notice };
}
