import { Client } from 'pg';
import { expect } from 'vitest';

/** The database of a site, by the address of its owner. */
interface Database {
  ownerUrl: string;
}

/** Queries the database of an e2e test, and checks the ledger. */
export async function look<Row>(site: Database, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows as Row[];
}

export async function expectWholeBooks(site: Database): Promise<void> {
  expect(await look(site, 'select * from money.breaks')).toEqual([]);
}

/** The order whose page is open. */
export function hashOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1)!;
}

/** A manually delivered listing of a demo seller. */
export async function manualListing(site: Database, place = 0): Promise<string> {
  const rows = await look<{ slug: string }>(
    site,
    `select l.slug from listings l join users s on s.id = l.seller_id
     where l.state = 'published' and l.delivery_type = 'manual' and l.stock > 3 and s.email = 'vendedora@demo.praca'
       and l.price_cents between 3000 and 25000 order by l.id offset $1 limit 1`,
    [place],
  );
  return rows[0]!.slug;
}
