import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostilePdfs, pdfOf } from '#test/files/pdfs.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

const megabyte = 1_048_576;

let sales: Sales;
let sale: Placed;
let endpoints: string[];
beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid({ promisedHours: 72 });
  endpoints = [`/order-files?order=${sale.hash}`, '/ticket-files', '/receipt-files'];
});
afterAll(() => sales.close());

const upload = (who: Person, path: string, body: Buffer, type = 'application/pdf') =>
  sales.request('POST', path, { token: who.token, body, headers: { 'content-type': type } });

const sent = (who: Person, purpose: string, files: number, bytes: number) =>
  sql`insert into uploads (owner_id, door, bytes)
    select ${who.id}, ${purpose}, ${bytes} from generate_series(1, ${files}::int)`.execute(sales.db);

describe('every upload endpoint scans files that are stored as sent (T87)', () => {
  test.each(['a script on opening', 'a packed script', 'a password', 'the test of virus scanners'])(
    'a PDF with %s is refused with an error that says what to do',
    async (what) => {
      for (const path of endpoints) {
        const answer = await upload(sale.buyer, path, hostilePdfs[what]!);
        expect([path, answer.status, answer.body.code]).toEqual([path, 422, 'unsafe_file']);
        expect(answer.body.detail).toMatch(/[Ee]nvie/);
      }
    },
  );

  test('a text with the test file of virus scanners is refused, and so is a PDF that is declared as a text', async () => {
    const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
    expect((await upload(sale.buyer, endpoints[0]!, eicar, 'text/plain')).status).toBe(422);
    const hidden = Buffer.from('Leia.\n%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>endobj\n%%EOF');
    expect((await upload(sale.buyer, endpoints[0]!, hidden, 'text/plain')).status).toBe(415);
  });
});

describe('a day has an upload quota (T88)', () => {
  const pdf = pdfOf(['<</Type/Catalog>>']);
  test.each([0, 1, 2])('of 20 parallel uploads, one below the limit, one is stored', async (each) => {
    await sql`delete from uploads`.execute(sales.db);
    await sql`delete from attempts`.execute(sales.db);
    await sent(sale.buyer, 'complaint', 99, 10);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload(sale.buyer, endpoints[each]!, pdf)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 429),
    ]);
  });

  test('of 20 parallel uploads that exceed 200 MB together, as many are stored as fit', async () => {
    const person = await sales.user();
    await sent(person, 'photo', 1, 200 * megabyte - 3 * pdf.length);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(person, '/ticket-files', pdf)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  test('a refusal says when an upload fits again, and then it does', async () => {
    const person = await sales.user();
    await sent(person, 'delivery', 4, 50 * megabyte);
    for (const [path, type] of [['/ticket-files'], ['/receipt-files'], ['/images', 'image/png']] as const) {
      const refused = await upload(person, path, pdf, type);
      expect(refused.body).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(refused.body.detail).toMatch(/Tente de novo em 24 horas/);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    }
    await sales.moveClock(86_400_000);
    expect((await upload(person, '/ticket-files', pdf)).status).toBe(201);
  });

  test('photos count by their bytes only, and refused uploads do not count', async () => {
    const person = await sales.user();
    await sent(person, 'photo', 150, 10);
    await upload(person, '/ticket-files', hostilePdfs['a packed script']!);
    expect((await upload(person, '/ticket-files', pdf)).status).toBe(201);
    const { rows } = await sql`select from uploads where owner_id = ${person.id}`.execute(sales.db);
    expect(rows).toHaveLength(151);
  });
});
