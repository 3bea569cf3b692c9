import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { addressInCuritiba } from '#test/listings/listings-on-sale.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { createCarrier } from './carrier.ts';

export type Parcels = Awaited<ReturnType<typeof openParcels>>;

/** What a buyer types as an address. */
export const addressInBelem = {
  ...addressInCuritiba,
  label: 'Casa',
  recipient: 'Rosa Lima',
  phone: '91988887777',
  postalCode: '66055190',
  street: 'Avenida Nazaré',
  number: '500',
  complement: '',
  district: 'Nazaré',
  city: 'Belém',
  state: 'PA',
} as const;

interface Choice {
  service?: string;
  quantity?: number;
  buyer?: Person;
  /** Where it goes; to Belém by default. */
  to?: typeof addressInBelem | typeof addressInCuritiba;
  /** Without labels: the own table, and the seller posts it. */
  byTable?: boolean;
}

/** A market whose parcels travel with a carrier that the test scripts. */
export async function openParcels() {
  const sales = await openSales();
  return { ...sales, ...parcelsOf(sales) };
}

/** Buys and sends parcels in a market, with a carrier that the test scripts. */
export function parcelsOf(sales: Sales) {
  const carrier = createCarrier();
  Object.assign(sales.ctx, { shipping: carrier });
  let networks = 0;

  async function addressOf(buyer: Person, fields: object = addressInBelem): Promise<number> {
    const answer = await sales.request('POST', '/addresses', { token: buyer.token, key: true, body: fields });
    expect(answer.status, answer.text).toBe(201);
    return answer.data.id;
  }

  /** Quotes are limited by network, and each is asked for from a different one. */
  function quote(listingId: number, { postalCode = '66055190', quantity = 1 } = {}): Promise<Answer> {
    networks += 1;
    return sales.request('POST', `/public/listings/${listingId}/freight-quotes`, {
      body: { postalCode, quantity },
      ip: `10.0.${networks >> 8}.${networks & 255}`,
    });
  }

  /** A listing that is shipped, bought with freight and not yet paid. */
  async function placed(
    options: ListingOptions = {},
    choice: Choice = {},
  ): Promise<Placed & { freightCents: number }> {
    const { service, quantity = 1, byTable = false, to = addressInBelem } = choice;
    Object.assign(sales.ctx, { shipping: byTable ? null : carrier });
    const listing = await sales.publishedListing({ delivery: 'shipping', stock: 5, ...options });
    const buyer = choice.buyer ?? (await sales.user());
    const addressId = await addressOf(buyer, to);
    const quoted = await quote(listing.id, { quantity, postalCode: to.postalCode });
    Object.assign(sales.ctx, { shipping: carrier });
    expect(quoted.status, quoted.text).toBe(200);
    const chosen = quoted.data.services.find(
      (each: { service: string }) => !service || each.service === service,
    );
    const expectedTotalCents = listing.priceCents * quantity + chosen.priceCents;
    const answer = await sales.order(buyer, listing, quantity, {
      body: {
        listingId: listing.id,
        quantity,
        expectedTotalCents,
        method: 'pix',
        delivery: { type: 'shipping', addressId, quoteId: quoted.data.id, service: chosen.service },
      },
    });
    expect(answer.status, answer.text).toBe(201);
    const { hash, id, totalCents } = answer.data;
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${id}`.execute(sales.db);
    const { reference } = rows[0]!;
    return {
      hash,
      id,
      totalCents,
      reference,
      buyer,
      seller: listing.seller,
      listingId: listing.id,
      freightCents: chosen.priceCents,
    };
  }

  async function paid(options: ListingOptions = {}, choice: Choice = {}) {
    const sale = await placed(options, choice);
    await sales.bank.payCharge(sale.reference);
    return sale;
  }

  /** … with its label bought. */
  async function labelled(options: ListingOptions = {}, choice: Choice = {}) {
    const sale = await paid(options, choice);
    await sales.act(sale, sale.seller, 'label');
    return sale;
  }

  /** The carrier reports an event at a time of the market, and is asked at once. */
  async function report(sale: Placed, kind: CarrierEventKind, words?: string, at?: Date): Promise<void> {
    carrier.report(sale.hash, kind, at ?? (await now()), words);
    await ask(sale);
  }

  /** Lets the sweep ask the carrier about this parcel now. */
  async function ask(sale: Placed): Promise<void> {
    await sql`update shipments set next_check_at = market_now()
      where order_id = ${sale.id} and label_id is not null and state <> 'cancelled'`.execute(sales.db);
    await sales.drain();
  }

  /** … and posted. */
  async function posted(options: ListingOptions = {}, choice: Choice = {}) {
    const sale = await labelled(options, choice);
    await report(sale, 'posted');
    return sale;
  }

  async function now(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(sales.db);
    return rows[0]!.now;
  }

  /** A listing that is picked up, bought and paid. */
  async function pickupPaid(options: ListingOptions = {}, by?: Person): Promise<Placed> {
    const listing = await sales.publishedListing({ delivery: 'pickup', stock: 5, ...options });
    const buyer = by ?? (await sales.user());
    const answer = await sales.order(buyer, listing, 1, {
      body: {
        listingId: listing.id,
        quantity: 1,
        expectedTotalCents: listing.priceCents,
        method: 'pix',
        delivery: { type: 'pickup' },
      },
    });
    expect(answer.status, answer.text).toBe(201);
    const { hash, id, totalCents } = answer.data;
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${id}`.execute(sales.db);
    const sale = {
      hash,
      id,
      totalCents,
      buyer,
      seller: listing.seller,
      listingId: listing.id,
      reference: rows[0]!.reference,
    };
    await sales.bank.payCharge(sale.reference);
    return sale;
  }

  /** The account of an order or of the platform, credits less debits. */
  async function account(kind: string, caseId = 0): Promise<number> {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(credits - debits), 0)::bigint as cents from money.accounts
      where kind = ${kind} and case_id = ${caseId}`.execute(sales.db);
    return rows[0]!.cents;
  }

  return {
    carrier,
    addressOf,
    quote,
    account,
    now,
    report,
    ask,
    parcels: { placed, paid, labelled, posted, pickupPaid },
  };
}
