import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';

let sales: Sales;
let support: ReturnType<typeof openSupport>;
let ana: Person;
let bia: Person;
let photo: Buffer;

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

beforeAll(async () => {
  sales = await openSales();
  support = openSupport(sales);
  ana = await sales.user();
  bia = await sales.user({ role: 'support' });
  photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3355aa' } })
    .withExif({ IFD0: { Copyright: 'segredo-no-exif' } })
    .png()
    .toBuffer();
});
afterAll(() => sales.close());

const fetchLink = (url: string, who = ana) =>
  sales.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${who.token}` } });

test('a photo is re-encoded and shown to both sides of its conversation by separate links', async () => {
  const file = await support.upload(ana, Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]));
  expect(file.status, file.text).toBe(201);
  expect(file.data).toMatchObject({ kind: 'image', width: 640, height: 480 });
  const { id } = (await support.ask(ana, { text: '', files: [file.data.id] })).data;
  const [seen] = (await support.see(ana, id)).data.messages;
  const [atDesk] = (await support.desk(bia, id)).data.messages;
  expect(seen.files[0].url).not.toBe(atDesk.files[0].url);
  for (const [{ url }, who] of [
    [seen.files[0], ana],
    [atDesk.files[0], bia],
  ] as const) {
    const answer = await fetchLink(url, who);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.rawPayload.includes('segredo-no-exif')).toBe(false);
    expect(answer.rawPayload.includes('<script>')).toBe(false);
  }
  expect((await fetchLink(`${seen.files[0].url}0`)).statusCode).toBe(404);
  await sales.moveClock(5 * 60_000 + 1_000);
  expect((await fetchLink(seen.files[0].url)).statusCode).toBe(403);
});

test('a PDF is served as a download only', async () => {
  const file = await support.upload(ana, pdf, 'application/pdf');
  expect(file.data).toMatchObject({ kind: 'pdf', name: 'documento.pdf' });
  const { id } = (await support.ask(ana, { text: 'Segue o comprovante.', files: [file.data.id] })).data;
  const { url } = (await support.see(ana, id)).data.messages[0].files[0];
  const { headers } = await fetchLink(url);
  expect(headers['content-disposition']).toMatch(/^attachment/);
  expect(headers['content-type']).toBe('application/octet-stream');
});

test('a file that is neither photo nor PDF is refused, whatever it declares', async () => {
  for (const [bytes, type] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    [Buffer.from('<html><script>1</script></html>'), 'application/pdf'],
    [Buffer.from('PK\u0003\u0004'), 'image/png'],
    [Buffer.concat([Buffer.from('x'), pdf]), 'application/pdf'],
  ] as const) {
    const refused = await support.upload(ana, bytes, type);
    expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_media']);
    expect(refused.body.detail).toMatch(/PDF/);
  }
  expect((await support.upload(ana, Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'image/png')).status).toBe(413);
  expect(
    (await sales.request('POST', '/ticket-files', { body: photo, headers: { 'content-type': 'image/png' } }))
      .status,
  ).toBe(401);
});

test('a file belongs to one message of its sender, once', async () => {
  const file = (await support.upload(ana, photo)).data.id;
  const stranger = await sales.user();
  const { id } = (await support.ask(ana)).data;
  expect((await support.ask(stranger, { files: [file] })).body.errors.files).toMatch(/Anexe de novo/);
  expect((await support.answer(bia, id, 'Veja', { files: [file] })).body.code).toBe('invalid_request');
  const clientId = randomUUID();
  const sent = await support.say(ana, id, 'Veja', clientId, [file]);
  expect(sent.data.files).toHaveLength(1);
  expect((await support.say(ana, id, 'Veja', clientId, [file])).data.sequence).toBe(sent.data.sequence);
  expect((await support.say(ana, id, 'De novo', undefined, [file])).body.code).toBe('invalid_request');
  const change = sql`update ticket_files set ticket_id = null, sequence = null where id = ${file}`;
  await expect(change.execute(sales.db)).rejects.toThrow('belongs to its message');
  await expect(sql`delete from ticket_files where id = ${file}`.execute(sales.db)).rejects.toThrow(
    'belongs to its message',
  );
});

test('a file without a message is deleted after a day, and one with a message stays', async () => {
  const [loose, taken] = [await support.upload(ana, photo), await support.upload(ana, photo)];
  const { id } = (await support.ask(ana, { files: [taken.data.id] })).data;
  await sales.moveClock(day + 60_000);
  await sales.drain();
  expect((await support.ask(ana, { files: [loose.data.id] })).body.code).toBe('invalid_request');
  const { url } = (await support.see(ana, id)).data.messages[0].files[0];
  expect((await fetchLink(url)).statusCode).toBe(200);
});

test('a person may upload a hundred files a day (T88)', async () => {
  const eager = await sales.user();
  await sql`insert into uploads (owner_id, door, bytes)
    select ${eager.id}, 'ticket', 10 from generate_series(1, 100)`.execute(sales.db);
  expect((await support.upload(eager, pdf, 'application/pdf')).status).toBe(429);
});

test('a ticket is deleted five years after its end, with its messages and files', async () => {
  const old = await sales.user();
  const file = (await support.upload(old, photo)).data.id;
  const { id } = (await support.ask(old, { files: [file] })).data;
  await support.note(bia, id, 'Nota');
  await support.resolve(bia, id);
  await support.judge(old, id, true);
  await sales.moveClock(5 * 365.25 * day + 2 * day);
  await sales.drain();
  await sales.moveClock(day);
  await sales.drain();
  const { rows } = await sql`
    select 'ticket' from tickets where id = ${id} union all select 'file' from ticket_files where id = ${file}
    union all select 'words' from ticket_messages where ticket_id = ${id}
    union all select 'note' from ticket_notes where ticket_id = ${id}`.execute(sales.db);
  expect(rows).toEqual([]);
});
