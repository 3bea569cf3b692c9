import { randomBytes } from 'node:crypto';
import { getBoletoInfo, isValidBoleto, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '#db/connect.ts';
import {
  addBusinessDays,
  saoPauloDay,
  endOfDay,
  noClosedDays,
  addDays,
  startOfDay,
} from '#domain/business-days.ts';
import type { Db } from '#server/context.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import { startMercadoPago } from '#test/payments/doubles/mercado-pago.ts';
import { createAsaas } from './asaas.ts';
import { isRefusal } from './failures.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createPaymentSimulator } from './simulator.ts';
import type { PaymentSimulator } from './simulator.ts';
import { signNotice } from './simulator-signature.ts';

/** An adapter under test, and the actions of the outside world on it. */
interface Bench {
  provider: PaymentProvider;
  /** The money of a payout comes back, in each possible way; absent where the adapter makes no payouts. */
  sendBack?(reference: string, how: 'transfer' | 'pix'): Promise<void>;
  /** A person pays the charge at the bank, or its card on the provider's own page. */
  pay(reference: string, method?: 'card'): Promise<void>;
  /** The token that the provider's fields would make of a card; null where the provider has none. */
  cardToken: ((outcome: 'approved' | 'declined' | 'review') => string) | null;
  /** The provider finishes its examination of a card. */
  decideCard(reference: string, outcome: 'approved' | 'declined'): Promise<void>;
  /** The payer's bank examines the charge, and keeps it or takes it back. */
  contest(reference: string, to: 'open' | 'kept' | 'lost'): Promise<void>;
  /** A webhook as the provider would send it. */
  notice(reference: string, ageSeconds?: number): Notice;
  /** What a webhook's signature covers. */
  signs: { body: boolean; ageSeconds: number | null };
  /** The next request takes effect, but its answer is lost. */
  loseAnswer(): void;
}

interface Notice {
  rawBody: Buffer;
  headers: Record<string, string>;
  query: Record<string, string>;
}

let database: TestDatabase;
let db: Db;
let mercadoPago: Awaited<ReturnType<typeof startMercadoPago>>;
let asaas: Awaited<ReturnType<typeof startAsaas>>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.appUrl, { max: 5, applicationName: 'test' });
  mercadoPago = await startMercadoPago();
  asaas = await startAsaas();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await mercadoPago.close();
  await asaas.close();
});

const adapters: Record<string, () => Bench> = {
  simulator: simulatorBench,
  mercadopago: mercadoPagoBench,
  asaas: asaasBench,
};
const config = { publicUrl: 'http://127.0.0.1:9' };

function simulatorBench(): Bench & { provider: PaymentSimulator } {
  const keys = { webhook: randomBytes(32) };
  const provider = createPaymentSimulator({ db, config, keys, log: { warn: () => undefined } });
  const outcomes = { approved: 'approved', declined: 'insufficient_funds', review: 'review' };
  return {
    provider,
    pay: async (reference) => void (await provider.payCharge(reference, { copies: 0 })),
    sendBack: async (reference) => void (await provider.returnPayout(reference)),
    cardToken: (outcome) => `tok-${outcomes[outcome]}-visa-4242-${randomBytes(8).toString('hex')}`,
    decideCard: async (reference, outcome) => void (await provider.decideCard(reference, outcome)),
    contest: async (reference, to) => void (await provider.contestCharge(reference, { to, copies: 0 })),
    notice(reference, ageSeconds = 0) {
      const body = JSON.stringify({ eventId: 'e1', kind: 'charge', reference });
      const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
      return { rawBody: Buffer.from(body), headers: signNotice(keys.webhook, body, timestamp), query: {} };
    },
    signs: { body: true, ageSeconds: 900 },
    loseAnswer: () => undefined,
  };
}

