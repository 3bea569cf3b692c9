import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import Pusher from 'pusher-js';
import { orderChannel, orderMessageEvent } from '#domain/notifications/channels.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import type { Db } from '#server/context.ts';
import { openSession } from '#server/http/session.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import { clientOptions, nextEvent, subscribeTo } from '#test/notifications/realtime.ts';
import { payAtBank } from '#test/load/purchase.ts';
import type { Visit } from './traffic.ts';

interface Buyer {
  id: number;
  email: string;
  token: string;
}

/** An order whose conversation is open. */
interface Sale {
  id: number;
  hash: string;
  sellerId: number;
  buyer: Buyer;
}

interface Reply {
  status: number;
  data: Record<string, unknown>;
  cookies: string[];
}

const password = 'caminhada-longa-2026';
const buyerCount = 64;
const recentSales = 50;
const arrivalMs = 15_000;
const pages = ['/', '/anuncios', '/categorias', '/tarifas'];

/** The kinds of visitors of a market that `fillMarket` has filled: people who read, search, buy, write and sign in. */
export async function openVisitors(given: { url: string; db: Db; secretKey: string }): Promise<Visit[]> {
  const { url, db } = given;
  const call = caller(url);
  const keys = deriveKeys(given.secretKey);
  const { buyers, listings, slugs, words } = await readMarket(db);
  const tokens = new Map<number, string>();
  const sales: Sale[] = [];
  const { data: realtime } = await call('GET', '/public/realtime');

  async function tokenOf(userId: number): Promise<string> {
    const token =
      tokens.get(userId) ?? (await openSession(db, { userId, ip: '127.0.0.1', userAgent: 'soak' }));
    tokens.set(userId, token);
    return token;
  }

  async function buy(): Promise<void> {
    const [buyer, listing] = [oneOf(buyers), oneOf(listings)];
    const { token } = buyer;
    const wish = {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: listing.priceCents,
      method: 'pix',
    };
    const { data } = await call('POST', '/orders', { body: wish, token });
    const { id, hash } = data as { id: number; hash: string };
    const notice = JSON.stringify({
      eventId: randomUUID(),
      kind: 'charge',
      reference: await payAtBank(db, id),
    });
    await call('POST', '/webhooks/simulator', { text: notice, headers: signNotice(keys.webhook, notice) });
    const until = performance.now() + arrivalMs;
    while ((await call('GET', `/orders/${hash}`, { token })).data.state !== 'delivered') {
      if (performance.now() > until) throw new Error(`the order ${id} was not delivered`);
      await sleep(20);
    }
    await call('POST', `/orders/${hash}/confirmation`, { body: {}, token });
    sales.push({ id, hash, sellerId: listing.sellerId, buyer });
    if (sales.length > recentSales) sales.shift();
  }

  /** The buyer's page opens a socket, the seller writes, the page hears of it and is closed. */
  async function converse(): Promise<void> {
    if (sales.length === 0) return buy();
    const { id, hash, sellerId, buyer } = oneOf(sales);
    const client = new Pusher(realtime.key as string, {
      ...clientOptions(Number(new URL(url).port)),
      cluster: 'praca',
      channelAuthorization: {
        endpoint: `${url}/realtime/auth`,
        transport: 'ajax',
        headers: { Authorization: `Bearer ${buyer.token}` },
      },
    });
    try {
      const channel = await subscribeTo(client, orderChannel(id));
      const heard = nextEvent(channel, orderMessageEvent, arrivalMs);
      await call('PUT', `/orders/${hash}/messages/${randomUUID()}`, {
        body: { text: 'Oi! O código já está na página do pedido.', fileIds: [], insist: false },
        token: await tokenOf(sellerId),
      });
      await heard;
    } finally {
      client.disconnect();
    }
  }

  async function signInAndOut(): Promise<void> {
    const { email } = oneOf(buyers);
    const first = await call('GET', '/public/logo');
    const cookie = first.cookies[0]!.split(';')[0]!;
    const { data } = await call('POST', '/sessions', {
      body: { login: email, password },
      headers: { cookie, 'x-xsrf-token': cookie.slice(cookie.indexOf('=') + 1) },
    });
    await call('GET', '/user', { token: data.token as string });
    await call('DELETE', '/sessions/current', { token: data.token as string });
  }

  return [
    { name: 'page', weight: 4, work: async () => void (await call('PAGE', oneOf(pages))) },
    { name: 'listing', weight: 6, work: async () => void (await call('PAGE', `/anuncio/${oneOf(slugs)}`)) },
    {
      name: 'search',
      weight: 6,
      work: async () => void (await call('GET', `/public/listings?q=${encodeURIComponent(oneOf(words))}`)),
    },
    { name: 'purchase', weight: 3, work: buy },
    { name: 'conversation', weight: 2, work: converse },
    { name: 'sign-in', weight: 1, work: signInAndOut },
  ];
}

/** Calls the server as a visitor of a network of their own. `PAGE` reads an address of the site. */
function caller(url: string) {
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PAGE',
    path: string,
    given: { body?: object; text?: string; token?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> => {
    const isPage = method === 'PAGE';
    const body = given.text ?? (given.body && JSON.stringify(given.body));
    const reply = await fetch(`${url}${isPage ? '' : '/api/v1'}${path}`, {
      method: isPage ? 'GET' : method,
      ...(body !== undefined && { body }),
      headers: {
        'x-forwarded-for': `${randomInt(20, 100)}.${randomInt(0, 256)}.${randomInt(0, 256)}.${randomInt(1, 255)}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        ...(given.token && { authorization: `Bearer ${given.token}` }),
        ...given.headers,
      },
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${method} ${path} ${text.slice(0, 200)}`);
    const { data } = (isPage || text === '' ? { data: {} } : JSON.parse(text)) as Pick<Reply, 'data'>;
    return { status: reply.status, data, cookies: reply.headers.getSetCookie() };
  };
}

/** The people who buy get a password; the listings are those that deliver codes at once. */
async function readMarket(db: Db) {
  const hash = await hashPassword(password);
  const { rows: people } = await sql<{ id: number; email: string }>`
    update users set password_hash = ${hash} where id in (select id from users order by id desc limit ${buyerCount})
    returning id, email`.execute(db);
  const { rows: listings } = await sql<{ id: number; priceCents: number; sellerId: number }>`
    select id, price_cents as "priceCents", seller_id as "sellerId" from listings
    where delivery_type = 'automatic' and state = 'published' order by id`.execute(db);
  const { rows: slugs } = await sql<{ slug: string }>`
    select slug from listings where state = 'published' order by id desc offset 200 limit 2000`.execute(db);
  const { rows: words } = await sql<{ term: string }>`
    select term from search_terms where term !~ '\\d' order by listings desc limit 400`.execute(db);
  const buyers: Buyer[] = [];
  for (const { id, email } of people)
    buyers.push({
      id,
      email,
      token: await openSession(db, { userId: id, ip: '127.0.0.1', userAgent: 'soak' }),
    });
  return {
    buyers,
    listings,
    slugs: slugs.map(({ slug }) => slug),
    words: words.map(({ term }) => term),
  };
}

function oneOf<T>(all: readonly T[]): T {
  return all[randomInt(all.length)]!;
}
