import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';
import { encodeImage } from './encode-image.ts';
import type { EncodedImage } from './encode-image.ts';
import { storeImage } from '#server/listings/photos/images.ts';
import { removeUnreferencedPhoto, writePhoto } from './orphaned-photos.ts';

/** Photos that nothing references any more, and uploads of the same photo while it is removed. */
let sales: Sales;
let images: Sales['ctx']['images'];
let hue = 0;
beforeAll(async () => {
  sales = await openSales();
  ({ images } = sales.ctx);
});
afterEach(() => void (sales.ctx.images = images));
afterAll(() => sales.close());

/** A photo that is not stored yet. */
function photo(): Promise<Buffer> {
  const background = { r: (hue += 7), g: 80, b: 120 };
  return sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
}

const encoded = async () => encodeImage(await photo());
const isWhole = async ({ key, files }: EncodedImage) =>
  (await Promise.all(files.map(({ width, format }) => images.read(key, width, format)))).every(Boolean);
const keyIn = (address: string) => address.split('/').at(-1)!.slice(0, 32);

async function wear(person: Person): Promise<string> {
  const answer = await sales.request('PUT', '/account/image', {
    token: person.token,
    body: await photo(),
    headers: { 'content-type': 'image/png' },
  });
  expect(answer.status, answer.text).toBe(200);
  return keyIn(answer.data.image);
}

/** Moves the clock beyond the time within which a row must reference a written photo. */
async function aDayLater(): Promise<void> {
  await sql`update photo_writes set until = until - interval '1 day'`.execute(sales.db);
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 day'`.execute(sales.db);
  await sales.drain();
}

test('a photo whose process dies before a row references it is removed after a day', async () => {
  const { key, files } = await encoded();
  await writePhoto(sales.ctx, key, files);
  // Its writer may be about to reference it, whatever happens to other references meanwhile.
  await removeUnreferencedPhoto(sales.ctx, { key });
  await sales.drain();
  expect(await images.exists(key)).toBe(true);
  await aDayLater();
  expect(await images.exists(key)).toBe(false);
  const { rows } = await sql`select from photo_writes`.execute(sales.db);
  expect(rows).toEqual([]);
});

test('a photo that a row references stays after one upload or two, as do a portrait and a logo', async () => {
  const person = await sales.user();
  const [listed, logo] = [await encoded(), await encoded()];
  for (let times = 0; times < 2; times++) await storeImage(sales.ctx, person.id, listed);
  const worn = await wear(person);
  await writePhoto(sales.ctx, logo.key, logo.files);
  await sales.setRules({ brand: { name: 'Feira Boa', hue: 150, logo: logo.key } });
  await aDayLater();
  for (const key of [listed.key, worn, logo.key]) expect(await images.exists(key)).toBe(true);
});

test('a portrait is removed with the next one, and the last one with its person, unless another row references it', async () => {
  const [person, other] = [await sales.user(), await sales.user()];
  const [first, second, third] = [await wear(person), await wear(person), await wear(person)];
  await sql`update users set image = ${`/imagens/${second}-320.webp`} where id = ${other.id}`.execute(
    sales.db,
  );
  await aDayLater();
  expect(await Promise.all([first, second, third].map((key) => images.exists(key)))).toEqual([
    false,
    true,
    true,
  ]);
  const body = { username: person.username };
  expect((await sales.request('POST', '/account-closures', { token: person.token, body })).status).toBe(201);
  await sales.moveClock(15 * day);
  await sales.drain();
  await sales.drain();
  expect(await images.exists(third)).toBe(false);
});

test('when twenty upload a photo while it is removed, each gets it complete', async () => {
  const { id } = await sales.user();
  const image = await encoded();
  await writePhoto(sales.ctx, image.key, image.files);
  await sql`update photo_writes set until = now() where key = ${image.key}`.execute(sales.db);
  const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  sales.ctx.images = {
    ...images,
    async remove(key) {
      begun.resolve();
      await mayGoOn.promise;
      await images.remove(key);
    },
  };
  const removed = removeUnreferencedPhoto(sales.ctx, image);
  await begun.promise;
  sales.ctx.images = images;
  // A job that runs twice removes nothing the second time.
  await removeUnreferencedPhoto(sales.ctx, image);
  const sent = Array.from({ length: 20 }, () => storeImage(sales.ctx, id, image));
  // No upload finishes before the removal does.
  await Promise.race([Promise.all(sent), sleep(1_000)]);
  mayGoOn.resolve();
  await Promise.all([removed, ...sent]);
  await removeUnreferencedPhoto(sales.ctx, image);
  expect(await isWhole(image)).toBe(true);
});

test('an upload of a photo whose removal died waits, and succeeds once the removal was repeated', async () => {
  const { id } = await sales.user();
  const image = await encoded();
  await writePhoto(sales.ctx, image.key, image.files);
  await sql`update photo_writes set until = now(), removing_since = now() - interval '11 minutes'
    where key = ${image.key}`.execute(sales.db);
  const sent = storeImage(sales.ctx, id, image);
  await sleep(150);
  await removeUnreferencedPhoto(sales.ctx, image);
  await sent;
  expect(await isWhole(image)).toBe(true);
});