function mercadoPagoBench(): Bench {
  const { settings, baseUrl } = mercadoPago;
  const tokens = { approved: 'APRO', declined: 'FUND', review: 'CONT' };
  return {
    provider: createMercadoPago({ ...settings, baseUrl }, config),
    pay: async (reference) => mercadoPago.pay(reference),
    cardToken: (outcome) => tokens[outcome] + randomBytes(14).toString('hex'),
    decideCard: async (reference, outcome) =>
      outcome === 'approved' ? mercadoPago.pay(reference) : mercadoPago.decline(reference),
    contest: async (reference, to) => mercadoPago.contest(reference, to),
    notice: (reference, ageSeconds) => mercadoPago.notice(reference, ageSeconds),
    signs: { body: false, ageSeconds: 24 * 3_600 },
    loseAnswer: () => mercadoPago.fail('lost'),
  };
}

function asaasBench(): Bench {
  return {
    provider: createAsaas(asaas.settings),
    pay: async (reference, method) => asaas.pay(reference, method === 'card'),
    sendBack: async (reference, how) => asaas.giveBack(reference, how),
    cardToken: null,
    decideCard: async (reference) => asaas.pay(reference, true),
    contest: async (reference, to) => asaas.contest(reference, to),
    notice: (reference) => asaas.notice(reference),
    signs: { body: false, ageSeconds: null },
    loseAnswer: () => asaas.fail('lost'),
  };
}

const newReference = () => randomBytes(16).toString('hex');
const payer = { name: 'Ana Souza', email: 'ana@exemplo.com.br', document: '11144477735' };
const charge = (amountCents = 12_990) => ({
  reference: newReference(),
  amountCents,
  description: 'Teclado mecânico',
  expiresAt: endOfDay(addBusinessDays(saoPauloDay(new Date()), 3, noClosedDays)),
  payer,
  receiverName: 'Praça Demonstração Ltda.',
});
const cardCharge = (token: string | null, amountCents?: number) => ({
  ...charge(amountCents),
  token,
  brand: 'visa',
  installments: 3,
});

const payout = (amountCents: number) => ({
  reference: newReference(),
  amountCents,
  pixKey: '11144477735',
  holderName: 'Ana Souza',
  document: '11144477735',
});

