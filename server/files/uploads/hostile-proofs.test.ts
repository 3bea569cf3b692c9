import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { note, openDeliveries, pdf } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import { hostilePdfs } from '#test/files/pdfs.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';

/** The endpoints for evidence that the other side and the team see: none stores a file that could harm a viewer. */
const endpoints = ['a complaint', 'a delivery', 'a refusal to cancel'] as const;
type Endpoint = (typeof endpoints)[number];

const harmful = Object.entries(hostilePdfs).map(([name, bytes]): [string, string, Buffer] => [
  `a PDF with ${name}`,
  'application/pdf',
  bytes,
]);
const page = '<!doctype html><title>Comprovante</title><script>alert(1)</script>';
const wrongKinds: [string, string, Buffer][] = [
  ['a page', 'text/html', Buffer.from(page)],
  ['a page called a picture', 'image/png', Buffer.from(page)],
  ['a drawing with a script', 'image/svg+xml', Buffer.from('<svg><script>alert(1)</script></svg>')],
  ['a program called a PDF', 'application/pdf', Buffer.from('MZ\0\0\u0001programa')],
  ['a PDF without an end', 'application/pdf', Buffer.from('%PDF-1.7 sem fim')],
  ['a moving picture', 'image/gif', Buffer.from('GIF89a\0\0')],
];
const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');

let sales: Deliveries;
let at: Record<Endpoint, { sender: Person; path: string }>;
beforeAll(async () => {
  sales = await openDeliveries();
  const [delivery, refusal] = [await sales.begun('file'), await sales.begun('text')];
  await sales.tryAct(refusal, refusal.buyer, 'cancellation-request', { note });
  at = {
    'a complaint': await complained(await sales.delivered()),
    'a delivery': { sender: delivery.seller, path: `/orders/${delivery.hash}/delivery-files` },
    'a refusal to cancel': { sender: refusal.seller, path: `/orders/${refusal.hash}/cancellation-files` },
  };
});
// Stays below the hourly limit of uploads, which is tested elsewhere.
beforeEach(async () => void (await sql`delete from attempts`.execute(sales.db)));
afterAll(() => sales.close());

async function complained({ hash, buyer }: Placed) {
  const { data } = await sales.request('POST', `/orders/${hash}/complaints`, {
    token: buyer.token,
    key: true,
    body: { reason: 'invalid_code', wish: 'full', words: 'O código já foi usado por outra pessoa.' },
  });
  return { sender: buyer, path: `/complaints/${data.id}/files` };
}

const send = (endpoint: Endpoint, type: string, body: Buffer) =>
  sales.request('POST', `${at[endpoint].path}?name=prova`, {
    token: at[endpoint].sender.token,
    body,
    headers: { 'content-type': type },
  });

/** Files in the store, references to them, and what counts for the daily quota. */
async function storedFiles(): Promise<object> {
  const { rows } = await sql<object>`select (select count(*)::int from complaint_files) as complaints,
    (select count(*)::int from delivery_files) as deliveries, (select count(*)::int from uploads) as uploads`.execute(
    sales.db,
  );
  return { files: await sales.keptFiles(), ...rows[0] };
}

describe.each(endpoints)('for %s', (endpoint) => {
  test.each(harmful)(
    '%s is refused with an error that says what to do, and nothing is stored',
    async (_, ...file) => {
      const before = await storedFiles();
      const { status, body } = await send(endpoint, ...file);
      expect([status, body.code]).toEqual([422, 'unsafe_file']);
      expect(body.detail).toMatch(/[Ee]nvie/);
      expect(await storedFiles()).toEqual(before);
    },
  );

  test.each(wrongKinds)(
    '%s is refused with the list of accepted kinds, and nothing is stored',
    async (_, ...file) => {
      const before = await storedFiles();
      const { status, body } = await send(endpoint, ...file);
      expect([status, body.code]).toEqual([415, 'unsupported_media']);
      expect(body.detail).toMatch(/Envie .*(PDF|JPG)/);
      expect(await storedFiles()).toEqual(before);
    },
  );

  test('the test file of virus scanners is refused, whatever its name', async () => {
    const before = await storedFiles();
    for (const type of ['text/plain', 'application/pdf', 'image/jpeg']) {
      const { status, body } = await send(endpoint, type, eicar);
      expect([type, status < 500 && status >= 400, body.code]).toEqual([
        type,
        true,
        expect.stringMatching(/^(unsafe_file|unsupported_media)$/),
      ]);
      expect(body.detail).toMatch(/[Ee]nvie/);
    }
    expect(await storedFiles()).toEqual(before);
  });

  test('an honest PDF is stored', async () => {
    const { files } = (await storedFiles()) as { files: number };
    expect((await send(endpoint, 'application/pdf', pdf)).status).toBe(201);
    expect(await storedFiles()).toMatchObject({ files: files + 1 });
  });
});
