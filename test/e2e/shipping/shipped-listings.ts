import { look } from '#test/e2e/books.ts';
import type { Site } from '#test/e2e/site.ts';
import type { Visitor } from '#test/e2e/visitor.ts';

/** With freight, two of them stay within what a new account may buy in a day. */
const cheapCents = 1_990;
/** IBGE's code. */
const curitiba = 4106902;

/** Two places of a buyer; the lookup of postal codes knows both. */
export const addressInBelem = {
  label: 'Casa',
  recipient: 'Rosa Lima',
  phone: '91988887777',
  postalCode: '66010000',
  street: 'Avenida Presidente Vargas',
  number: '500',
  complement: 'Apto 301',
  district: 'Campina',
  city: 'Belém',
  state: 'PA',
};
export const addressInSaoPaulo = {
  ...addressInBelem,
  label: 'Trabalho',
  postalCode: '01310100',
  street: 'Avenida Paulista',
  number: '1578',
  complement: '',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

/** Saves an address through the API, as the person whose browser this is. */
export async function saveAddress({ page }: Visitor, address: object): Promise<number> {
  if (page.url() === 'about:blank') await page.goto('/conta/enderecos');
  return page.evaluate(async (body) => {
    const reply = await fetch('/api/v1/addresses', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStorage.getItem('marketplace_auth')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const { data } = (await reply.json()) as { data: { id: number } };
    return data.id;
  }, address);
}

export interface TravellingListing {
  id: number;
  slug: string;
  cents: number;
}

interface Travel {
  delivery: 'shipping' | 'pickup';
  alsoPickup?: boolean;
  freeShipping?: boolean;
  weightGrams?: number;
}

/** A shop in Curitiba whose listings travel as a test needs it. */
export async function openShop(site: Site) {
  const [origin] = await look<{ id: number }>(
    site,
    `select a.id::int from addresses a join users u on u.id = a.user_id
     where u.email = 'vendedora@demo.praca' and a.default_for_sending`,
  );
  const listings = await look<TravellingListing>(
    site,
    `select l.id::int, l.slug, ${cheapCents}::int as cents from listings l join users s on s.id = l.seller_id
     where l.state = 'published' and l.delivery_type = 'shipping' and l.stock > 3 and s.email = 'vendedora@demo.praca'
     order by l.id`,
  );

  /** The next of them, changed to travel in this way. */
  async function listing(travel: Travel): Promise<TravellingListing> {
    const next = listings.shift()!;
    const { delivery, alsoPickup = false, freeShipping = false, weightGrams = 800 } = travel;
    const isShipped = delivery === 'shipping';
    await look(
      site,
      `update listings set delivery_type = $2, promised_hours = 0, city_id = $3, also_pickup = $4, free_shipping = $5,
         weight_grams = $6, length_cm = $7, width_cm = $7, height_cm = $7, handling_days = $8, origin_address_id = $9,
         price_cents = ${cheapCents}
       where id = $1`,
      [
        next.id,
        delivery,
        curitiba,
        alsoPickup,
        freeShipping,
        ...(isShipped ? [weightGrams, 20, 2, origin!.id] : [null, null, null, null]),
      ],
    );
    return next;
  }

  return { listing };
}
