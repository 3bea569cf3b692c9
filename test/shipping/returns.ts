import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import type { Person } from '#test/accounts/people.ts';
import { pdf } from '#test/orders/deliveries.ts';
import type { Placed } from '#test/orders/sales.ts';
import { parcelsOf } from './parcels.ts';
import type { Sales } from '#test/orders/sales.ts';

/** What a seller says of a thing that came back wrong. */
export const wrong = 'Voltou com a tela quebrada e sem o carregador.';

const onOrder = (sale: Placed, verb: string) => `/orders/${sale.hash}/${verb}`;

/** Sends bought things and brings them back (S11), with a carrier that the test scripts. */
export function returnsOf(sales: Sales) {
  const market = parcelsOf(sales);
  const { carrier, parcels } = market;

  const tryDo = (sale: Placed, who: Person, verb: string, body?: object) =>
    sales.request('POST', onOrder(sale, verb), { token: who.token, key: true, ...(body && { body }) });

  async function act(sale: Placed, who: Person, verb: string, body?: object) {
    const answer = await tryDo(sale, who, verb, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.data;
  }

  /** A parcel that its carrier delivered, with a label of the site. */
  async function delivered(options: object = {}) {
    const sale = await parcels.posted({ priceCents: 10_000, ...options });
    await market.report(sale, 'delivered');
    return sale;
  }

  /** A parcel without a label of the site, received by its buyer. */
  async function receivedByTable() {
    const sale = await parcels.paid({ priceCents: 10_000 }, { byTable: true });
    await act(sale, sale.seller, 'posting', { carrier: 'correios', trackingCode: null });
    await act(sale, sale.buyer, 'confirmation');
    return sale;
  }

  const regret = (sale: Placed) => act(sale, sale.buyer, 'regret', { destination: 'original' });

  async function idOf(sale: Placed): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select id from returns where order_id = ${sale.id} order by id desc limit 1`.execute(sales.db);
    return rows[0]!.id;
  }

  /** The carrier reports what happened to the parcel on its way back, and is asked at once. */
  async function reportBack(sale: Placed, kind: CarrierEventKind, at?: Date): Promise<void> {
    carrier.report(`${sale.hash}-volta-${await idOf(sale)}`, kind, at ?? (await market.now()));
    await askBack(sale);
  }

  async function askBack(sale: Placed): Promise<void> {
    await sql`update returns set next_check_at = market_now()
      where order_id = ${sale.id} and label_id is not null and next_check_at is not null`.execute(sales.db);
    await sales.drain();
  }

  /** The return as a person reads it on the order's page. */
  const read = async (sale: Placed, who: Person) => (await sales.view(sale, who)).deal.return;

  /** The seller sends a file for a contest. @returns its id */
  async function sendFile(sale: Placed, who = sale.seller): Promise<number> {
    const answer = await sales.request('POST', onOrder(sale, 'return-files?name=foto.pdf'), {
      token: who.token,
      body: pdf,
      headers: { 'content-type': 'application/pdf' },
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.data.id;
  }

  /** The seller contests what came back, with a file. */
  async function contest(sale: Placed) {
    return act(sale, sale.seller, 'return/contest', { words: wrong, fileIds: [await sendFile(sale)] });
  }

  /** A thing that its buyer posted without a label of the site and its seller contests; its refund is in the team's queue. */
  async function contested() {
    const sale = await receivedByTable();
    await regret(sale);
    await act(sale, sale.buyer, 'return/posting', { carrier: 'correios', trackingCode: null });
    await contest(sale);
    return sale;
  }

  return {
    ...market,
    act,
    tryDo,
    delivered,
    receivedByTable,
    contested,
    regret,
    reportBack,
    askBack,
    read,
    sendFile,
    contest,
  };
}
