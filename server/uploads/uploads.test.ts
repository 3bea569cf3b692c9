import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostilePdfs } from '#test/pdfs.ts';
import type { Person } from '#test/people.ts';
import { openSales } from '#test/sales.ts';
import type { Placed, Sales } from '#test/sales.ts';

let sales: Sales;
let sale: Placed;
let doors: string[];
beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid({ promisedHours: 72 });
  doors = [`/order-files?order=${sale.hash}`, '/ticket-files', '/receipt-files'];
});
afterAll(() => sales.close());

const upload = (who: Person, door: string, body: Buffer, type = 'application/pdf') =>
  sales.request('POST', door, { token: who.token, body, headers: { 'content-type': type } });

describe('what is kept as it was sent is looked into at every door (T87)', () => {
  test.each(['a script on opening', 'a packed script', 'a password', 'the test of virus scanners'])(
    'a PDF with %s is refused in words that say what to do',
    async (what) => {
      for (const door of doors) {
        const answer = await upload(sale.buyer, door, hostilePdfs[what]!);
        expect([door, answer.status, answer.body.code]).toEqual([door, 422, 'unsafe_file']);
        expect(answer.body.detail).toMatch(/[Ee]nvie/);
      }
    },
  );

  test('a text with the test of virus scanners is refused, and a PDF that is called a text', async () => {
    const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
    expect((await upload(sale.buyer, doors[0]!, eicar, 'text/plain')).status).toBe(422);
    const hidden = Buffer.from('Leia.\n%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>endobj\n%%EOF');
    expect((await upload(sale.buyer, doors[0]!, hidden, 'text/plain')).status).toBe(415);
  });
});
