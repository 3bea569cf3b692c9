import { readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { hostileFiles, mark } from './hostile-files.ts';
import type { HostileFile } from './hostile-files.ts';
import { startServerProcess } from '#test/process/server-process.ts';
import type { ServerProcess } from '#test/process/server-process.ts';

/** A whole photo of 50 megapixels is 150 MB unpacked, and two are worked on at a time. */
const peakMb = 900;
/** The memory that may remain after all of them, beyond that of a first photo. */
const stayMb = 200;

let market: Market;
let person: Person;
let server: ServerProcess;
let dataDir: string;
let files: HostileFile[];

beforeAll(async () => {
  market = await createMarket();
  person = await market.user();
  files = await hostileFiles();
  dataDir = await mkdtemp(join(tmpdir(), 'praca-uploads-'));
  server = await startServerProcess({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: market.database.ownerUrl,
    DATABASE_APP_URL: market.database.appUrl,
    SECRET_KEY: 'a'.repeat(64),
    ALLOW_SIMULATORS: '1',
    DEMO: '0',
  });
}, 240_000);

afterAll(async () => {
  await server.stop();
  await market.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('sixty hostile files and more', () => {
  test('as photos of a listing: refused with a message or re-encoded, and memory stays flat', async () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    await send(
      'POST',
      '/images',
      files.find(({ name }) => name === 'a JPEG of 50 megapixels')!,
    );
    const before = await memory(server, 'VmRSS');
    for (const file of files) {
      const answer = await send('POST', '/images', file);
      expectEnd(file, answer);
      if (answer.status < 300) await expectClean(file, answer.data!.key!);
    }
    expect(await memory(server, 'VmHWM')).toBeLessThan(peakMb);
    expect((await memory(server, 'VmRSS')) - before).toBeLessThan(stayMb);
  }, 240_000);

  test('as a portrait: refused with a message or re-encoded', async () => {
    for (const file of files) {
      const answer = await send('PUT', '/account/image', file);
      expectEnd(file, answer);
      if (answer.status >= 300) continue;
      const key = /^\/imagens\/([a-f0-9]{32})-320\.webp$/.exec(answer.data!.image!)?.[1];
      expect(key, file.name).toBeDefined();
      await expectClean(file, key!);
    }
  }, 240_000);

  test('twenty at once are queued and memory stays flat', async () => {
    const large = files.find(({ name }) => name === 'a JPEG of 50 megapixels')!;
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/images', large)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await memory(server, 'VmHWM')).toBeLessThan(peakMb);
  }, 120_000);
});

interface Answer {
  status: number;
  code?: string;
  detail?: string;
  data?: { key?: string; image?: string };
}

async function send(method: string, path: string, { bytes, type, name }: HostileFile): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  }).catch((error: unknown) => {
    throw new Error(`${name}: no answer`, { cause: error });
  });
  return { ...((await response.json()) as object), status: response.status };
}

function expectEnd(file: HostileFile, { status, code, detail }: Answer): void {
  const refused = status >= 300;
  if (file.ends !== 'either')
    expect(refused ? 'refused' : 'clean', `${file.name}: ${status}`).toBe(file.ends);
  if (!refused) return;
  expect([400, 413, 415], `${file.name}: ${code}`).toContain(status);
  expect(detail, file.name).toMatch(/^[A-ZÀ-Ú].*(imagem|arquivo|foto).*\.$/i);
}

async function expectClean({ name }: HostileFile, key: string): Promise<void> {
  for (const width of [320, 800, 1280]) {
    const response = await fetch(`${server.url}/imagens/${key}-${width}.webp`);
    expect(response.headers.get('content-type'), name).toBe('image/webp');
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, pages = 1, exif, icc, iptc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ format, pages, exif, icc, iptc, xmp, orientation }, name).toEqual({ format: 'webp', pages: 1 });
    expect(bytes.includes(mark), `${name}: what was hidden in it`).toBe(false);
    expect(bytes.readUInt32LE(4) + 8, `${name}: bytes behind its end`).toBe(bytes.length);
  }
}

/** Megabytes the process holds now (`VmRSS`) or held at most (`VmHWM`); only Linux tells, elsewhere it is 0. */
async function memory({ child }: ServerProcess, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const mb = Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024;
  console.log(`${what} ${mb.toFixed(0)} MB`);
  return mb;
}
