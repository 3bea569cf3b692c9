import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { pdfOf } from '#test/files/pdfs.ts';
import type { Person } from '#test/accounts/people.ts';
import { startS3Double } from '#test/files/s3-double.ts';
import type { S3Double } from '#test/files/s3-double.ts';
import { setProof } from '#test/accounts/second-factor.ts';
import { writeFiles } from './encode-image.ts';
import { checkStorage } from '#server/process/storage-check.ts';

/** A market with its photos and private files in a bucket, tested through the API. */
let market: Market;
let s3: S3Double;
let ana: Person;

const hour = 3_600_000;
const pdf = pdfOf(['<</Type/Catalog>>']);

beforeAll(async () => {
  s3 = await startS3Double();
  market = await createMarket(s3.settings);
  ana = await market.user();
});
afterEach(() => s3.setDown(false));
afterAll(async () => {
  await market.close();
  await s3.close();
});

const send = (path: string, body: Buffer, type: string) =>
  market.request('POST', path, { token: ana.token, body, headers: { 'content-type': type } });

const get = (url: string, { token }: Person = ana) =>
  market.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });

const names = (folder: string) => [...s3.objects.keys()].filter((name) => name.startsWith(folder));

/** Makes failed jobs run now instead of after their retry delay. */
async function tryJobsAgain(): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`.execute(
    market.ctx.db,
  );
  await market.drain();
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(market.ctx.db);
  return rows[0]!.count;
}

test('a photo is stored in the bucket and served; while the store is down the answer is 503 and nothing is stored', async () => {
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  s3.setDown(true);
  const refused = await send('/images', photo, 'image/jpeg');
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  expect(refused.body.detail).toBe(
    'Não conseguimos guardar nem ler arquivos agora. Tente de novo em instantes.',
  );
  expect(refused.headers['retry-after']).toBe('2');
  expect(await countOf('images')).toBe(0);
  s3.setDown(false);
  // An upload that failed half way: a second upload completes the photo.
  s3.fail('PUT images', 'busy', 'busy', 'busy');
  expect((await send('/images', photo, 'image/jpeg')).status).toBe(503);
  const { status, data } = await send('/images', photo, 'image/jpeg');
  expect(status).toBe(201);
  expect(names('images/')).toHaveLength(5); // the test photo has one colour, for which AVIF is not smaller
  const shown = await get(`/imagens/${data.key}-320.webp`);
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
  s3.setDown(true);
  expect((await get(`/imagens/${data.key}-320.webp`)).statusCode).toBe(503);
  s3.setDown(false);
  expect((await get(`/imagens/${'0'.repeat(32)}-320.webp`)).statusCode).toBe(404);
});

test('a photo whose files take too long to store is given up, and a second upload completes it', async () => {
  const key = 'f'.repeat(32);
  const files = [160, 320, 480].map((width) => ({
    width,
    format: 'webp' as const,
    bytes: Buffer.from('foto'),
  }));
  s3.slowDown(60);
  const slow = writeFiles(market.ctx.images, key, files, 100);
  await expect(slow).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(await market.ctx.images.exists(key)).toBe(false);
  s3.slowDown(0);
  await writeFiles(market.ctx.images, key, files);
  expect(await market.ctx.images.exists(key)).toBe(true);
  await market.ctx.images.remove(key);
});

test('a private file is served by its link only, and a file without a message is removed although the store was down', async () => {
  const { status, data } = await send('/ticket-files', pdf, 'application/pdf');
  expect(status).toBe(201);
  const answer = await get(data.url);
  expect(answer.rawPayload.equals(pdf)).toBe(true);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect((await get(data.url, await market.user())).statusCode).toBe(404);
  expect((await get(data.url.replace(/assinatura=./, 'assinatura=~'))).statusCode).toBe(404);
  const [name] = names('files/');
  expect((await fetch(`${s3.settings.S3_ENDPOINT}/${s3.settings.S3_BUCKET}/${name}`)).status).toBe(403);

  s3.setDown(true);
  expect((await send('/ticket-files', pdf, 'application/pdf')).status).toBe(503);
  expect(await countOf('ticket_files')).toBe(1);
  await market.moveClock(25 * hour);
  await market.drain();
  expect(await countOf('ticket_files')).toBe(0);
  expect(names('files/')).toEqual([name]);
  s3.setDown(false);
  await tryJobsAgain();
  expect(names('files/')).toEqual([]);
});

test('an export waits for the store, and is removed once the store is available', async () => {
  const ask = async () => {
    await setProof(market, ana, 'fresh');
    return market.request('POST', '/data-exports', { token: ana.token });
  };
  const states = async () => {
    const { rows } = await sql<{ state: string }>`select state from data_exports`.execute(market.ctx.db);
    return rows.map(({ state }) => state);
  };
  s3.setDown(true);
  expect((await ask()).status).toBe(202);
  await market.drain();
  expect(await states()).toEqual(['requested']);
  s3.setDown(false);
  await tryJobsAgain();
  expect(await states()).toEqual(['ready']);
  expect(names('files/')).toHaveLength(1);

  await market.moveClock(8 * 24 * hour);
  s3.fail('DELETE files', 'lost', 'lost', 'lost');
  await market.drain().catch(() => undefined);
  await market.drain();
  expect(names('files/')).toEqual([]);
  expect(await states()).toEqual(['expired']);
});

test('nothing is stored outside the bucket', async () => {
  expect(await readdir(market.ctx.config.dataDir)).toEqual([]);
});

test('staff see which store is used, and whether it answers', async () => {
  const admin = await market.user({ role: 'admin' });
  const check = (kind: string) =>
    market.request('POST', '/staff/connection-checks', { token: admin.token, body: { kind } });
  for (const kind of ['images', 'files'])
    expect((await check(kind)).data).toMatchObject({ ok: true, provider: 'S3' });
  s3.setDown(true);
  expect((await check('files')).data).toMatchObject({
    ok: false,
    detail: 'O serviço não respondeu. Confira o endereço e a rede.',
  });
});

test('a store that refuses the key ends the start with an explanation; one that is down does not', async () => {
  await checkStorage(market.ctx);
  expect(names('files/pr')).toEqual([]);
  const strange = await createMarket({ ...s3.settings, S3_SECRET_ACCESS_KEY: 'outro' });
  await expect(checkStorage(strange.ctx)).rejects.toThrow(
    /O armazém de arquivos \(127\.0\.0\.1:\d+\/praca-arquivos\) recusou: 403 SignatureDoesNotMatch\. Confira S3_ENDPOINT/,
  );
  await strange.close();
  s3.setDown(true);
  expect(await checkStorage(market.ctx)).toBeUndefined();
});
