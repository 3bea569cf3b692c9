import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { pngDeclaring } from '#test/files/png.ts';

let market: Market;
let person: Person;
beforeAll(async () => {
  market = await createMarket();
  person = await market.user();
});
afterAll(() => market.close());

const send = (body: Buffer, type = 'image/jpeg', token: string | undefined = person.token) =>
  market.request('POST', '/images', { token, body, headers: { 'content-type': type } });

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

async function served(key: string, width: number): Promise<Buffer> {
  const answer = await market.app.inject({ method: 'GET', url: `/imagens/${key}-${width}.webp` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  return answer.rawPayload;
}

test('a photo is served as WebP in five widths, never as the uploaded bytes (design §4.12)', async () => {
  const sent = await picture(2000, 1500).jpeg().toBuffer();
  const { status, data } = await send(sent);
  expect(status).toBe(201);
  expect(data).toEqual({
    id: expect.any(Number),
    key: expect.stringMatching(/^[a-f0-9]{32}$/),
    width: 1280,
    height: 960,
  });
  for (const width of [160, 320, 480, 800, 1280]) {
    const bytes = await served(data.key, width);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: (width * 3) / 4 });
  }
});

test('a photo opened as a document runs no script and has an opaque origin', async () => {
  const { data } = await send(await picture(200, 200).jpeg().toBuffer());
  for (const file of [`${data.key}-160`, `${data.key}-160.webp`]) {
    const { headers } = await market.app.inject({ method: 'GET', url: `/imagens/${file}` });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  }
});

const get = (file: string, accept: string) =>
  market.app.inject({ method: 'GET', url: `/imagens/${file}`, headers: { accept } });

/** Soft gradients, which photos have and drawings lack. */
const photo = () => {
  const greys = Buffer.from(Array.from({ length: 64 }, (_, each) => (each * 97) % 251));
  return sharp(greys, { raw: { width: 8, height: 8, channels: 1 } });
};

test('a browser that reads AVIF gets photos as AVIF in the widths of cards and galleries', async () => {
  const { data } = await send(await photo().resize(1000, 750, { fit: 'fill' }).jpeg().toBuffer());
  for (const width of [320, 480, 800]) {
    const answer = await get(`${data.key}-${width}`, 'image/avif,image/webp,*/*');
    expect(answer.headers).toMatchObject({
      'content-type': 'image/avif',
      vary: expect.stringMatching(/accept/i),
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'heif', width });
  }
  const accepts = 'image/avif,*/*';
  for (const [file, accept] of [
    [`${data.key}-160`, accepts],
    [`${data.key}-320`, 'image/webp,*/*'],
    [`${data.key}-320.webp`, accepts],
  ] as const)
    expect((await get(file, accept)).headers['content-type']).toBe('image/webp');
});

test('a flat drawing, which is smaller as WebP, is sent as WebP to every browser', async () => {
  const { data } = await send(await picture(1000, 750).png().toBuffer());
  for (const width of [320, 480, 800]) {
    const answer = await get(`${data.key}-${width}`, 'image/avif,image/webp,*/*');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/webp');
  }
});

test('copies of a photo in another size and quality have the same image hash', async () => {
  const { data: one } = await send(await photo().resize(900, 900).jpeg().toBuffer());
  const { data: other } = await send(
    await photo().resize(500, 500).webp({ quality: 60 }).toBuffer(),
    'image/webp',
  );
  expect(one.key).not.toBe(other.key);
  const { rows } = await sql<{ look: Buffer }>`
    select look from images where id = any(${[one.id, other.id]}::bigint[])`.execute(market.ctx.db);
  expect(rows[0]!.look).toEqual(rows[1]!.look);
});

test('a small photo is not enlarged, and still has its three files', async () => {
  const { data } = await send(await picture(200, 100).png().toBuffer(), 'image/png');
  expect(data).toMatchObject({ width: 200, height: 100 });
  for (const width of [320, 800, 1280])
    expect(await sharp(await served(data.key, width)).metadata()).toMatchObject({ width: 200, height: 100 });
});

