import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import type { Random } from '#db/seed/random.ts';
import { buildContext } from '#server/build-context.ts';
import { readConfig } from '#server/config.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { createPerson } from '#test/people.ts';
import type { Person } from '#test/people.ts';
import { openShelf } from '#test/shelf.ts';
import { openCaller } from './caller.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

export interface Good {
  id: number;
  priceCents: number;
  seller: Person;
}

/** An order that somebody placed. Its state is whatever it is by now. */
export interface Sighted {
  id: number;
  hash: string;
  totalCents: number;
  method: PaymentMethod;
  buyer: Person;
  seller: Person;
}

/** Usual prices, and those at which the pretend bank fails (its simulator says how). */
const prices = [
  1_990, 4_990, 9_990, 12_500, 25_000, 49_900, 60_000, 120_000, 10_003, 10_004, 10_005, 10_091, 10_093,
];

/**
 * A market on this database with its people signed in and goods on its shelves, and the calls they make.
 * @param given.url of the server; it may be away for some seconds at any time
 */
export async function openWorld(given: {
  appUrl: string;
  secretKey: string;
  dataDir: string;
  url: string;
  buyers: number;
  sellers: number;
}) {
  const db = connect(given.appUrl, { max: 8, applicationName: 'chaos', statementTimeoutMs: 120_000 });
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: given.dataDir,
    SECRET_KEY: given.secretKey,
    ALLOW_SIMULATORS: '1',
  });
  const ctx = buildContext({ config: { ...config }, db, log: pino({ level: 'silent' }) });
  const { publishedListing } = openShelf(ctx);
  const people = (count: number, options = {}) =>
    Promise.all(Array.from({ length: count }, () => createPerson(ctx, options)));
  const buyers = await people(given.buyers);
  const sellers = await people(given.sellers, { totp: true });
  const [admin, second, support] = (await Promise.all([
    createPerson(ctx, { role: 'admin' }),
    createPerson(ctx, { role: 'admin' }),
    createPerson(ctx, { role: 'support' }),
  ])) as [Person, Person, Person];
  const goods: Good[] = [];
  for (const [at, priceCents] of prices.entries())
    for (const kind of ['codes', 'things'] as const) {
      const seller = sellers[(at + goods.length) % sellers.length]!;
      const codes = Array.from({ length: 400 }, () => randomBytes(8).toString('hex'));
      goods.push(
        await publishedListing({ seller, priceCents, ...(kind === 'codes' ? { codes } : { stock: 400 }) }),
      );
    }
  const orders: Sighted[] = [];
  /** Notices that the bank has sent. */
  const told: { reference: string; eventId: string }[] = [];
  const cases: { id: number; order: Sighted }[] = [];
  const caller = openCaller(given.url, ctx.keys.webhook);

  /** Time passes and nobody is signed out by it; what people proved of themselves is fresh. */
  async function stayIn(): Promise<void> {
    await sql`update sessions set expires_at = market_now() + interval '10 years', proved_at = market_now() + interval '2 days',
      absolute_expires_at = market_now() + interval '10 years',
      second_factor_at = case when second_factor_at is not null then market_now() + interval '2 days' end`.execute(
      db,
    );
  }

  /** Mostly one of the newest orders, so that several people work on one at once. */
  function someOrder(random: Random): Sighted | undefined {
    if (orders.length === 0) return undefined;
    const from = random.chance(0.85) ? Math.max(0, orders.length - 30) : 0;
    return orders[random.int(from, orders.length - 1)];
  }

  async function stateOf({ id }: Sighted): Promise<string> {
    const { rows } = await sql<{ state: string }>`select state from orders where id = ${id}`.execute(db);
    return rows[0]!.state;
  }

  /** What a person could read off the order's page: how to pay it. */
  async function referenceOf({ id }: Sighted): Promise<string | undefined> {
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${id} order by id desc limit 1`.execute(db);
    return rows[0]?.reference;
  }

  await stayIn();
  return {
    ...caller,
    db,
    buyers,
    sellers,
    admin,
    second,
    support,
    goods,
    orders,
    cases,
    told,
    stayIn,
    someOrder,
    stateOf,
    referenceOf,
  };
}
