import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import { demoAccount, demoCompany } from '#demo/market/receiving-account.ts';
import { createRandom, seedFrom } from '#demo/random.ts';
import type { Random } from '#demo/random.ts';
import type { ComplaintState } from '#domain/complaints/complaints.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { buildContext } from '#server/process/build-context.ts';
import { readConfig } from '#server/config/config.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { createPerson } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { openListingsOnSale } from '#test/listings/listings-on-sale.ts';
import { openCaller } from './caller.ts';
import { someAddresses } from './random-addresses.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

export interface ListedItem {
  id: number;
  priceCents: number;
  seller: Person;
  kind: 'codes' | 'things' | 'sent' | 'parcel' | 'pickup';
}

/** An order that was placed; its current state is unknown. */
export interface SeenRecord {
  id: number;
  hash: string;
  totalCents: number;
  method: PaymentMethod;
  kind: ListedItem['kind'];
  buyer: Person;
  seller: Person;
}

/** Usual prices, and those at which the simulated bank fails (see its simulator). */
const prices = [
  1_990, 4_990, 9_990, 12_500, 25_000, 49_900, 60_000, 120_000, 10_003, 10_004, 10_005, 10_091, 10_093,
];

/**
 * A market on this database with signed-in people and listings on sale, and the calls they make.
 * @param given.url of the server; it may be down for some seconds at any time
 */
export async function openWorld(given: {
  appUrl: string;
  secretKey: string;
  dataDir: string;
  url: string;
  seed: number;
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
  const { publishedListing, category } = openListingsOnSale(ctx);
  // The operator has configured the receiving account of manual payments.
  const receipts = { ...defaultRules.receipts, account: demoAccount };
  const ages = { ...defaultRules.ages, enforced: false };
  const risk = { ...defaultRules.risk, active: false };
  await sql`insert into rule_versions (rules, starts_at)
    select rules || ${JSON.stringify({ receipts, company: demoCompany, ages, risk })}::jsonb, starts_at + interval '1 second' from rule_versions
    order by id desc limit 1`.execute(db);
  const people = (count: number, options = {}) =>
    Promise.all(Array.from({ length: count }, () => createPerson(ctx, options)));
  const buyers = await people(given.buyers);
  const sellers = await people(given.sellers, { totp: true });
  const [admin, second, support] = (await Promise.all([
    createPerson(ctx, { role: 'admin' }),
    createPerson(ctx, { role: 'admin' }),
    createPerson(ctx, { role: 'support' }),
  ])) as [Person, Person, Person];
  const goods: ListedItem[] = [];
  // A category where the buyer enters delivery data (P09) and the seller proves delivery with a file (P13).
  const sentWithProof = await category({ deliveryProof: 'file', deliveryData: 'required' });
  for (const [at, priceCents] of prices.entries())
    for (const kind of ['codes', 'things', 'sent', 'parcel', 'pickup'] as const) {
      const seller = sellers[(at + goods.length) % sellers.length]!;
      const options = {
        codes: { codes: Array.from({ length: 400 }, () => randomBytes(8).toString('hex')) },
        things: { stock: 400 },
        sent: { stock: 400, categoryId: sentWithProof },
        parcel: {
          stock: 400,
          delivery: 'shipping' as const,
          freeShipping: at % 4 === 0,
          handlingDays: 2 as const,
        },
        pickup: { stock: 400, delivery: 'pickup' as const },
      }[kind];
      goods.push({ ...(await publishedListing({ seller, priceCents, ...options })), kind });
    }
  const orders: SeenRecord[] = [];
  /** Notices that the bank has sent. */
  const told: { reference: string; eventId: string }[] = [];
  const cases: { id: number; order: SeenRecord }[] = [];
  const caller = openCaller(given.url, ctx.keys.webhook);

  /** Moves the clock without ending sessions; recent proofs stay recent. */
  async function stayIn(): Promise<void> {
    await sql`update sessions set expires_at = market_now() + interval '10 years', proved_at = market_now() + interval '2 days',
      absolute_expires_at = market_now() + interval '10 years',
      second_factor_at = case when second_factor_at is not null then market_now() + interval '2 days' end`.execute(
      db,
    );
  }

  /** A person proves a code of their app, as before each withdrawal (§4.10). */
  async function prove({ id }: Person): Promise<void> {
    await sql`update sessions set second_factor_at = market_now() where user_id = ${id}`.execute(db);
  }

  /** Mostly one of the newest orders, so that several people act on the same one; often enough one in a later state. */
  function someOrder(random: Random): SeenRecord | undefined {
    if (orders.length === 0) return undefined;
    const window = random.pick([30, 30, 30, 150, 150, orders.length]);
    return orders[random.int(Math.max(0, orders.length - window), orders.length - 1)];
  }

  async function stateOf({ id }: SeenRecord): Promise<OrderState> {
    const { rows } = await sql<{ state: OrderState }>`select state from orders where id = ${id}`.execute(db);
    return rows[0]!.state;
  }

  async function caseStateOf({ id }: { id: number }): Promise<ComplaintState> {
    const { rows } = await sql<{ state: ComplaintState }>`
      select state from complaints where id = ${id}`.execute(db);
    return rows[0]!.state;
  }

  /** One of the newest cases, or mostly one that needs a decision by staff. */
  async function someCase(random: Random, forTeam = false): Promise<(typeof cases)[number] | undefined> {
    if (cases.length === 0) return undefined;
    if (!forTeam || random.chance(0.2)) return random.pick(cases.slice(-25));
    const { rows } = await sql<{ id: number }>`
      select id from complaints where state = any ('{in_mediation,appealed}') order by id desc limit 10`.execute(
      db,
    );
    const id = rows.length > 0 ? random.pick(rows).id : undefined;
    return cases.find((each) => each.id === id);
  }

  /** The payment data that the buyer can read on the order's page. */
  async function referenceOf({ id }: SeenRecord): Promise<string | undefined> {
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${id} order by id desc limit 1`.execute(db);
    return rows[0]?.reference;
  }

  await stayIn();
  const random = createRandom(seedFrom('addresses', given.seed));
  for (const buyer of buyers)
    for (const address of someAddresses(random)) await caller.post(buyer, '/addresses', address);
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
    prove,
    someOrder,
    stateOf,
    caseStateOf,
    someCase,
    referenceOf,
  };
}
