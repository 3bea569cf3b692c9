import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { keepBuild, publishBuild, sendFormerFile } from './former-builds.ts';

let market: Market;
let folder: string;
/** A server whose own build has none of the files. */
const later = Fastify();

beforeAll(async () => {
  market = await createMarket();
  folder = await mkdtemp(join(tmpdir(), 'praca-build-'));
  await writeFile(join(folder, 'page-1a2b3c4d.js'), 'export const page = 1;');
  await writeFile(join(folder, 'page-1a2b3c4d.js.gz'), gzipSync('export const page = 1;'));
  await writeFile(join(folder, 'text-1a2b3c4d.woff2'), Buffer.from([0, 255, 1]));
  later.get('/build/*', (request, reply) => sendFormerFile(market.ctx, request, reply, request.url));
});

afterAll(async () => {
  await later.close();
  await market.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => publishBuild(market.ctx, folder));

const get = (name: string, headers = {}) => later.inject({ url: `/build/${name}`, headers });

test('a server sends a file of another build as that build would, compressed where the browser accepts it', async () => {
  const packed = await get('page-1a2b3c4d.js', { 'accept-encoding': 'br, gzip' });
  expect(packed.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const plain = await get('page-1a2b3c4d.js');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'export const page = 1;']);
  const font = await get('text-1a2b3c4d.woff2');
  expect(font.rawPayload).toEqual(Buffer.from([0, 255, 1]));
  expect(font.headers['access-control-allow-origin']).toBe('*');
});

test('a name that no build has, and one that is no name, are not found', async () => {
  for (const name of ['page-00000000.js', 'page-1a2b3c4d.js.gz', '../../etc/passwd', 'a/b.js'])
    expect((await get(name)).statusCode, name).toBe(404);
});

test('twenty processes publish one build at once, and each file is stored once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => publishBuild(market.ctx, folder)));
  const { rows } = await sql`select name from build_files order by name`.execute(market.ctx.db);
  expect(rows).toEqual([{ name: 'page-1a2b3c4d.js' }, { name: 'text-1a2b3c4d.woff2' }]);
});

test('a file is deleted 30 days after the last server that had it', async () => {
  await writeFile(join(folder, 'gone-1a2b3c4d.js'), 'x');
  await publishBuild(market.ctx, folder);
  await rm(join(folder, 'gone-1a2b3c4d.js'));
  await sql`update build_files set published_at = now() - interval '31 days'`.execute(market.ctx.db);
  expect(await keepBuild(folder).run(market.ctx)).toBe(1);
  expect((await get('gone-1a2b3c4d.js')).statusCode).toBe(404);
  expect((await get('page-1a2b3c4d.js')).statusCode).toBe(200);
});