describe.each(Object.entries(adapters))('%s', (provider, openBench) => {
  let bench: Bench;
  beforeAll(() => void (bench = openBench()));

  const find = (reference: string) => bench.provider.findCharge({ reference });

  /** A charge with one payment of its whole amount. */
  async function paidCharge(amountCents: number) {
    const asked = charge(amountCents);
    await bench.provider.createPixCharge(asked);
    await bench.pay(asked.reference);
    const status = await find(asked.reference);
    const { reference } = asked;
    return { reference, chargeId: status!.providerId, endToEndId: status!.incomingPayments[0]!.endToEndId };
  }

  test('opens a charge with a valid Pix code and a correct CRC', async () => {
    const asked = charge();
    const { providerId, pixCode, receiverName } = await bench.provider.createPixCharge(asked);
    expect(isValidPixPayload(pixCode)).toBe(true);
    expect(pixCode.slice(-4)).toBe(crc(pixCode.slice(0, -4)));
    expect(receiverName).toBe(provider === 'mercadopago' ? 'Praça Testes' : asked.receiverName);
    const waiting = { reference: asked.reference, providerId, state: 'pending', incomingPayments: [] };
    expect(await find(asked.reference)).toMatchObject(waiting);
    expect(await bench.provider.findCharge({ providerId })).toMatchObject(waiting);
  });

  test('opens one charge for a reference, however often it is called', async () => {
    const asked = charge();
    const all = [];
    for (let time = 1; time <= 3; time++) all.push(await bench.provider.createPixCharge(asked));
    expect(new Set(all.map(({ providerId, pixCode }) => providerId + pixCode)).size).toBe(1);
  });

  test('opens no second charge after an answer was lost', async () => {
    const asked = charge();
    bench.loseAnswer();
    await bench.provider.createPixCharge(asked).catch(() => undefined);
    const { providerId } = await bench.provider.createPixCharge(asked);
    expect((await bench.provider.createPixCharge(asked)).providerId).toBe(providerId);
    expect(await find(asked.reference)).toMatchObject({ providerId, state: 'pending' });
  });

  test('reports each payment once, in whole centavos', async () => {
    for (const amountCents of [500, 1_999, 115, 100_000_001].map((cents) => cents + 500)) {
      const asked = charge(amountCents);
      await bench.provider.createPixCharge(asked);
      await bench.pay(asked.reference);
      const status = await find(asked.reference);
      expect(status).toMatchObject({ state: 'paid', incomingPayments: [{ amountCents }] });
      expect(Date.parse(status!.incomingPayments[0]!.at)).not.toBeNaN();
    }
  });

  test('gives a boleto whose line is valid, contains the amount and matches its barcode', async () => {
    const asked = charge(54_321);
    const { line, barcode, url } = await bench.provider.createBoleto(asked);
    expect(isValidBoleto(line)).toBe(true);
    expect(getBoletoInfo(line)!.amount).toBe(54_321);
    expect(barcode).toBe(barsOf(line));
    expect(url.length).toBeGreaterThan(0);
    await bench.pay(asked.reference);
    expect(await find(asked.reference)).toMatchObject({
      state: 'paid',
      incomingPayments: [{ amountCents: 54_321 }],
    });
  });

  test('charges an accepted card once for a reference', async () => {
    if (!bench.cardToken) return hostedCard();
    const asked = cardCharge(bench.cardToken('approved'));
    const first = await bench.provider.createCardCharge(asked);
    expect(first.state).toBe('paid');
    expect((await bench.provider.createCardCharge(asked)).providerId).toBe(first.providerId);
    const status = await find(asked.reference);
    expect(status).toMatchObject({ state: 'paid', incomingPayments: [{ amountCents: 12_990 }] });
    expect(status!.card!.last4).toMatch(/^\d{4}$/);
  });

  /** Where cards are typed on the provider's page, the charge has its address and stays pending until then. */
  async function hostedCard(): Promise<void> {
    const asked = cardCharge(null);
    const { state, payUrl } = await bench.provider.createCardCharge(asked);
    expect(state).toBe('pending');
    expect(payUrl).toMatch(/^https:/);
    await bench.pay(asked.reference, 'card');
    expect(await find(asked.reference)).toMatchObject({ state: 'paid', card: { brand: 'visa' } });
  }

  test('maps the reason of a declined card', async () => {
    if (!bench.cardToken) return;
    const asked = cardCharge(bench.cardToken('declined'));
    const answer = await bench.provider.createCardCharge(asked);
    expect(answer).toMatchObject({ state: 'declined', declinedReason: 'insufficient_funds' });
    expect(await find(asked.reference)).toMatchObject({
      state: 'declined',
      declinedReason: 'insufficient_funds',
      incomingPayments: [],
    });
  });

  test.each(['approved', 'declined'] as const)('examines a card that is then %s', async (outcome) => {
    if (!bench.cardToken) return;
    const asked = cardCharge(bench.cardToken('review'));
    expect((await bench.provider.createCardCharge(asked)).state).toBe('in_review');
    expect(await find(asked.reference)).toMatchObject({ state: 'in_review', incomingPayments: [] });
    await bench.decideCard(asked.reference, outcome);
    expect((await find(asked.reference))!.state).toBe(outcome === 'approved' ? 'paid' : 'declined');
  });

  test('refuses a token that it did not create', async () => {
    if (!bench.cardToken) return;
    const asked = cardCharge('4111111111111111');
    const error: unknown = await bench.provider.createCardCharge(asked).catch((thrown: unknown) => thrown);
    expect(isRefusal(error)).toBe(true);
    expect(await find(asked.reference)).toBeNull();
  });

  test('cancels a pending charge, and ignores one that is finished or unknown', async () => {
    const asked = charge();
    await bench.provider.createPixCharge(asked);
    await bench.provider.cancelCharge({ reference: asked.reference });
    await bench.provider.cancelCharge({ reference: asked.reference });
    expect((await find(asked.reference))!.state).toBe('cancelled');
    await bench.provider.cancelCharge({ reference: newReference() });
    const paid = await paidCharge(1_000);
    await bench.provider.cancelCharge({ reference: paid.reference });
    expect((await find(paid.reference))!.state).toBe('paid');
  });

  test('finds no charge that was never opened', async () => {
    expect(await find(newReference())).toBeNull();
  });

  test('refunds once for a reference and never more than was paid', async () => {
    const { chargeId, endToEndId } = await paidCharge(1_000);
    const incoming = { chargeId, endToEndId };
    const first = { reference: newReference(), ...incoming, amountCents: 600 };
    bench.loseAnswer();
    await bench.provider.refund(first).catch(() => undefined);
    expect((await bench.provider.refund(first)).state).toBe('done');
    expect((await bench.provider.refund(first)).state).toBe('done');
    const tooMuch = { reference: newReference(), ...incoming, amountCents: 600 };
    expect((await bench.provider.refund(tooMuch)).state).toBe('failed');
    const rest = { reference: newReference(), ...incoming, amountCents: 400 };
    expect((await bench.provider.refund(rest)).state).toBe('done');
  });

  test.each([
    ['keeps it', 'kept', 300],
    ['takes it back', 'lost', 5_000],
  ] as const)('reports that a payment is contested, and that the bank %s', async (_, to, returnedCents) => {
    const { reference, ...incoming } = await paidCharge(5_000);
    expect(await find(reference)).toMatchObject({ contested: false, returnedCents: 0 });
    await bench.provider.refund({ reference: newReference(), ...incoming, amountCents: 300 });
    expect(await find(reference)).toMatchObject({ contested: false, returnedCents: 300 });
    await bench.contest(reference, 'open');
    expect(await find(reference)).toMatchObject({ state: 'paid', contested: true, returnedCents: 300 });
    const listed = await bench.provider.listContested();
    expect(listed.filter((key) => key.reference === reference)).toHaveLength(1);
    await bench.contest(reference, to);
    const incomingPayments = [{ amountCents: 5_000 }];
    expect(await find(reference)).toMatchObject({
      state: 'paid',
      contested: false,
      returnedCents,
      incomingPayments,
    });
  });

  test('refunds nothing of a payment that is contested or was charged back', async () => {
    for (const to of ['open', 'lost'] as const) {
      const { reference, ...incoming } = await paidCharge(5_000);
      await bench.contest(reference, to);
      const again = { reference: newReference(), ...incoming, amountCents: 300 };
      expect((await bench.provider.refund(again)).state).toBe('failed');
    }
  });

  test('lists the movements of a day, and none of other days', async () => {
    const { reference, chargeId, endToEndId } = await paidCharge(7_700);
    await bench.provider.refund({ reference: newReference(), chargeId, endToEndId, amountCents: 700 });
    const today = startOfDay(saoPauloDay(new Date()));
    const tomorrow = startOfDay(addDays(saoPauloDay(new Date()), 1));
    const movements = await bench.provider.listMovements(today, tomorrow);
    const mine = movements.filter((movement) => movement.reference === reference);
    expect(mine).toMatchObject(
      [{ kind: 'receipt', movementId: endToEndId, amountCents: 7_700 }].concat(
        bench.provider.name === 'mercadopago' ? [{ kind: 'refund', amountCents: 700 } as never] : [],
      ),
    );
    expect(movements.some(({ kind }) => kind === 'refund')).toBe(
      bench.provider.listedKinds.includes('refund'),
    );
    const yesterday = await bench.provider.listMovements(
      startOfDay(addDays(saoPauloDay(new Date()), -1)),
      today,
    );
    expect(yesterday).toEqual([]);
  });

  test('pays out once for a reference and finds the payout again, where it makes payouts', async () => {
    const asked = payout(5_000);
    if (!bench.provider.paysOut) {
      await expect(bench.provider.pay(asked)).rejects.toThrow('refused');
      return;
    }
    bench.loseAnswer();
    await bench.provider.pay(asked).catch(() => undefined);
    expect((await bench.provider.pay(asked)).state).toBe('done');
    expect((await bench.provider.pay(asked)).state).toBe('done');
    expect((await bench.provider.findPayout(asked.reference))!.state).toBe('done');
    expect(await bench.provider.findPayout(newReference())).toBeNull();
  });

  test('reports a completed payout that came back', async () => {
    if (!bench.sendBack) return;
    for (const how of ['transfer', 'pix'] as const) {
      const asked = payout(5_000);
      await bench.provider.pay(asked);
      await bench.sendBack(asked.reference, how);
      expect(await bench.provider.findPayout(asked.reference)).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(/destino/),
      });
    }
  });

  test('accepts a webhook only with a valid and recent signature', async () => {
    const asked = charge();
    const { providerId } = await bench.provider.createPixCharge(asked);
    const { rawBody, headers, query } = bench.notice(asked.reference);
    const believed = bench.provider.verifyWebhook(rawBody, headers, query);
    expect(believed).toMatchObject({ kind: 'charge' });
    expect(believed!.reference ?? believed!.providerId).toMatch(
      new RegExp(`^(${asked.reference}|${providerId})$`),
    );
    const longer = Buffer.concat([rawBody, Buffer.from(' ')]);
    if (bench.signs.body) expect(bench.provider.verifyWebhook(longer, headers, query)).toBeNull();
    expect(bench.provider.verifyWebhook(rawBody, {}, query)).toBeNull();
    expect(bench.provider.verifyWebhook(Buffer.from('{'), headers, query)).toBeNull();
    if (bench.signs.ageSeconds !== null) {
      const old = bench.notice(asked.reference, bench.signs.ageSeconds + 1);
      expect(bench.provider.verifyWebhook(old.rawBody, old.headers, old.query)).toBeNull();
    }
    for (const [name, value] of Object.entries(headers))
      for (const forged of [`${value}0`, value.slice(1), ''])
        expect(bench.provider.verifyWebhook(rawBody, { ...headers, [name]: forged }, query)).toBeNull();
    for (const name of Object.keys(query).filter((each) => each === 'data.id'))
      expect(bench.provider.verifyWebhook(rawBody, headers, { ...query, [name]: '1' })).toBeNull();
  });
});

