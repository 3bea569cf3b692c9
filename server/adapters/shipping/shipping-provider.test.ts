import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { stateOf } from '#domain/shipping/shipments.ts';
import { isRefusal } from '#server/adapters/payments/failures.ts';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import type { Db } from '#server/context.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { startMelhorEnvio } from '#test/shipping/doubles/melhor-envio.ts';
import { createMelhorEnvio } from './melhor-envio.ts';
import { readPdf } from './pdf-parts.ts';
import type { LabelRequest, PostalAddress, ShippingProvider } from './shipping-provider.ts';
import { createShippingSimulator } from './simulator.ts';
import { noticeOf } from './simulator-webhooks.ts';

/** An adapter under test, and what the outside world does to it. */
interface Bench {
  provider: ShippingProvider;
  /** The service that the suite buys. */
  service: string;
  /** Where a parcel gets dearer, a quote fails, and a quote is late. */
  postalCodes: { dearer: string; away: string; slow: string };
  post(labelId: string): Promise<unknown>;
  deliver(labelId: string): Promise<unknown>;
  reprice(labelId: string): void;
  /** What this reference paid in all, in cents. */
  paid(reference: string): Promise<number>;
  /** The next call finds no service, or one that is late. */
  break(how: 'away' | 'slow'): void;
  notice(labelId: string): { rawBody: Buffer; headers: Record<string, string> };
}

let database: TestDatabase;
let db: Db;
let melhorEnvio: Awaited<ReturnType<typeof startMelhorEnvio>>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.appUrl, { max: 5, applicationName: 'test' });
  melhorEnvio = await startMelhorEnvio();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await melhorEnvio.close();
});

const benches: Record<string, () => Bench> = { simulator: simulatorBench, melhor_envio: melhorEnvioBench };

function simulatorBench(): Bench {
  const keys = { webhook: randomBytes(32) };
  const log = { warn: () => undefined };
  const provider = createShippingSimulator({ db, config: { publicUrl: 'http://127.0.0.1:9' }, keys, log });
  return {
    provider,
    service: 'pac',
    postalCodes: { dearer: '66010907', away: '66010909', slow: '66010910' },
    post: (labelId) => provider.advance(labelId),
    deliver: (labelId) => provider.report(labelId, 'delivered'),
    reprice: () => undefined,
    async paid(reference) {
      const { rows } = await sql<{ paid: number }>`select coalesce(sum(quoted_cents), 0)::bigint as paid
        from simulator.labels where reference = ${reference} and cancelled_at is null`.execute(db);
      return rows[0]!.paid;
    },
    break: () => undefined,
    notice(labelId) {
      const body = noticeOf(labelId);
      return { rawBody: Buffer.from(body), headers: signNotice(keys.webhook, body) };
    },
  };
}

function melhorEnvioBench(): Bench {
  const before = melhorEnvio.balanceCents();
  return {
    provider: createMelhorEnvio({ ...melhorEnvio.settings, baseUrl: melhorEnvio.baseUrl }),
    service: '1',
    postalCodes: { dearer: '66010000', away: '66010000', slow: '66010000' },
    post: async (labelId) => melhorEnvio.post(labelId),
    deliver: async (labelId) => melhorEnvio.deliver(labelId),
    reprice: (labelId) => melhorEnvio.reprice(labelId, melhorEnvio.priceOf(labelId) * 1.3),
    paid: async () => before - melhorEnvio.balanceCents(),
    break(how) {
      if (how === 'away') melhorEnvio.fail('broken');
      else melhorEnvio.slowDown(3_500);
    },
    notice: (labelId) => melhorEnvio.notice(labelId),
  };
}

const book: Parcel = { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 };

function addressOf(postalCode: string, state: 'PR' | 'PA'): PostalAddress {
  return {
    recipient: 'Bruna Alves',
    phone: '+5541987654321',
    postalCode,
    street: 'Rua das Flores',
    number: null,
    complement: '',
    district: 'Centro',
    city: state === 'PR' ? 'Curitiba' : 'Belém',
    state,
    document: '52998224725',
  };
}

function requestOf({ service }: Bench, changes: Partial<LabelRequest> = {}): LabelRequest {
  return {
    reference: randomUUID(),
    service,
    from: addressOf('80020310', 'PR'),
    to: addressOf('66010000', 'PA'),
    parcel: book,
    insuredCents: 12_000,
    contents: [{ name: 'Livro', quantity: 1, unitCents: 12_000 }],
    invoiceKey: null,
    ...changes,
  };
}

const quoteOf = (toPostalCode: string, parcel = book) => ({
  fromPostalCode: '80020310',
  toPostalCode,
  parcel,
  insuredCents: 12_000,
});

const pages = (pdf: Uint8Array) =>
  [...readPdf(pdf).objects.values()].filter(({ value }) => /\/Type ?\/Page(?!s)/.test(value)).length;

async function refusedBy(call: Promise<unknown>): Promise<void> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(isRefusal(error)).toBe(true);
}