test('a rotated photo is turned upright and loses its location (T85)', async () => {
  const sent = await picture(400, 200)
    .withExif({
      IFD0: { Copyright: 'SEGREDO', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  const lying = await sharp(sent).withMetadata({ orientation: 6 }).toBuffer();
  const { data } = await send(lying);
  expect(data).toMatchObject({ width: 200, height: 400 });
  const bytes = await served(data.key, 1280);
  const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
  expect({ exif, xmp, icc, orientation }).toEqual({
    exif: undefined,
    xmp: undefined,
    icc: undefined,
    orientation: undefined,
  });
  expect(bytes.includes('SEGREDO')).toBe(false);
});

test('data appended to a photo is removed', async () => {
  const sent = Buffer.concat([
    await picture(50, 50).png().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  const { data } = await send(sent, 'image/png');
  expect((await served(data.key, 320)).includes('script')).toBe(false);
});

test('of an animated image only the first frame is stored', async () => {
  const frames = await sharp({
    create: { width: 40, height: 120, channels: 3, background: '#0a0', pageHeight: 40 } as never,
  })
    .webp({ loop: 0 })
    .toBuffer();
  const { data } = await send(frames, 'image/webp');
  expect(data).toMatchObject({ width: 40 });
  expect((await sharp(await served(data.key, 320)).metadata()).pages ?? 1).toBe(1);
});

test('the same photo uploaded twice has one set of files and two rows', async () => {
  const sent = await picture(60, 60).jpeg().toBuffer();
  const [one, two] = [await send(sent), await send(sent)];
  expect(one.data.key).toBe(two.data.key);
  expect(one.data.id).not.toBe(two.data.id);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each([
  ['an SVG', Buffer.from(svg), 'image/svg+xml'],
  ['an SVG that says it is a JPEG', Buffer.from(svg), 'image/jpeg'],
  ['an HTML page', Buffer.from('<!doctype html><p>oi'), 'image/png'],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'image/jpeg'],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'image/gif'],
  ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  [
    'noise after the right first bytes',
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500, 7)]),
    'image/png',
  ],
  ['nothing', Buffer.alloc(0), 'image/png'],
  ['text', Buffer.from('oi'), 'text/plain'],
])('%s is refused as no photo', async (_what, bytes, type) => {
  const answer = await send(bytes, type);
  expect([400, 415]).toContain(answer.status);
  expect(answer.body.code).not.toBe('internal');
});

test('a file above 5 MB is refused by its size', async () => {
  const answer = await send(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(5 * 1024 * 1024)]));
  expect(answer.body).toMatchObject({ status: 413, code: 'payload_too_large' });
});

test('a small file with huge dimensions is refused before it is decoded (T83)', async () => {
  const before = process.memoryUsage().rss;
  const answer = await send(pngDeclaring(20_000, 20_000), 'image/png');
  expect(answer.body).toMatchObject({
    status: 413,
    code: 'payload_too_large',
    detail: expect.stringContaining('megapixels'),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test('an image too tall for WebP is scaled down', async () => {
  const { status, data } = await send(await picture(20, 20_000).png().toBuffer(), 'image/png');
  expect(status).toBe(201);
  expect(data.height).toBeLessThanOrEqual(4_096);
});

test('randomly corrupted photos never cause a 500', async () => {
  const whole = await picture(64, 64).jpeg().toBuffer();
  for (let round = 0; round < 60; round++) {
    const bent = Buffer.from(whole);
    for (let each = 0; each < 8; each++)
      bent[3 + ((round * 131 + each * 97) % (bent.length - 3))]! ^= (round * 7 + each) & 0xff;
    expect((await send(bent)).status).toBeLessThan(500);
  }
});

test('a visitor cannot upload, and cannot request other files', async () => {
  const sent = await picture(9, 9).png().toBuffer();
  expect(
    (await market.request('POST', '/images', { body: sent, headers: { 'content-type': 'image/png' } }))
      .status,
  ).toBe(401);
  for (const file of [
    'x-320.webp',
    `${'a'.repeat(32)}-320.webp`,
    `${'a'.repeat(32)}-99.webp`,
    '..%2f..%2fetc%2fpasswd',
    '%00',
  ])
    expect((await market.app.inject({ method: 'GET', url: `/imagens/${file}` })).statusCode).toBe(404);
});

test('a truncated photo is refused as truncated, not as an unsupported type', async () => {
  const whole = photo().resize(400, 300, { kernel: 'cubic' });
  const formats = {
    'image/jpeg': await whole.clone().jpeg().toBuffer(),
    'image/png': await whole.clone().png().toBuffer(),
    'image/webp': await whole.clone().webp({ lossless: true }).toBuffer(),
    'image/avif': await whole.clone().avif({ effort: 0 }).toBuffer(),
  };
  for (const [type, bytes] of Object.entries(formats)) {
    expect((await send(bytes, type)).status, type).toBe(201);
    const { status, body } = await send(bytes.subarray(0, Math.floor(bytes.length * 0.6)), type);
    expect([status, body.code], type).toEqual([415, 'unsupported_media']);
    expect(body.detail, type).toMatch(/^Esta foto está incompleta ou danificada\./);
  }
});

test('an AVIF with the general brand mif1 is accepted; a HEIC is refused by its type', async () => {
  const avif = await photo().resize(400, 300, { kernel: 'cubic' }).avif({ effort: 0 }).toBuffer();
  expect(avif.subarray(16, avif.readUInt32BE(0)).includes('avif')).toBe(true);
  const general = Buffer.from(avif);
  general.write('mif1', 8, 'latin1');
  expect((await send(general, 'image/avif')).status).toBe(201);
  for (const brands of ['heic\0\0\0\0mif1heic', 'mif1\0\0\0\0mif1heic']) {
    const head = Buffer.from(`\0\0\0\x18ftyp${brands}`, 'latin1');
    const { status, body } = await send(Buffer.concat([head, Buffer.alloc(200)]), 'image/avif');
    expect([status, body.detail], brands).toEqual([
      415,
      expect.stringMatching(/^Fotos HEIC não são aceitas\./),
    ]);
  }
});