async function paidAt(provider: PaymentProvider, pay: (reference: string) => void): Promise<string> {
  const asked = charge(5_000);
  await provider.createPixCharge(asked);
  pay(asked.reference);
  return asked.reference;
}

describe('a contestation', () => {
  test.each([
    ['kept', 0],
    ['lost', 5_000],
  ] as const)('may be a complaint at Mercado Pago: it is %s', async (to, returnedCents) => {
    const { provider } = mercadoPagoBench();
    const reference = await paidAt(provider, mercadoPago.pay);
    mercadoPago.mediate(reference, 'open');
    expect(await provider.findCharge({ reference })).toMatchObject({ contested: true, returnedCents: 0 });
    expect(await provider.listContested()).toContainEqual(expect.objectContaining({ reference }));
    mercadoPago.mediate(reference, to);
    expect(await provider.findCharge({ reference })).toMatchObject({ contested: false, returnedCents });
  });

  test('lasts at Asaas until the money has come back', async () => {
    const { provider } = asaasBench();
    const reference = await paidAt(provider, asaas.pay);
    for (const status of ['CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL'] as const) {
      asaas.dispute(reference, status);
      expect(await provider.findCharge({ reference })).toMatchObject({ state: 'paid', contested: true });
      expect(await provider.listContested()).toContainEqual(expect.objectContaining({ reference }));
    }
  });
});

