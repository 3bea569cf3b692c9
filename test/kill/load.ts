import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import type { Person } from '#test/accounts/people.ts';
import { priceCents } from './stage.ts';
import type { KillStage } from './stage.ts';

/** A write that the server acknowledged, and its exact reply. */
export interface Acknowledged {
  who: Person;
  path: string;
  body: string;
  key: string;
  text: string;
  /** From the first request to the reply, in milliseconds. */
  tookMs: number;
}

/** The bank of the buyers, and the provider that notifies the site of their payments. */
export interface Bank {
  /**
   * The buyer has paid the order's charge.
   * @param movement an id for it, where the provider has none of its own
   * @returns undefined while the charge is not open
   */
  receive(orderId: number, movement: string): Promise<Receipt | undefined>;
}

/** Money that arrived, under the bank's id, and the provider's notice of it. */
export interface Receipt {
  movement: string;
  /** Below the API's address. */
  path: string;
  body: string;
  /** Signed at the moment of each attempt. */
  headers: () => Record<string, string>;
}

const patienceMs = 10 * 60_000;

/** What the clients need; the address may be another one at each call. */
export type LoadStage = Pick<KillStage, 'url' | 'keys' | 'people' | 'seller' | 'admin' | 'listings' | 'ask'>;

/** The calls of clients that ignore crashes: one request, one key, retried until there is a reply. */
export function openLoad(stage: LoadStage, bank: Bank = simulatedBank(stage)) {
  const acknowledged: Acknowledged[] = [];
  /** The results that each side received; the database must agree with them at the end. */
  const done = { orders: [] as number[], paid: [] as string[], withdrawals: [] as number[], refunds: 0 };
  /** How often each status was answered; 0 for no answer at all. */
  const statuses = new Map<number, number>();
  let lost = 0;

  async function insist(who: Person, path: string, wish: object) {
    const body = JSON.stringify(wish);
    let key: string = randomUUID();
    let last = '';
    const since = performance.now();
    while (performance.now() - since < patienceMs) {
      const answer = await send(who, path, body, key).catch(() => undefined);
      last = answer?.text ?? 'nothing';
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer?.ok) {
        acknowledged.push({ who, path, body, key, text: answer.text, tookMs: performance.now() - since });
        return answer.data;
      }
      if (answer === undefined || answer.status >= 500) lost += 1;
      // A refusal is stored under its key; it may have been given before the payment arrived.
      else if (answer.code === 'wrong_state' || answer.code === 'insufficient_balance') key = randomUUID();
      else if (answer.status !== 409) throw new Error(`${path}: ${answer.text}`);
      await sleep(answer?.code === 'wrong_state' ? 250 : 30);
    }
    throw new Error(`${path} was never answered with more than ${last}`);
  }

  async function send(who: Person, path: string, body: string, key: string) {
    const answer = await fetch(`${stage.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${who.token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body,
      signal: AbortSignal.timeout(15_000),
    });
    const text = await answer.text();
    const { data, code } = JSON.parse(text) as { data: never; code?: string };
    return { ok: answer.ok, status: answer.status, text, data, code };
  }

  /** The bank has received the money, and the provider sends its notice until the server accepts it. */
  async function payAtBank(orderId: number): Promise<void> {
    const receipt = await bank.receive(orderId, `E${randomBytes(15).toString('hex')}`);
    // The charge is opened after the order's commit, or by the sweep.
    if (receipt === undefined) return sleep(100).then(() => payAtBank(orderId));
    const { movement, path, body } = receipt;
    const until = performance.now() + patienceMs;
    while (performance.now() < until) {
      const headers = { 'content-type': 'application/json', ...receipt.headers() };
      const signal = AbortSignal.timeout(15_000);
      const taken = await fetch(`${stage.url}/api/v1${path}`, {
        method: 'POST',
        headers,
        body,
        signal,
      }).catch(() => undefined);
      if (taken?.ok) return void done.paid.push(movement);
      await sleep(30);
    }
    throw new Error('the notice was never taken');
  }

  /** One purchase, up to one of its final states. */
  async function buy(buyer: Person, turn: number): Promise<void> {
    const { listings, seller } = stage;
    const listing = listings[turn % listings.length]!;
    const wish = { listingId: listing.id, quantity: 1, expectedTotalCents: priceCents, method: 'pix' };
    const { id, hash }: { id: number; hash: string } = await insist(buyer, '/orders', wish);
    done.orders.push(id);
    await payAtBank(id);
    if (turn % 4 === 0) {
      await insist(buyer, `/orders/${hash}/regret`, { destination: 'original' });
      done.refunds += 1;
      return;
    }
    if (turn % 4 === 1) {
      await insist(seller, `/orders/${hash}/refunds`, { amountCents: 700, note: 'Chegou com um arranhão.' });
      done.refunds += 1;
    }
    await insist(buyer, `/orders/${hash}/confirmation`, {});
  }

  async function withdraw(): Promise<void> {
    const { seller, admin } = stage;
    const asked: { id: number } = await insist(seller, '/withdrawals', { amountCents: 1_000 });
    await insist(admin, `/staff/withdrawals/${asked.id}/decision`, { decision: 'approve', note: '' });
    done.withdrawals.push(asked.id);
  }

  /**
   * Every buyer keeps buying and the seller withdrawing until the run ends. Started purchases are finished even while
   * new ones are paused, so that the amount to verify after every kill stays small.
   */
  async function run({ isOver, isResting }: { isOver(): boolean; isResting(): boolean }): Promise<void> {
    const buying = stage.people.map(async (buyer, at) => {
      let turn = at;
      while (!isOver()) {
        if (isResting()) await sleep(50);
        else await buy(buyer, turn++);
      }
    });
    const withdrawing = async () => {
      while (!isOver()) {
        if (!isResting() && done.orders.length > done.withdrawals.length + 12) await withdraw();
        else await sleep(50);
      }
    };
    await Promise.all([...buying, withdrawing()]);
  }

  /** Repeats the same key after the crash. @returns the replies that differ, one line each */
  async function repeat(from: number): Promise<string[]> {
    const wrong: string[] = [];
    for (const { who, path, body, key, text } of acknowledged.slice(from)) {
      const again = await untilAnswered(() => send(who, path, body, key));
      if (again.text !== text) wrong.push(`${path} said ${text} and then ${again.text}`);
    }
    return wrong;
  }

  return { acknowledged, done, statuses, lostAnswers: () => lost, run, repeat };
}

/** The bank that ships with the product. */
function simulatedBank(stage: LoadStage): Bank {
  return {
    async receive(orderId, movement) {
      const reference = await stage.ask(async (db) => {
        const { rows } = await sql<{ reference: string }>`
          with paid as (select reference, amount_cents from payments where order_id = ${orderId}),
          arrived as (insert into simulator.receipts (end_to_end_id, charge_reference, amount_cents)
            select ${movement}, paid.reference, paid.amount_cents from paid
            join simulator.charges c on c.reference = paid.reference on conflict do nothing
            returning charge_reference)
          select charge_reference as reference from arrived
          union select charge_reference from simulator.receipts where end_to_end_id = ${movement}`.execute(
          db,
        );
        return rows[0]?.reference;
      });
      if (reference === undefined) return undefined;
      const body = JSON.stringify({ eventId: randomUUID(), kind: 'charge', reference });
      const headers = () => signNotice(stage.keys.webhook, body);
      return { movement, path: '/webhooks/simulator', body, headers };
    },
  };
}

async function untilAnswered<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const answer = await call().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(50);
  }
  throw new Error('never answered again');
}