describe.each(Object.keys(benches))('shipping by the %s (S04)', (name) => {
  const bench = () => benches[name]!();

  test('quotes every service that takes the parcel, cheapest first', async () => {
    const quotes = await bench().provider.quote(quoteOf('66010000'));
    expect(quotes).toHaveLength(3);
    expect(quotes.map(({ priceCents }) => priceCents)).toEqual(
      quotes.map(({ priceCents }) => priceCents).toSorted((one, other) => one - other),
    );
    for (const quote of quotes) {
      expect(quote).toMatchObject({ source: name, carrier: expect.stringMatching(/./) });
      expect(Number.isSafeInteger(quote.priceCents) && quote.priceCents > 0).toBe(true);
      expect(Number.isSafeInteger(quote.businessDays) && quote.businessDays > 0).toBe(true);
    }
  });

  test('quotes nothing for a parcel that no service takes', async () => {
    expect(await bench().provider.quote(quoteOf('66010000', { ...book, weightGrams: 31_000 }))).toEqual([]);
  });

  test('throws while the service is away', async () => {
    const broken = bench();
    broken.break('away');
    await expect(broken.provider.quote(quoteOf(broken.postalCodes.away))).rejects.toThrow();
  });

  test('throws when the quotes take more than three seconds', async () => {
    const late = bench();
    late.break('slow');
    const startedAt = performance.now();
    await expect(late.provider.quote(quoteOf(late.postalCodes.slow))).rejects.toThrow();
    expect(performance.now() - startedAt).toBeGreaterThan(2_900);
    melhorEnvio.slowDown(0);
  });

  test('buys a label at its quoted price, with a code to follow it', async () => {
    const one = bench();
    const [quotes, label] = [
      await one.provider.quote(quoteOf('66010000')),
      await one.provider.buyLabel(requestOf(one)),
    ];
    expect(label.chargedCents).toBe(quotes.find(({ service }) => service === one.service)!.priceCents);
    expect(label.trackingCode).toMatch(/^[A-Z]{2}\d{9}BR$/);
  });

  test('buys one label for a reference, however often it is asked', async () => {
    const one = bench();
    const request = requestOf(one);
    const first = await one.provider.buyLabel(request);
    expect(await one.provider.buyLabel(request)).toEqual(first);
    expect(await one.provider.buyLabel({ ...request, service: one.service })).toEqual(first);
    expect(await one.paid(request.reference)).toBe(first.chargedCents);
    const other = await one.provider.buyLabel(requestOf(one));
    expect(other.labelId).not.toBe(first.labelId);
    expect(other.trackingCode).not.toBe(first.trackingCode);
  });

  test('refuses a service that there is not', async () => {
    const one = bench();
    await refusedBy(one.provider.buyLabel(requestOf(one, { service: '99' })));
  });

  test('prints one label, or several in one file in their order', async () => {
    const one = bench();
    const [first, second] = [
      await one.provider.buyLabel(requestOf(one)),
      await one.provider.buyLabel(requestOf(one)),
    ];
    expect(pages(await one.provider.labelPdf([first.labelId]))).toBe(1);
    expect(pages(await one.provider.labelPdf([first.labelId, second.labelId]))).toBe(2);
    await refusedBy(one.provider.labelPdf([randomUUID()]));
  });

  test('follows a parcel from the posting to the delivery, with the times of the carrier', async () => {
    const one = bench();
    const { labelId, trackingCode } = await one.provider.buyLabel(requestOf(one));
    expect(await one.provider.track(labelId)).toMatchObject({ trackingCode, events: [] });
    await one.post(labelId);
    const posted = await one.provider.track(labelId);
    expect(stateOf(posted.events)).toBe('posted');
    expect(Math.abs(posted.events[0]!.at.getTime() - Date.now())).toBeLessThan(60_000);
    await one.deliver(labelId);
    expect(stateOf((await one.provider.track(labelId)).events)).toBe('delivered');
  });

  test('says when a carrier charges more than it quoted', async () => {
    const one = bench();
    const { dearer } = one.postalCodes;
    const label = await one.provider.buyLabel(requestOf(one, { to: addressOf(dearer, 'PA') }));
    await one.post(label.labelId);
    one.reprice(label.labelId);
    const { chargedCents } = await one.provider.track(label.labelId);
    expect(Math.abs(chargedCents - label.chargedCents * 1.3)).toBeLessThan(1);
  });

  test('cancels a label that was not posted, once, and gets its price back', async () => {
    const one = bench();
    const request = requestOf(one);
    const first = await one.provider.buyLabel(request);
    await one.provider.cancel(first.labelId);
    await one.provider.cancel(first.labelId);
    expect(await one.paid(request.reference)).toBe(0);
    const second = await one.provider.buyLabel(request);
    expect(second.labelId).not.toBe(first.labelId);
  });

  test('refuses to cancel a label whose parcel is posted', async () => {
    const one = bench();
    const { labelId } = await one.provider.buyLabel(requestOf(one));
    await one.post(labelId);
    await refusedBy(one.provider.cancel(labelId));
  });

  test('refuses to follow a label that there is not', async () => {
    await refusedBy(bench().provider.track(randomUUID()));
  });

  test('reads webhooks that it signed, and no others', async () => {
    const one = bench();
    const { labelId } = await one.provider.buyLabel(requestOf(one));
    const { rawBody, headers } = one.notice(labelId);
    expect(one.provider.readWebhook(headers, rawBody)).toEqual({ labelIds: [labelId] });
    expect(one.provider.readWebhook({}, rawBody)).toBeNull();
    expect(one.provider.readWebhook(headers, Buffer.from(`${rawBody.toString()} `))).toBeNull();
    const forged = Object.fromEntries(Object.keys(headers).map((key) => [key, 'a'.repeat(64)]));
    expect(one.provider.readWebhook(forged, rawBody)).toBeNull();
  });
});