describe('a provider over the network', () => {
  test('is called once more when it is down or busy, and is then unavailable', async () => {
    const { provider } = mercadoPagoBench();
    const asked = charge();
    mercadoPago.fail('broken');
    expect((await provider.createPixCharge(asked)).pixCode).toContain('br.gov.bcb.pix');
    mercadoPago.fail('busy', 'broken');
    const error: unknown = await provider.findCharge({ reference: asked.reference }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(isRefusal(error)).toBe(false);
  });

  test('that no longer accepts the API key has refused nothing: the call is repeated with the next key', async () => {
    const { settings, baseUrl } = mercadoPago;
    const strangers = [
      createMercadoPago({ ...settings, baseUrl, accessToken: 'TEST-old' }, config),
      createAsaas({ ...asaas.settings, apiKey: '$aact_old' }),
    ];
    const incoming = { reference: newReference(), chargeId: '1', endToEndId: 'x', amountCents: 600 };
    for (const provider of strangers) {
      const answers = [provider.createPixCharge(charge()), provider.refund(incoming)];
      if (provider.paysOut) answers.push(provider.pay(payout(5_000)));
      for (const answer of await Promise.allSettled<unknown>(answers))
        expect(answer.status === 'rejected' && !isRefusal(answer.reason)).toBe(true);
    }
  });

  test("is called once when it refuses, and its message with the payer's data is not repeated", async () => {
    const { provider } = mercadoPagoBench();
    const before = mercadoPago.asked.length;
    const asked = { ...charge(), payer: { ...payer, email: '' } };
    const error: unknown = await provider.createPixCharge(asked).catch((e: unknown) => e);
    expect(isRefusal(error)).toBe(true);
    expect((error as Error).message).toBe('mercadopago: refused with 400 (4050)');
    expect(mercadoPago.asked.length).toBe(before + 1);
  });

  test('gets the reference as idempotency key at Mercado Pago', async () => {
    const { provider } = mercadoPagoBench();
    const asked = charge(1_234);
    await provider.createPixCharge(asked);
    const { headers, body } = mercadoPago.asked.at(-1)!;
    expect(headers['x-idempotency-key']).toBe(asked.reference);
    expect(body).toMatchObject({
      transaction_amount: 12.34,
      external_reference: asked.reference,
      payment_method_id: 'pix',
      payer: { identification: { type: 'CPF', number: payer.document } },
    });
    expect(body.date_of_expiration).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/);
  });

  test('gives a Pix at Mercado Pago the required half hour, however soon the order expires', async () => {
    const { provider } = mercadoPagoBench();
    for (const minutes of [30, 5]) {
      const asked = { ...charge(), expiresAt: new Date(Date.now() + minutes * 60_000) };
      const { providerId, pixCode } = await provider.createPixCharge(asked);
      expect(isValidPixPayload(pixCode)).toBe(true);
      // A later call returns the first charge.
      expect((await provider.createPixCharge(asked)).providerId).toBe(providerId);
    }
  });

  test("creates a buyer's customer once at Asaas, and switches its notifications off", async () => {
    const { provider } = asaasBench();
    await provider.createPixCharge(charge());
    await provider.createBoleto(charge());
    expect(asaas.customers.filter(({ cpfCnpj }) => cpfCnpj === payer.document)).toMatchObject([
      { notificationDisabled: true },
    ]);
    const unnamed = { ...charge(), payer: { ...payer, document: null } };
    const error: unknown = await provider.createPixCharge(unnamed).catch((e: unknown) => e);
    expect(isRefusal(error) && error.reason).toBe('document');
  });

  test("knows Mercado Pago's own example of a signature", () => {
    const { provider } = mercadoPagoBench();
    const now = 1_704_908_010_000;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const signature = 'af5f030ac2f779163b387680cbe753ec2e7e65b3638e67fab5e67f4cfeed70a0';
    const headers = { 'x-request-id': 'req-0001', 'x-signature': `ts=1704908010,v1=${signature}` };
    const body = Buffer.from('{"id":7,"type":"payment"}');
    expect(provider.verifyWebhook(body, headers, { 'data.id': '123456789' })).toEqual({
      eventId: '7',
      kind: 'charge',
      providerId: '123456789',
    });
    vi.restoreAllMocks();
  });
});

