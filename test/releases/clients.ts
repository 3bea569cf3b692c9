import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { FormerMarket } from './former-market.ts';
import type { Phases } from './phases.ts';

interface Answer {
  status: number;
  data: Record<string, unknown>;
  text: string;
}

interface Call {
  path: string;
  body?: object;
  token?: string;
  /** Where the visitor comes from, as a proxy reports it. */
  ip: string;
}

const patienceMs = 60_000;
const pollMs = 50;
const readPaths = ['/', '/anuncios', '/categorias', '/api/v1/public/listings'];

/**
 * People who read and buy without a pause, at the servers that `urls` names at each moment in turn, as behind a proxy:
 * a refused connection is tried at the next server, and a request whose connection breaks is sent again under its key.
 */
export function openClients(given: {
  market: FormerMarket;
  owner: Pool;
  phases: Phases;
  urls: () => readonly string[];
}) {
  const { market, owner, phases, urls } = given;
  /** The orders that a server confirmed to their buyers. */
  const acknowledged: number[] = [];
  const completed: number[] = [];
  const over = new AbortController();
  let turn = 0;

  async function call(wish: Call): Promise<Answer> {
    const key = randomUUID();
    const until = performance.now() + patienceMs;
    while (performance.now() < until) {
      const reply = await send(wish, key);
      if (reply === null) phases.current.repeated += 1;
      else if (reply.status < 500) return reply;
      else if (reply.status === 503 && reply.retryAfter) phases.current.announced += 1;
      else phases.current.errors.push(`${reply.status} ${wish.path} ${reply.text.slice(0, 200)}`);
      await sleep(pollMs);
    }
    throw new Error(`${wish.path} was never answered`);
  }

  /** @returns null when the connection broke before the reply */
  async function send({ path, body, token, ip }: Call, key: string) {
    const init = {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        'x-forwarded-for': ip,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    };
    const all = urls();
    const first = turn++;
    for (let at = 0; at < all.length; at++) {
      try {
        const reply = await fetch(`${all[(first + at) % all.length]}${path}`, {
          ...init,
          signal: AbortSignal.timeout(20_000),
        });
        const text = await reply.text();
        const isData = reply.ok && path.startsWith('/api/');
        const { data } = (isData && text ? JSON.parse(text) : { data: {} }) as Pick<Answer, 'data'>;
        return { status: reply.status, text, data, retryAfter: reply.headers.has('retry-after') };
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string };
        if (code !== 'ECONNREFUSED') return null;
      }
    }
    return null;
  }

  /** A call that must succeed. @throws with a refusal */
  async function insist(wish: Call): Promise<Answer> {
    const reply = await call(wish);
    if (reply.status >= 300) throw new Error(`${reply.status} ${wish.path} ${reply.text.slice(0, 200)}`);
    return reply;
  }

  /** One purchase, from the order to the buyer's confirmation of the delivery. */
  async function buy(buyer: FormerMarket['buyers'][number], number: number): Promise<void> {
    const { token, ip } = buyer;
    const listing = market.listings[number % market.listings.length]!;
    const wish = {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: listing.priceCents,
      method: 'pix',
    };
    const since = performance.now();
    const { data: order } = await insist({ path: '/api/v1/orders', body: wish, token, ip });
    phases.current.purchaseMs.push(performance.now() - since);
    acknowledged.push(order.id as number);
    const { rows } = await owner.query('select reference from payments where order_id = $1', [order.id]);
    await insist({ path: '/api/v1/dev/charges/payment', body: rows[0], token, ip });
    const page = `/api/v1/orders/${String(order.hash)}`;
    const until = performance.now() + patienceMs;
    while ((await insist({ path: page, token, ip })).data.state !== 'delivered') {
      if (performance.now() > until) throw new Error(`the order ${String(order.id)} was never delivered`);
      await sleep(pollMs);
    }
    await insist({ path: `${page}/confirmation`, body: {}, token, ip });
    completed.push(order.id as number);
  }

  async function read(number: number): Promise<void> {
    const path = readPaths[number % readPaths.length]!;
    const since = performance.now();
    await insist({ path, ip: `198.51.100.${(number % 250) + 1}` });
    phases.current.readMs.push(performance.now() - since);
  }

  /** Goes on until {@link stop}; what is refused or fails is an error of its phase. */
  async function repeat(work: (number: number) => Promise<void>, pauseMs: number): Promise<void> {
    for (let number = 0; !over.signal.aborted; number++) {
      await work(number).catch((error: Error) => phases.current.errors.push(error.message));
      await sleep(pauseMs);
    }
  }

  return {
    acknowledged,
    completed,
    stop: () => over.abort(),
    run: () =>
      Promise.all([
        ...market.buyers.map((buyer, at) => repeat((number) => buy(buyer, number * 7 + at), 20)),
        repeat(read, 40),
        repeat((number) => read(number + 2), 40),
      ]),
  };
}
