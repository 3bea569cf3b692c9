import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import { findFaultsOfBooks } from '#test/invariants.ts';
import { openLoad } from '#test/kill/load.ts';
import type { Bank } from '#test/kill/load.ts';
import { scrape } from '#test/metrics/scrape.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import { drillRounds, percentile } from './rounds.ts';
import type { Load } from './rounds.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';
import { openVisitors } from './visitors.ts';

/** Past the provider's time limit of 8 s, and past every limit. */
const delaysMs = { lento: 10_000, mudo: 10 * 60_000 };
const outages = Object.keys(delaysMs) as (keyof typeof delaysMs)[];
const outageMs = 25_000;
/** An order is answered by then, whatever the provider does. */
const mostOrderMs = 8_000;

type Asaas = Awaited<ReturnType<typeof startAsaas>>;

/**
 * The payment provider (a double of Asaas over HTTP) answers late, or not at all, under purchases. Reading, signing in and
 * listing go on as before, orders are placed, no connection of the pools is waited for, and the orders of the outage are
 * paid and delivered once the provider is back.
 * @returns what is wrong, one line each
 */
export async function drillProvider(options: DrillOptions): Promise<string[]> {
  const asaas = await startAsaas();
  const { apiKey, webhookToken, baseUrl } = asaas.settings;
  const stage = await openDrillStage({
    buyers: 12,
    stock: 3_000,
    settings: {
      PAYMENT_PROVIDER: 'asaas',
      ASAAS_API_KEY: apiKey,
      ASAAS_WEBHOOK_TOKEN: webhookToken,
      ASAAS_BASE_URL: baseUrl,
    },
  });
  const load = openLoad(stage, bankAt(asaas, stage));
  const visitors = await openVisitors(stage);
  const ordersMs: number[] = [];

  async function strike(n: number): Promise<{ what: string; tookMs: number }> {
    const what = outages[n % outages.length]!;
    if (n === 0) await visitors.begin();
    const from = load.acknowledged.length;
    visitors.enter(what);
    asaas.slowDown(delaysMs[what]);
    await sleep(outageMs);
    asaas.slowDown(0);
    visitors.enter('depois');
    ordersMs.push(...ordersSince(load, from));
    return { what, tookMs: await untilOpened(stage) };
  }

  try {
    const check = async (db: Db) => [...(await findFaultsOfBooks(db)), ...(await findBankFaults(db, asaas))];
    const faults = await drillRounds(options, { stage, load, strike, check, end: visitors.stop });
    return [
      ...faults,
      ...visitors.judge(options.say),
      ...judgeOrders(ordersMs, options),
      ...(await findWaits(stage)),
    ];
  } finally {
    await visitors.stop();
    await stage.close();
    await asaas.close();
  }
}

/** Resolves with the milliseconds until each charge that was asked for is open. */
async function untilOpened({ ask }: DrillStage): Promise<number> {
  const since = performance.now();
  const { rows } = await ask((db) =>
    sql<{ id: number }>`select id from payments where state = 'created'`.execute(db),
  );
  const ids = rows.map(({ id }) => id);
  const left = () =>
    ask((db) =>
      sql`select from payments where state = 'created' and id = any (${ids}::bigint[])`.execute(db),
    );
  while ((await left()).rows.length > 0) await sleep(100);
  return performance.now() - since;
}

/** A buyer pays once the site has the charge's code, as it shows no other. */
function bankAt(asaas: Asaas, stage: Pick<DrillStage, 'ask'>): Bank {
  return {
    async receive(orderId) {
      const reference = await stage.ask(async (db) => {
        const { rows } = await sql<{ reference: string }>`select reference from payments
          where order_id = ${orderId} and pix_code is not null`.execute(db);
        return rows[0]?.reference;
      });
      const charge = asaas.payments.find(({ externalReference }) => externalReference === reference);
      if (reference === undefined || !charge) return undefined;
      asaas.pay(reference);
      const { rawBody, headers } = asaas.notice(reference);
      const movement = `asaas-${charge.id}`;
      return { movement, path: '/webhooks/asaas', body: rawBody.toString(), headers: () => headers };
    },
  };
}

/** What the provider did twice, or not at all, although our books have it. */
async function findBankFaults(db: Db, { payments, transfers }: Asaas): Promise<string[]> {
  const references = payments
    .filter(({ deleted }) => !deleted)
    .map(({ externalReference }) => externalReference);
  const twice = references.filter((each, at) => references.indexOf(each) !== at);
  const made = [
    ...payments.flatMap(({ refunds }) =>
      refunds.map(({ description, value }) => ({ name: description, value })),
    ),
    ...transfers.map(({ externalReference, value }) => ({ name: externalReference, value })),
  ];
  const { rows } = await sql<{ name: string; cents: number }>`
    select 'refund' || lpad(id::text, 12, '0') || 't' as name, amount_cents as cents from refunds
      where state = 'completed' and destination = 'original'
    union all select 'withdrawal' || lpad(id::text, 12, '0') || 't', amount_cents - fee_cents from withdrawals
      where state = 'paid'`.execute(db);
  const wrong = rows.filter(
    ({ name, cents }) =>
      made.filter((each) => each.name?.startsWith(name) && Math.round(each.value * 100) === cents).length !==
      1,
  );
  return [
    ...twice.map((reference) => `two charges of ${reference}`),
    ...wrong.map(({ name }) => `${name} was sent twice, or never`),
  ];
}

const ordersSince = ({ acknowledged }: Load, from: number) =>
  acknowledged.slice(from).flatMap(({ path, tookMs }) => (path === '/orders' ? [tookMs] : []));

function judgeOrders(ordersMs: readonly number[], { say }: DrillOptions): string[] {
  const worst = Math.round(percentile(ordersMs, 1));
  say(`${ordersMs.length} pedidos feitos sem o provedor, p95 ${Math.round(percentile(ordersMs, 0.95))} ms`);
  if (ordersMs.length === 0) return ['no order was placed without the provider'];
  return worst > mostOrderMs ? [`an order took ${worst} ms`] : [];
}

/** Calls that gave up waiting for a connection of a pool. */
async function findWaits({ metricsPorts }: DrillStage): Promise<string[]> {
  const found: string[] = [];
  for (const port of [...metricsPorts.webs, metricsPorts.worker]) {
    const samples = await scrape(`http://127.0.0.1:${port}/metrics`);
    const refused = samples.filter(
      ({ name, labels }) => name === 'praca_unavailable_total' && labels.cause === 'no_connection',
    );
    found.push(...refused.map(({ value }) => `${value} calls found no connection of the pool`));
  }
  return found;
}
