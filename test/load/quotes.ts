import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import type { Db } from '#server/context.ts';
import { buildContext } from '#server/process/build-context.ts';
import { readConfig } from '#server/config/config.ts';
import { createPerson } from '#test/accounts/people.ts';
import { openListingsOnSale } from '#test/listings/listings-on-sale.ts';

interface Shop {
  /** A server without a provider of labels, behind a proxy. */
  url: string;
  appUrl: string;
  secretKey: string;
  seconds: number;
}

interface Measurement {
  name: string;
  perSecond: number;
  p99Ms: number;
}

const offers = 20;
/** Quotes are limited by network, so each call comes from a different one. */
let networks = 0;

/**
 * S04: freight by the own table, asked for by ten clients at once: to a new postal code, and again to one whose quote is
 * stored; and by one client alone.
 */
export async function measureQuotes(shop: Shop): Promise<Measurement[]> {
  const db = connect(shop.appUrl, { max: 4, applicationName: 'bench quotes' });
  const places = await knownPlaces(db);
  const offer = await shippedListings(db, shop.secretKey);
  await db.destroy();
  await sample(shop, offer, () => places.pop()!, { seconds: 1 });
  const asked: string[] = [];
  const first = await sample(shop, offer, () => {
    asked.push(places.pop()!);
    return asked.at(-1)!;
  });
  const again = asked.slice(0, 50);
  await sample(shop, offer, (call) => again[call % again.length]!, { seconds: 2 });
  const stored = await sample(shop, offer, (call) => again[call % again.length]!);
  const alone = await sample(shop, offer, () => places.pop()!, { clients: 1 });
  return [
    { name: 'freight quote, new postal code', ...first },
    { name: 'freight quote, asked before', ...stored },
    { name: 'freight quote, new postal code, one client', ...alone },
  ];
}

/** Postal codes of every state, each found once within the last days. */
async function knownPlaces(db: Db): Promise<string[]> {
  const places = Array.from({ length: 20_000 }, (_, at) => String(1_310_000 + at * 4_111).padStart(8, '0'))
    .map((postalCode) => ({ postalCode, state: stateOfPostalCode(postalCode) }))
    .filter(({ state }) => state !== null);
  await sql`insert into postal_codes (postal_code, street, district, city, city_code, state, expires_at)
    select place ->> 'postalCode', 'Rua A', 'Centro', 'Cidade', null, place ->> 'state', market_now() + interval '1 day'
    from jsonb_array_elements(${JSON.stringify(places)}::jsonb) place on conflict do nothing`.execute(db);
  return places.map(({ postalCode }) => postalCode);
}

interface Offer {
  token: string;
  listings: readonly number[];
}

async function shippedListings(db: Db, secretKey: string): Promise<Offer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-bench-quotes-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    ALLOW_SIMULATORS: '1',
  });
  const ctx = buildContext({ config, db, log: pino({ level: 'silent' }) });
  const { publishedListing } = openListingsOnSale(ctx);
  const seller = await createPerson(ctx, { username: 'vende_com_frete' });
  const listings: number[] = [];
  for (let made = 0; made < offers; made++)
    listings.push((await publishedListing({ seller, delivery: 'shipping', stock: 9 })).id);
  return { token: seller.token, listings };
}

async function sample(
  shop: Shop,
  { token, listings }: Offer,
  place: (call: number) => string,
  { clients = 10, seconds = shop.seconds } = {},
): Promise<Omit<Measurement, 'name'>> {
  const took: number[] = [];
  const end = performance.now() + seconds * 1_000;
  async function client(at: number): Promise<void> {
    for (let call = at; performance.now() < end; call += clients) {
      const startedAt = performance.now();
      await ask(
        `${shop.url}/api/v1/public/listings/${listings[call % listings.length]}/freight-quotes`,
        token,
        place(call),
      );
      took.push(performance.now() - startedAt);
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, at) => client(at)));
  const sorted = took.toSorted((a, b) => a - b);
  return { perSecond: took.length / seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)]! };
}

async function ask(url: string, token: string, postalCode: string): Promise<void> {
  networks += 1;
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
    },
    body: JSON.stringify({ postalCode, quantity: 1 }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}