describe('the simulator', () => {
  const { provider, payAtBank } = lazy();

  test('reports every payment, also of other amounts and after the cancellation', async () => {
    const asked = charge(500);
    const { reference } = asked;
    await provider().createPixCharge(asked);
    await provider().cancelCharge({ reference });
    expect((await provider().findCharge({ reference }))!.state).toBe('cancelled');
    await payAtBank(reference, 500);
    await payAtBank(reference, 300);
    const status = await provider().findCharge({ reference });
    expect(status!.state).toBe('paid');
    expect(status!.incomingPayments.map(({ amountCents }) => amountCents)).toEqual([500, 300]);
    expect(status!.incomingPayments[0]!.endToEndId).toMatch(/^E[A-Za-z0-9]{31}$/);
  });

  test('says whose key it is, or that it does not know', async () => {
    expect(await provider().keyBelongsTo('11144477735', '11144477735')).toBe(true);
    expect(await provider().keyBelongsTo('11144477735', '52998224725')).toBe(false);
    expect(await provider().keyBelongsTo('123e4567-e89b-12d3-a456-426614174000', '11144477735')).toBeNull();
  });

  test('fails to open a charge of ,91 once and of ,92 always', async () => {
    const once = charge(10_091);
    await expect(provider().createPixCharge(once)).rejects.toThrow('unavailable');
    await provider().createPixCharge(once);
    const never = charge(10_092);
    for (let time = 1; time <= 3; time++)
      await expect(provider().createPixCharge(never)).rejects.toThrow('unavailable');
  });

  test('fails a refund of ,03 once and of ,04 always, and delays one of ,05', async () => {
    const states = [];
    for (const amountCents of [10_003, 10_004, 10_005]) {
      const asked = charge(amountCents);
      await provider().createPixCharge(asked);
      await payAtBank(asked.reference, amountCents);
      const status = await provider().findCharge({ reference: asked.reference });
      const incoming = {
        chargeId: status!.providerId,
        endToEndId: status!.incomingPayments[0]!.endToEndId,
        amountCents,
      };
      const reference = newReference();
      const first = await provider().refund({ reference, ...incoming });
      const again = await provider().refund({ reference, ...incoming });
      const next = await provider().refund({ reference: newReference(), ...incoming });
      states.push([first.state, again.state, next.state]);
    }
    expect(states).toEqual([
      ['failed', 'failed', 'done'],
      ['failed', 'failed', 'failed'],
      ['processing', 'done', 'failed'],
    ]);
  });

  test('fails a payout of ,01 once and of ,02 always, and delays one of ,05', async () => {
    const pay = (amountCents: number, reference = newReference()) =>
      provider().pay({ reference, amountCents, pixKey: '1', holderName: 'Ana', document: '1' });
    expect([(await pay(20_001)).state, (await pay(20_001)).state]).toEqual(['failed', 'done']);
    expect([(await pay(20_002)).state, (await pay(20_002)).state]).toEqual(['failed', 'failed']);
    const slow = newReference();
    expect([(await pay(20_005, slow)).state, (await pay(20_005, slow)).state]).toEqual([
      'processing',
      'done',
    ]);
  });

  test('refuses a payment of a charge that was never opened', async () => {
    expect(await provider().payCharge(newReference())).toBeNull();
  });
});

/** The database exists only once the tests run. */
function lazy() {
  let bench: ReturnType<typeof simulatorBench> | undefined;
  const provider = () => (bench ??= simulatorBench()).provider;
  const payAtBank = (reference: string, amountCents: number) =>
    provider().payCharge(reference, { amountCents, copies: 0 });
  return { provider, payAtBank };
}

/** The 44 digits of the barcode for a line of 47: without its check digits, in another order. */
function barsOf(line: string): string {
  return [line.slice(0, 4), line.slice(32), line.slice(4, 9), line.slice(10, 20), line.slice(21, 31)].join(
    '',
  );
}

/** CRC-16/CCITT-FALSE, implemented independently of the library under test. */
function crc(text: string): string {
  let value = 0xffff;
  for (const byte of Buffer.from(text)) {
    value ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      value = value & 0x8000 ? ((value << 1) ^ 0x1021) & 0xffff : (value << 1) & 0xffff;
  }
  return value.toString(16).toUpperCase().padStart(4, '0');
}
