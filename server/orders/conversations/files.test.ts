import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { hostileFiles } from '#test/files/hostile-files.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let sale: Placed;
beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid({ promisedHours: 72 });
});
afterAll(() => sales.close());

const photo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { ImageDescription: 'rua onde moro' } })
    .jpeg()
    .toBuffer();
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

const upload = (who: Person, body: Buffer, type: string, name = 'comprovante.jpg', order = sale) =>
  sales.request('POST', `/order-files?${new URLSearchParams({ order: order.hash, name })}`, {
    token: who.token,
    body,
    headers: { 'content-type': type },
  });

const send = (who: Person, fileIds: number[], order = sale) =>
  sales.request('PUT', `/orders/${order.hash}/messages/${randomUUID()}`, {
    token: who.token,
    body: { text: '', fileIds, insist: false },
  });

const open = (url: string, who: Person) =>
  sales.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${who.token}` } });

const theirs = async (who: Person) => {
  const { data } = await sales.request('GET', `/orders/${sale.hash}/messages`, { token: who.token });
  return data.items.at(-1).files as { id: number; url: string; name: string; kind: string }[];
};

test('a photo is re-encoded, sent with its message and opened by a personal link', async () => {
  const sent = await upload(sale.buyer, await photo(), 'image/jpeg', '../../minha foto ção.jpg');
  expect(sent.status, sent.text).toBe(201);
  expect(sent.data).toMatchObject({ kind: 'image', name: 'minha foto ção.jpg' });
  expect((await send(sale.buyer, [sent.data.id])).status).toBe(200);
  const [file] = await theirs(sale.seller);
  const opened = await open(file!.url, sale.seller);
  expect(opened.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline; filename="minha foto cao.webp"',
    'x-content-type-options': 'nosniff',
  });
  const kept = await sharp(opened.rawPayload).metadata();
  expect(kept).toMatchObject({ format: 'webp', width: 300 });
  expect(kept.exif).toBeUndefined();
});

test('a link expires after five minutes and works for one person only', async () => {
  const [file] = await theirs(sale.seller);
  const other = new URL(file!.url, 'http://x');
  other.searchParams.set('pessoa', String(sale.buyer.id));
  expect((await open(other.pathname + other.search, sale.buyer)).statusCode).toBe(404);
  await sales.moveClock(6 * minute);
  expect((await open(file!.url, sale.seller)).statusCode).toBe(403);
  expect((await open((await theirs(sale.seller))[0]!.url, sale.seller)).statusCode).toBe(200);
});

test('a PDF and a text file are stored unchanged and served as downloads only', async () => {
  const files = [
    await upload(sale.seller, pdf, 'application/pdf', 'nota.pdf'),
    await upload(sale.seller, Buffer.from('Instruções: abra o jogo.'), 'text/plain', 'leia.txt'),
  ];
  expect(files.map(({ data }) => data.kind)).toEqual(['pdf', 'text']);
  await send(
    sale.seller,
    files.map(({ data }) => data.id),
  );
  for (const { url } of await theirs(sale.buyer)) {
    const opened = await open(url, sale.buyer);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers['content-type']).toBe('application/octet-stream');
    expect(opened.headers['content-disposition']).toMatch(/^attachment/);
    expect(opened.headers['content-security-policy']).toContain('sandbox');
  }
});

test('the declared type of a file is ignored: markup, programs and half a PDF are refused', async () => {
  const refused: [string, string | Buffer][] = [
    ['image/jpeg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['text/plain', '<!doctype html><script>alert(1)</script>'],
    ['text/plain', '<?xml version="1.0"?><x/>'],
    ['text/plain', '#!/bin/sh\nrm -rf /'],
    ['text/plain', Buffer.from('MZ\0\0\u0001programa')],
    ['text/plain', Buffer.from([0xff, 0xfe, 0x41, 0x00])],
    ['application/pdf', '%PDF-1.7 sem fim'],
    ['application/pdf', 'GIF89a\0\0'],
  ];
  for (const [type, content] of refused) {
    const answer = await upload(sale.buyer, Buffer.from(content), type);
    expect([type, answer.status, answer.body.code]).toEqual([type, 415, 'unsupported_media']);
  }
  const page = await upload(sale.buyer, pdf, 'text/html');
  expect(page.status).toBe(415);
  expect((await upload(sale.buyer, Buffer.alloc(10 * 1024 * 1024 + 1, 97), 'text/plain')).status).toBe(413);
});

test('none of sixty hostile files is shown in the page unless it was re-encoded', async () => {
  await sales.setRules({
    conversations: { ...defaultRules.conversations, filesPerDay: 1_000, fileMegabytesPerDay: 10_000 },
    uploads: { filesPerDay: 1_000, megabytesPerDay: 10_000 },
  });
  for (const { type, bytes, name } of await hostileFiles()) {
    if (bytes.length > 10 * 1024 * 1024) continue;
    // Each upload has its own network address, so that the limit does not apply.
    await sql`delete from attempts`.execute(sales.db);
    const answer = await upload(sale.buyer, bytes, type, 'arquivo.jpg');
    expect(answer.status, name).toBeLessThan(500);
    if (answer.status !== 201) continue;
    const opened = await open(answer.data.url, sale.buyer);
    if (answer.data.kind === 'image') expect((await sharp(opened.rawPayload).metadata()).format).toBe('webp');
    else expect(opened.headers['content-disposition']).toMatch(/^attachment/);
  }
  await sales.setRules({ conversations: defaultRules.conversations, uploads: defaultRules.uploads });
}, 120_000);

test('a file belongs to its sender and to one message of one order', async () => {
  const { data } = await upload(sale.buyer, pdf, 'application/pdf');
  expect((await send(sale.seller, [data.id])).body).toMatchObject({
    status: 400,
    errors: { fileIds: expect.any(String) },
  });
  const other = await sales.paid();
  expect((await send(other.buyer, [data.id], other)).status).toBe(400);
  expect((await send(sale.buyer, [data.id, data.id])).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(sale.buyer, [data.id])));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await send(sale.buyer, [1, 2, 3, 4, 5, 6])).body).toMatchObject({
    status: 400,
    errors: { fileIds: 'Envie até 5 arquivos.' },
  });
  expect((await upload(await sales.user(), pdf, 'application/pdf')).status).toBe(404);
});

test('more than a hundred files a day are refused', async () => {
  const person = await sales.paid();
  await sales.setRules({ conversations: { ...defaultRules.conversations, filesPerDay: 2 } });
  const statuses = [];
  for (let each = 0; each < 3; each++)
    statuses.push((await upload(person.buyer, pdf, 'application/pdf', 'a.pdf', person)).status);
  expect(statuses).toEqual([201, 201, 429]);
  await sales.setRules({ conversations: defaultRules.conversations });
});

test('a file without a message is deleted after a day; a sent one stays', async () => {
  const { data: unsent } = await upload(sale.seller, pdf, 'application/pdf');
  const { data: sent } = await upload(sale.seller, pdf, 'application/pdf');
  await send(sale.seller, [sent.id]);
  const count = async (id: number) =>
    (await sql`select from order_files where id = ${id}`.execute(sales.db)).rows.length;
  await sales.moveClock(day + minute);
  await sales.drain();
  expect([await count(unsent.id), await count(sent.id)]).toEqual([0, 1]);
  expect((await open((await theirs(sale.buyer))[0]!.url, sale.buyer)).statusCode).toBe(200);
  await expect(sql`delete from order_files where id = ${sent.id}`.execute(sales.db)).rejects.toThrow(
    /belongs to its message/,
  );
});

test('after the warranty uploads are refused', async () => {
  const closed = await sales.delivered();
  await sales.moveClock(7 * day + minute);
  expect((await upload(closed.buyer, pdf, 'application/pdf', 'a.pdf', closed)).body.code).toBe('wrong_state');
});
