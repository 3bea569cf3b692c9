import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportContent } from './export/content.ts';
import { zip } from './export/zip.ts';
import { setProof } from '#test/accounts/second-factor.ts';
import type { Person } from '#test/accounts/people.ts';
import { unzip } from '#test/files/unzip.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

const body = {
  label: 'Casa',
  recipient: 'Ivone Lara',
  phone: '91987654321',
  postalCode: '66010000',
  street: 'Alameda Quixadá Verde',
  number: null,
  complement: '',
  district: 'Campina',
  city: 'Belém',
  state: 'PA',
};

async function withAddress(): Promise<Person> {
  const person = await sales.user();
  const added = await sales.request('POST', '/addresses', { token: person.token, key: true, body });
  expect(added.status, added.text).toBe(201);
  return person;
}

async function addressesOf({ id }: Person): Promise<number> {
  const { rows } = await sql`select from addresses where user_id = ${id}`.execute(sales.db);
  return rows.length;
}

test('a copy of one’s data has the addresses in clear, and no other person’s (S03, T134)', async () => {
  const [person, other] = [await withAddress(), await sales.user()];
  const read = async ({ id }: Person) => {
    const pieces = await Readable.from(zip(exportContent(sales.ctx, id))).toArray();
    return JSON.parse(unzip(Buffer.concat(pieces)).get('dados/enderecos.json')!.toString());
  };
  expect(await read(person)).toEqual([
    expect.objectContaining({ street: body.street, recipient: body.recipient, phone: '+5591987654321' }),
  ]);
  expect(await read(other)).toEqual([]);
});

test('a closed account has no addresses left (S03, T136)', async () => {
  const [person, other] = [await withAddress(), await withAddress()];
  // A shipped listing keeps its address from being deleted, but no account from being closed.
  const listing = await sales.publishedListing({ seller: person, delivery: 'shipping' });
  await setProof(sales, person, 'fresh');
  const asked = await sales.request('POST', '/account-closures', {
    token: person.token,
    body: { username: person.username },
  });
  expect(asked.status, asked.text).toBe(201);
  await sales.moveClock(13 * day);
  await sales.drain();
  expect(await addressesOf(person)).toBe(1);
  await sales.moveClock(day + 60_000);
  await sales.drain();
  expect(await addressesOf(person)).toBe(0);
  expect((await sales.request('GET', `/public/listings/${listing.slug}`)).status).toBe(410);
  expect(await addressesOf(other)).toBe(1);
});
