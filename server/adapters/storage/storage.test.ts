import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pino from 'pino';
import { readConfig } from '#server/config/config.ts';
import { startS3Double } from '#test/files/s3-double.ts';
import type { S3Double } from '#test/files/s3-double.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import type { ImageStore } from './image-store.ts';
import { imageWidths } from './image-store.ts';
import { createPrivateDisk } from './private-disk.ts';
import { createBucket, partBytes } from './s3-bucket.ts';
import { createS3Caller } from './s3-call.ts';
import { queryOf, signS3 } from './s3-signature.ts';
import { createBucketFiles, createBucketImages } from './s3-stores.ts';

interface Stores {
  images: ImageStore;
  files: FileStore;
  /** Names of all stored files. */
  stored: () => Promise<string[]>;
}

const log = pino({ level: 'silent' });
let folder: string;
let s3: S3Double;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praca-store-'));
  s3 = await startS3Double();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const onDisk = (): Stores => ({
  images: createDiskStore(join(folder, 'images')),
  files: createPrivateDisk(join(folder, 'files')),
  async stored() {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.filter((each) => each.isFile()).map(({ name }) => name);
  },
});

function inBucket(settings: Record<string, string> = {}, limitMs?: number): Stores {
  const bucket = createBucket(createS3Caller(readConfig({ ...s3.settings, ...settings }).s3!, log, limitMs));
  return {
    images: createBucketImages(bucket),
    files: createBucketFiles(bucket),
    stored: async () => [...s3.objects.keys()].map((name) => name.split('/').at(-1)!),
  };
}

const newImage = () => randomBytes(16).toString('hex');
const newFile = () => randomBytes(32).toString('base64url');

async function* pieces(...all: Buffer[]): AsyncGenerator<Buffer> {
  yield* all;
}

const read = async (content: Readable | null) => content && Buffer.concat(await content.toArray());

describe.each([
  ['the disk', onDisk],
  ['a bucket', inBucket],
] as const)('files on %s', (_name, open) => {
  test('a photo is read as written, in every width and format, and can be removed twice', async () => {
    const { images, stored } = open();
    const key = newImage();
    expect(await images.exists(key)).toBe(false);
    expect(await images.read(key, 160)).toBeNull();
    for (const width of imageWidths) await images.write(key, width, Buffer.from(`webp ${width}`));
    await images.write(key, 320, Buffer.from('avif'), 'avif');
    expect(await images.exists(key)).toBe(true);
    expect(String(await images.read(key, 1280))).toBe('webp 1280');
    expect(String(await images.read(key, 320, 'avif'))).toBe('avif');
    expect(await images.read(key, 800, 'avif')).toBeNull();
    for (const time of [1, 2]) expect(await images.remove(key), String(time)).toBeUndefined();
    expect(await images.exists(key)).toBe(false);
    expect((await stored()).filter((name) => name.startsWith(key))).toEqual([]);
  });

  test('a file is read as written, whatever its length, and can be removed twice', async () => {
    const { files } = open();
    const long = randomBytes(2 * partBytes + 5);
    const contents = [
      [],
      [Buffer.from('olá')],
      [long.subarray(0, partBytes)],
      [long.subarray(0, 9), long.subarray(9)],
    ];
    for (const content of contents) {
      const key = newFile();
      const whole = Buffer.concat(content);
      expect(await files.write(key, pieces(...content))).toBe(whole.length);
      expect((await read(await files.read(key)))!.equals(whole)).toBe(true);
      for (const time of [1, 2]) expect(await files.remove(key), String(time)).toBeUndefined();
      expect(await files.read(key)).toBeNull();
    }
  });

  test('content that fails while streaming leaves nothing, and its error is passed on', async () => {
    const { files, stored } = open();
    for (const before of [0, partBytes + 1]) {
      const key = newFile();
      const failing = async function* () {
        yield randomBytes(before);
        throw new Error('no fim da linha');
      };
      await expect(files.write(key, failing())).rejects.toThrow('no fim da linha');
      expect((await stored()).filter((name) => name.startsWith(key))).toEqual([]);
    }
    expect(s3.uploads.size).toBe(0);
  });

  test('an invalid key names no file', async () => {
    const { images, files } = open();
    for (const key of ['', '../../etc/passwd', `${'a'.repeat(31)}/`, 'é'.repeat(32)]) {
      expect(await images.read(key, 160)).toBeNull();
      expect(await files.read(key)).toBeNull();
      await expect(async () => images.write(key, 160, Buffer.alloc(1))).rejects.toThrow('not an image key');
      await expect(async () => files.remove(key)).rejects.toThrow('not a file key');
    }
  });
});

test('a partial file of a killed process is removed with its key', async () => {
  const root = join(folder, 'halves');
  const files = createPrivateDisk(root);
  const [key, other] = [`ab${'k'.repeat(41)}`, `ab${'o'.repeat(41)}`];
  for (const each of [key, other])
    // Content that never ends, as after a kill.
    void files.write(
      each,
      (async function* () {
        yield Buffer.from('meio');
        await new Promise(() => undefined);
      })(),
    );
  await expect.poll(() => readdir(join(root, 'ab')).catch(() => [])).toHaveLength(2);
  await files.remove(key);
  expect(await readdir(join(root, 'ab'))).toEqual([expect.stringMatching(new RegExp(`^${other}\\.`))]);
});

