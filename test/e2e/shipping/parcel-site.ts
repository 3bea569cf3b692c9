import { sql } from 'kysely';
import { pino } from 'pino';
import { expect } from 'vitest';
import { connect } from '#db/connect.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import type { ShippingProvider } from '#server/adapters/shipping/shipping-provider.ts';
import { isShippingSimulator } from '#server/adapters/shipping/simulator.ts';
import type { ShippingSimulator } from '#server/adapters/shipping/simulator.ts';
import { readConfig } from '#server/config/config.ts';
import { buildContext } from '#server/process/build-context.ts';
import { createPerson } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSite } from '#test/e2e/site.ts';
import { visit } from '#test/e2e/visitor.ts';
import type { Visitor } from '#test/e2e/visitor.ts';
import { openListingsOnSale } from '#test/listings/listings-on-sale.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import { addressInBelem } from '#test/shipping/parcels.ts';

/** At this postal code no carrier answers, so the seller posts the parcel at their own counter. */
export const ownPostageCode = '66055909';

export interface ParcelSale {
  hash: string;
  id: number;
  buyer: Person;
  seller: Person;
}

type Screen = Parameters<typeof visit>[1];

export type ParcelSite = Awaited<ReturnType<typeof openParcelSite>>;

/** A running site with the simulated carriers, and sales of parcels that the test moves along. */
export async function openParcelSite() {
  const site = await openSite();
  const db = connect(site.ownerUrl, { max: 4, applicationName: 'test' });
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET_KEY: 'e'.repeat(64),
    ALLOW_SIMULATORS: '1',
    PUBLIC_URL: site.url,
  });
  const ctx = buildContext({ config, db, log: pino({ level: 'silent' }) });
  const shelf = openListingsOnSale(ctx);
  // The people of this test count their phones from zero, as those of the demo market do.
  await sql`update users set phone = '+55219' || right(phone, 8) where phone like '+55119%'`.execute(db);
  const carriers = simulatorOf(ctx.shipping);
  let addresses = 0;

  const user = (username?: string) => createPerson(ctx, username ? { username } : {});

  async function call(path: string, { token }: Person, body: object) {
    const reply = await fetch(`${site.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    expect(reply.ok, text).toBe(true);
    return JSON.parse(text).data;
  }

  /** A paid order of a new listing; a parcel goes to this postal code. */
  async function paid(
    options: ListingOptions = {},
    choice: { postalCode?: string; buyer?: Person } = {},
  ): Promise<ParcelSale> {
    const listing = await shelf.publishedListing({ delivery: 'shipping', stock: 3, ...options });
    const buyer = choice.buyer ?? (await user());
    const delivery =
      options.delivery === 'pickup'
        ? { total: listing.priceCents, chosen: { type: 'pickup' } }
        : await shipTo(listing, buyer, choice.postalCode ?? addressInBelem.postalCode);
    const { hash, id } = await call('/orders', buyer, {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: delivery.total,
      method: 'pix',
      delivery: delivery.chosen,
    });
    await expect.poll(() => referenceOf(id)).toBeTruthy();
    await call('/dev/charges/payment', buyer, { reference: await referenceOf(id) });
    await expect.poll(() => stateOf(hash)).toBe('paid');
    return { hash, id, buyer, seller: listing.seller };
  }

  async function shipTo(listing: { id: number; priceCents: number }, buyer: Person, postalCode: string) {
    const label = `Casa ${++addresses}`;
    const { id: addressId } = await call('/addresses', buyer, { ...addressInBelem, label, postalCode });
    const { id: quoteId, services } = await call(`/public/listings/${listing.id}/freight-quotes`, buyer, {
      postalCode,
      quantity: 1,
    });
    const { service, priceCents } = services[0];
    return {
      total: listing.priceCents + priceCents,
      chosen: { type: 'shipping', addressId, quoteId, service },
    };
  }

  async function referenceOf(orderId: number): Promise<string | undefined> {
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${orderId} and attempt is not null`.execute(db);
    return rows[0]?.reference;
  }

  async function stateOf(hash: string): Promise<string> {
    const { rows } = await sql<{ state: string }>`select state from orders where hash = ${hash}`.execute(db);
    return rows[0]!.state;
  }

  async function parcelStateOf({ id }: ParcelSale): Promise<string> {
    const { rows } = await sql<{ state: string }>`select state from shipments where order_id = ${id}`.execute(
      db,
    );
    return rows[0]!.state;
  }

  /** The carrier reports an event of a labelled parcel, and the site asks it at once. */
  async function report({ id }: ParcelSale, kind: CarrierEventKind): Promise<void> {
    const { rows } = await sql<{ label: string }>`
      select label_id as label from shipments where order_id = ${id}`.execute(db);
    await carriers.report(rows[0]!.label, kind);
    await sql`update shipments set next_check_at = market_now() where order_id = ${id}`.execute(db);
  }

  /** A parcel that has its label and was posted. */
  async function posted(options: ListingOptions = {}): Promise<ParcelSale> {
    const sale = await paid(options);
    await call(`/orders/${sale.hash}/label`, sale.seller, {});
    await report(sale, 'posted');
    await expect.poll(() => stateOf(sale.hash)).toBe('in_delivery');
    return sale;
  }

  /** … and delivered. */
  async function delivered(options: ListingOptions = {}): Promise<ParcelSale> {
    const sale = await posted(options);
    await report(sale, 'delivered');
    await expect.poll(() => stateOf(sale.hash)).toBe('delivered');
    return sale;
  }

  /** The carrier reports an event of the label of a return, and the site asks it at once. */
  async function reportBack({ id }: ParcelSale, kind: CarrierEventKind): Promise<void> {
    const { rows } = await sql<{ label: string }>`
      select label_id as label from returns where order_id = ${id}`.execute(db);
    await carriers.report(rows[0]!.label, kind);
    await sql`update returns set next_check_at = market_now() where order_id = ${id}`.execute(db);
  }

  /** A browser in which this person is signed in. */
  async function visitAs(person: Person, screen: Screen = {}): Promise<Visitor> {
    const visitor = await visit(site.url, screen);
    await visitor.context.addInitScript((token) => {
      if (self === top) localStorage.setItem('marketplace_auth', token);
    }, person.token);
    return visitor;
  }

  /** Opens the page of an order and waits for its live connection: a change before that would not be pushed to it. */
  async function openOrder({ hash }: ParcelSale, person: Person, screen: Screen = {}): Promise<Visitor> {
    const visitor = await visitAs(person, screen);
    const subscribed = visitor.page.waitForEvent('websocket').then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => {
        const text = String(payload);
        return text.includes('subscription_succeeded') && text.includes('private-user-');
      }),
    );
    await Promise.all([subscribed, visitor.page.goto(`/pedido/${hash}`)]);
    return visitor;
  }

  async function close(): Promise<void> {
    await db.destroy();
    await site.close();
  }

  return {
    ...site,
    db,
    user,
    call,
    paid,
    posted,
    delivered,
    report,
    reportBack,
    stateOf,
    parcelStateOf,
    visitAs,
    openOrder,
    close,
  };
}

function simulatorOf(provider: ShippingProvider | null): ShippingSimulator {
  if (!isShippingSimulator(provider)) throw new Error('the site has no simulated carriers');
  return provider;
}
