import { randomBytes } from 'node:crypto';
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { Db } from '#server/context.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createPaymentSimulator } from './simulator.ts';
import { signNotice } from './simulator-signature.ts';

/** What every adapter must do, whoever is behind it, and how the suite plays the outside world for it. */
interface Bench {
  provider: PaymentProvider;
  /** A person pays the charge at the bank. */
  payAtBank(reference: string, amountCents: number): Promise<void>;
  /** A notice as the provider would send it. */
  notice(reference: string, ageSeconds?: number): { rawBody: Buffer; headers: Record<string, string> };
}

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.appUrl, { max: 5, applicationName: 'test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const adapters: Record<string, () => Bench> = { simulator: simulatorBench };

function simulatorBench(): Bench {
  const keys = { webhook: randomBytes(32) };
  const silent = { warn: () => undefined };
  const provider = createPaymentSimulator({
    db,
    config: { publicUrl: 'http://127.0.0.1:9' },
    keys,
    log: silent,
  });
  return {
    provider,
    payAtBank: async (reference, amountCents) =>
      void (await provider.payCharge(reference, { amountCents, copies: 0 })),
    notice(reference, ageSeconds = 0) {
      const body = JSON.stringify({ eventId: 'e1', kind: 'charge', reference });
      const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
      return { rawBody: Buffer.from(body), headers: signNotice(keys.webhook, body, timestamp) };
    },
  };
}

const newReference = () => randomBytes(16).toString('hex');
const charge = (amountCents = 12_990) => ({
  reference: newReference(),
  amountCents,
  description: 'Teclado mecânico',
  expiresAt: new Date(Date.now() + 30 * 60_000),
});

const payout = (amountCents: number) => ({
  reference: newReference(),
  amountCents,
  pixKey: '11144477735',
  holderName: 'Ana Souza',
  document: '11144477735',
});

describe.each(Object.entries(adapters))('%s', (_name, open) => {
  let bench: Bench;
  beforeAll(() => void (bench = open()));

  /** A charge with one receipt of its whole amount. */
  async function paidCharge(amountCents: number) {
    const asked = charge(amountCents);
    await bench.provider.createPixCharge(asked);
    await bench.payAtBank(asked.reference, amountCents);
    const status = await bench.provider.findCharge(asked.reference);
    return { chargeId: status!.providerId, endToEndId: status!.receipts[0]!.endToEndId };
  }

  test('opens a charge with a Pix code that parses and whose CRC is right', async () => {
    const asked = charge();
    const { pixCode, receiverName } = await bench.provider.createPixCharge(asked);
    expect(isValidPixPayload(pixCode)).toBe(true);
    expect(pixCode.slice(-4)).toBe(crc(pixCode.slice(0, -4)));
    expect(receiverName.length).toBeGreaterThan(0);
    expect(await bench.provider.findCharge(asked.reference)).toMatchObject({
      state: 'pending',
      receipts: [],
    });
  });

  test('opens one charge for one reference, however often it is asked', async () => {
    const asked = charge();
    const all = await Promise.all([1, 2, 3].map(() => bench.provider.createPixCharge(asked)));
    expect(new Set(all.map(({ providerId, pixCode }) => providerId + pixCode)).size).toBe(1);
  });

  test('tells every movement that arrived, also of other amounts and after the cancellation', async () => {
    const asked = charge(500);
    await bench.provider.createPixCharge(asked);
    await bench.provider.cancelCharge(asked.reference);
    expect((await bench.provider.findCharge(asked.reference))!.state).toBe('cancelled');
    await bench.payAtBank(asked.reference, 500);
    await bench.payAtBank(asked.reference, 300);
    const status = await bench.provider.findCharge(asked.reference);
    expect(status!.state).toBe('paid');
    expect(status!.receipts.map(({ amountCents }) => amountCents)).toEqual([500, 300]);
    expect(status!.receipts[0]!.endToEndId).toMatch(/^E[A-Za-z0-9]{31}$/);
  });

  test('knows no charge that was never opened', async () => {
    expect(await bench.provider.findCharge(newReference())).toBeNull();
  });

  test('gives money back once for one reference and never more than came', async () => {
    const receipt = await paidCharge(1_000);
    const first = { reference: newReference(), ...receipt, amountCents: 600 };
    expect((await bench.provider.refund(first)).state).toBe('done');
    expect((await bench.provider.refund(first)).state).toBe('done');
    const tooMuch = { reference: newReference(), ...receipt, amountCents: 600 };
    expect((await bench.provider.refund(tooMuch)).state).toBe('failed');
    const rest = { reference: newReference(), ...receipt, amountCents: 400 };
    expect((await bench.provider.refund(rest)).state).toBe('done');
  });

  test('pays out once for one reference and finds it again', async () => {
    const asked = payout(5_000);
    expect((await bench.provider.pay(asked)).state).toBe('done');
    expect((await bench.provider.pay(asked)).state).toBe('done');
    expect((await bench.provider.findPayout(asked.reference))!.state).toBe('done');
    expect(await bench.provider.findPayout(newReference())).toBeNull();
  });

  test('tells whose key it is, or that it does not know', async () => {
    expect(await bench.provider.keyBelongsTo('11144477735', '11144477735')).toBe(true);
    expect(await bench.provider.keyBelongsTo('11144477735', '52998224725')).toBe(false);
    expect(
      await bench.provider.keyBelongsTo('123e4567-e89b-12d3-a456-426614174000', '11144477735'),
    ).toBeNull();
  });

  test('believes a notice only with a fresh signature over exactly these bytes', () => {
    const reference = newReference();
    const { rawBody, headers } = bench.notice(reference);
    expect(bench.provider.verifyWebhook(rawBody, headers)).toEqual({
      eventId: 'e1',
      kind: 'charge',
      reference,
    });
    expect(bench.provider.verifyWebhook(Buffer.concat([rawBody, Buffer.from(' ')]), headers)).toBeNull();
    expect(bench.provider.verifyWebhook(rawBody, {})).toBeNull();
    const old = bench.notice(reference, 301);
    expect(bench.provider.verifyWebhook(old.rawBody, old.headers)).toBeNull();
    for (const [name, value] of Object.entries(headers)) {
      expect(bench.provider.verifyWebhook(rawBody, { ...headers, [name]: `${value}0` })).toBeNull();
      expect(bench.provider.verifyWebhook(rawBody, { ...headers, [name]: value.slice(1) })).toBeNull();
    }
  });
});

describe('the simulator plays failure by hundreds of reais and some cents', () => {
  const { provider, payAtBank } = lazy();

  test('a charge of ,91 finds the bank away once, of ,92 always', async () => {
    const once = charge(10_091);
    await expect(provider().createPixCharge(once)).rejects.toThrow('unavailable');
    await provider().createPixCharge(once);
    const never = charge(10_092);
    for (let time = 1; time <= 3; time++)
      await expect(provider().createPixCharge(never)).rejects.toThrow('unavailable');
  });

  test('a refund of ,03 fails once, of ,04 always, and of ,05 takes its time', async () => {
    const states = [];
    for (const amountCents of [10_003, 10_004, 10_005]) {
      const asked = charge(amountCents);
      await provider().createPixCharge(asked);
      await payAtBank(asked.reference, amountCents);
      const status = await provider().findCharge(asked.reference);
      const receipt = {
        chargeId: status!.providerId,
        endToEndId: status!.receipts[0]!.endToEndId,
        amountCents,
      };
      const reference = newReference();
      const first = await provider().refund({ reference, ...receipt });
      const again = await provider().refund({ reference, ...receipt });
      const next = await provider().refund({ reference: newReference(), ...receipt });
      states.push([first.state, again.state, next.state]);
    }
    expect(states).toEqual([
      ['failed', 'failed', 'done'],
      ['failed', 'failed', 'failed'],
      ['processing', 'done', 'failed'],
    ]);
  });

  test('a payout of ,01 fails once, of ,02 always, and of ,05 takes its time', async () => {
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

  test('a charge that nobody opened cannot be paid', async () => {
    const simulator = createPaymentSimulator({
      db,
      config: { publicUrl: 'http://127.0.0.1:9' },
      keys: { webhook: randomBytes(32) },
      log: { warn: () => undefined },
    });
    expect(await simulator.payCharge(newReference())).toBeNull();
  });
});

/** The database exists only once the tests run. */
function lazy() {
  let bench: Bench | undefined;
  const opened = () => (bench ??= simulatorBench());
  return {
    provider: () => opened().provider,
    payAtBank: (reference: string, amountCents: number) => opened().payAtBank(reference, amountCents),
  };
}

/** CRC-16/CCITT-FALSE, written here once more so that the library is not its own judge (facts §1.2). */
function crc(text: string): string {
  let value = 0xffff;
  for (const byte of Buffer.from(text)) {
    value ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      value = value & 0x8000 ? ((value << 1) ^ 0x1021) & 0xffff : (value << 1) & 0xffff;
  }
  return value.toString(16).toUpperCase().padStart(4, '0');
}
