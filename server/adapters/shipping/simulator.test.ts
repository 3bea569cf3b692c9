import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { sortEvents, stateOf } from '#domain/shipping/shipments.ts';
import { trackingCodeError } from '#domain/shipping/tracking-codes.ts';
import type { Db } from '#server/context.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import type { LabelRequest, PostalAddress } from './shipping-provider.ts';
import { createShippingSimulator } from './simulator.ts';
import type { ShippingSimulator } from './simulator.ts';
import { planJourney, scenarioOf, scenarios } from './simulator-plans.ts';

const day = 86_400_000;
const webhooks: string[] = [];
const warnings: string[] = [];
let database: TestDatabase;
let db: Db;
let simulator: ShippingSimulator;
const site = createServer(async (asked, response) => {
  let text = '';
  for await (const piece of asked) text += piece;
  const headers = asked.headers as Record<string, unknown>;
  webhooks.push(...(simulator.readWebhook(headers, Buffer.from(text))?.labelIds ?? ['wrong']));
  response.writeHead(asked.url === '/api/v1/webhooks/shipping/simulator' ? 200 : 404).end();
});

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('update clock set movable = true');
  await owner.end();
  db = connect(database.appUrl, { max: 5, applicationName: 'test' });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  simulator = createShippingSimulator({
    db,
    config: { publicUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}` },
    keys: { webhook: Buffer.alloc(32, 7) },
    log: { warn: (_details, message) => void warnings.push(message) },
  });
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await db.destroy();
  await database.drop();
});

const person: PostalAddress = {
  recipient: 'Bruna Alves',
  phone: '+5541987654321',
  postalCode: '80020310',
  street: 'Rua das Flores',
  number: '10',
  complement: '',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
  document: null,
};

function request(ending: string, reference = randomUUID()): LabelRequest {
  return {
    reference,
    service: 'sedex',
    from: person,
    to: { ...person, postalCode: `66010${ending}`, city: 'Belém', state: 'PA' },
    parcel: { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 },
    insuredCents: 10_000,
    contents: [{ name: 'Livro', quantity: 1, unitCents: 10_000 }],
    invoiceKey: null,
  };
}

const moveClock = (byMs: number) => sql`select move_clock(${byMs}::bigint)`.execute(db);

describe('a simulated parcel (S04)', () => {
  test('moves with the clock of the market, by itself', async () => {
    const { labelId, trackingCode } = await simulator.buyLabel(request('000'));
    expect(trackingCodeError('correios', trackingCode!)).toBeNull();
    expect((await simulator.track(labelId)).events).toEqual([]);
    await moveClock(6 * day);
    const underway = await simulator.track(labelId);
    expect(stateOf(underway.events)).toBe('in_transit');
    await moveClock(30 * day);
    expect(stateOf((await simulator.track(labelId)).events)).toBe('delivered');
  });

  test.each([
    ['000', 'delivered'],
    ['901', 'delivered'],
    ['902', 'lost'],
    ['903', 'posted'],
    ['904', 'returned'],
    ['905', 'returned'],
    ['906', 'delivered'],
    ['907', 'delivered'],
    ['908', 'preparing'],
    ['911', 'delivered'],
  ])('to a postal code ending in %s ends %s', async (ending, state) => {
    const { labelId } = await simulator.buyLabel(request(ending));
    await moveClock(90 * day);
    expect(stateOf((await simulator.track(labelId)).events)).toBe(state);
  });

  test('is late by six business days where the postal code says so', () => {
    const journey = { boughtAt: new Date(), businessDays: 5, from: 'PR', to: 'PA' } as const;
    const arrives = (scenario: 'late' | 'usual') =>
      planJourney({ ...journey, scenario })
        .at(-1)!
        .at.getTime();
    expect(arrives('late') - arrives('usual')).toBeGreaterThanOrEqual(6 * day);
  });

  test('may be delivered before its earlier events are known, which come backwards and twice', async () => {
    const { labelId } = await simulator.buyLabel(request('906'));
    const heard: string[][] = [];
    while ((await simulator.advance(labelId)) !== null)
      heard.push((await simulator.track(labelId)).events.map(({ kind }) => kind));
    expect(heard[1]).toContain('delivered');
    expect(heard[1]).not.toContain('moved');
    const { events } = await simulator.track(labelId);
    expect(events.length).toBeGreaterThan(new Set(events.map(({ kind }) => kind)).size);
    expect(events).not.toEqual(sortEvents(events));
    expect(stateOf(events)).toBe('delivered');
  });

  test('is bought at the second attempt where the first finds the service away', async () => {
    const one = request('912');
    await expect(simulator.buyLabel(one)).rejects.toThrow('service unavailable');
    const label = await simulator.buyLabel(one);
    expect(await simulator.buyLabel(one)).toEqual(label);
    await expect(simulator.buyLabel(request('909'))).rejects.toThrow('service unavailable');
  });

  test('keeps what happened to it when its label is bought again', async () => {
    const one = request('000');
    const { labelId } = await simulator.buyLabel(one);
    expect(await simulator.advance(labelId)).toBe('posted');
    await simulator.buyLabel(one);
    expect((await simulator.track(labelId)).events).toHaveLength(1);
  });
});

describe('the simulator at /dev', () => {
  test('moves a parcel one event at a time and sends a signed webhook for each', async () => {
    const { labelId } = await simulator.buyLabel(request('904'));
    const kinds: (string | null)[] = [];
    for (let each = 0; each < 7; each++) kinds.push(await simulator.advance(labelId));
    expect(kinds).toEqual(['posted', 'moved', 'out_for_delivery', 'refused', 'returning', 'returned', null]);
    expect(webhooks.filter((id) => id === labelId)).toHaveLength(6);
    expect(stateOf((await simulator.track(labelId)).events)).toBe('returned');
    expect(warnings).toEqual([]);
  });

  test('reports any event, but none of a cancelled or unknown label', async () => {
    const { labelId } = await simulator.buyLabel(request('908'));
    expect(await simulator.report(labelId, 'lost')).toBe(true);
    expect(stateOf((await simulator.track(labelId)).events)).toBe('lost');
    const other = await simulator.buyLabel(request('000'));
    await simulator.cancel(other.labelId);
    expect(await simulator.report(other.labelId, 'delivered')).toBe(false);
    expect(await simulator.report(randomUUID(), 'delivered')).toBe(false);
    expect(await simulator.advance(other.labelId)).toBeNull();
  });

  test('lists the newest labels with what happens next', async () => {
    const reference = randomUUID();
    const { labelId, trackingCode } = await simulator.buyLabel(request('000', reference));
    expect((await simulator.labels())[0]).toMatchObject({
      labelId,
      trackingCode,
      reference,
      cancelledAt: null,
      next: { kind: 'posted' },
    });
  });
});

test('each ending has its own scenario, and others are usual', () => {
  expect(new Set(Object.values(scenarios)).size).toBe(Object.keys(scenarios).length);
  expect(scenarioOf('66010000')).toBe('usual');
  expect(scenarioOf('66010901')).toBe('late');
});