describe('the bucket', () => {
  const unavailable = { code: 'unavailable', status: 503 };

  test('is called again when it is busy or the connection breaks, if the call is idempotent', async () => {
    const { images, files } = inBucket();
    const key = newImage();
    for (const fault of ['busy', 'slow', 'many', 'lost'] as const) {
      s3.fail('PUT', fault);
      await images.write(key, 160, Buffer.from('foto'));
    }
    s3.fail('HEAD', 'broken');
    expect(await images.exists(key)).toBe(true);
    s3.fail('GET', 'broken', 'busy');
    expect(String(await images.read(key, 160))).toBe('foto');
    const file = newFile();
    s3.fail('PUT files', 'lost', 'busy');
    const long = randomBytes(partBytes + 1);
    expect(await files.write(file, pieces(long))).toBe(long.length);
    expect((await read(await files.read(file)))!.equals(long)).toBe(true);
    s3.fail('DELETE', 'lost');
    await files.remove(file);
    expect(await files.read(file)).toBeNull();
  });

  test('that stays down is a 503, and nothing partial remains', async () => {
    const { images, files, stored } = inBucket();
    const before = await stored();
    const key = newFile();
    s3.fail('PUT', 'lost', 'lost', 'lost');
    await expect(files.write(key, pieces(Buffer.from('olá')))).rejects.toMatchObject(unavailable);
    expect(await stored()).toEqual(before);
    const long = () => pieces(randomBytes(partBytes + 1));
    s3.fail('POST', 'broken');
    await expect(files.write(key, long())).rejects.toMatchObject(unavailable);
    s3.fail('PUT files', 'busy', 'busy', 'busy');
    await expect(files.write(key, long())).rejects.toMatchObject(unavailable);
    for (const fault of ['late error', 'lost'] as const) {
      s3.fail(`POST files/${key.slice(0, 2)}/${key}?uploadId`, fault);
      await expect(files.write(key, long())).rejects.toMatchObject(unavailable);
    }
    expect(await stored()).toEqual(before);
    expect(s3.uploads.size).toBe(0);
    s3.setDown(true);
    const photo = newImage();
    const asked = [
      images.exists(photo),
      images.read(photo, 160),
      images.remove(photo),
      files.read(key),
      files.remove(key),
    ];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ status: 'rejected', reason: unavailable });
    s3.setDown(false);
  });

  test('that does not answer in time is a 503 after one call, so that its limit is the longest wait', async () => {
    const { images, files } = inBucket({}, 60);
    s3.slowDown(400);
    for (const [asked, ask] of [
      ['GET', () => images.read(newImage(), 160)],
      ['HEAD', () => images.exists(newImage())],
      ['PUT', () => images.write(newImage(), 160, Buffer.from('foto'))],
      ['DELETE', () => files.remove(newFile())],
    ] as const) {
      const before = s3.asked.length;
      await expect(ask()).rejects.toMatchObject(unavailable);
      expect(s3.asked.slice(before).map((call) => call.split(' ')[0])).toEqual([asked]);
    }
    s3.slowDown(0);
  });

  test('that breaks the connection within a photo is a 503, never a partial photo', async () => {
    const { images } = inBucket();
    const key = newImage();
    await images.write(key, 160, randomBytes(100_000));
    s3.fail('GET', 'half');
    await expect(images.read(key, 160)).rejects.toMatchObject(unavailable);
  });

  test('gets full parts without an empty one at the end', async () => {
    const { files } = inBucket();
    const before = s3.asked.length;
    expect(await files.write(newFile(), pieces(randomBytes(2 * partBytes)))).toBe(2 * partBytes);
    expect(s3.asked.slice(before).filter((call) => call.startsWith('PUT'))).toHaveLength(2);
  });

  test('that redirects is not followed, because signed requests must not reach another host', async () => {
    const { images } = inBucket();
    const key = newImage();
    await images.write(key, 160, Buffer.from('foto'));
    s3.fail('GET', 'moved');
    const before = s3.asked.length;
    await expect(images.read(key, 160)).rejects.toMatchObject(unavailable);
    expect(s3.asked.length - before).toBe(1);
    expect(String(await images.read(key, 160))).toBe('foto');
  });

  test('that refuses the key is called once', async () => {
    const wrongs: Record<string, string>[] = [
      { S3_SECRET_ACCESS_KEY: 'outro' },
      { S3_ACCESS_KEY_ID: 'OUTRO' },
      { S3_REGION: 'us-west-2' },
    ];
    for (const wrong of wrongs) {
      const before = s3.asked.length;
      await expect(inBucket(wrong).images.exists(newImage())).rejects.toMatchObject(unavailable);
      expect(s3.asked.length - before).toBe(1);
    }
  });

  test('streams a file, and stops when the reader stops', async () => {
    const { files } = inBucket();
    const key = newFile();
    await files.write(key, pieces(randomBytes(partBytes * 3)));
    const content = (await files.read(key))!;
    for await (const piece of content) {
      expect((piece as Buffer).length).toBeLessThan(partBytes);
      break;
    }
    await sleep(10);
    expect(content.destroyed).toBe(true);
  });
});

const address = (path: string) => new URL(path, 'https://examplebucket.s3.amazonaws.com');

/** «Authenticating Requests: Using the Authorization Header» of Amazon's API reference. */
test('requests are signed as in the examples of the API reference', () => {
  const signer = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const at = new Date('2013-05-24T00:00:00Z');
  const signature = (request: Parameters<typeof signS3>[0]) =>
    signS3(request, signer, at).authorization.split('Signature=')[1];
  expect(signature({ method: 'GET', url: address('/test.txt'), headers: { range: 'bytes=0-9' } })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  const put = {
    method: 'PUT',
    url: address('/test%24file.text'),
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: Buffer.from('Welcome to Amazon S3.'),
  };
  expect(signature(put)).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
  const lifecycle = address(`/?${queryOf({ lifecycle: '' })}`);
  expect(signature({ method: 'GET', url: lifecycle })).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  );
  const list = address(`/?${queryOf({ prefix: 'J', 'max-keys': '2' })}`);
  expect(signature({ method: 'GET', url: list })).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});
