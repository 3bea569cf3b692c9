import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '#test/screens/chromium.ts';

/**
 * The format in which a photo is uploaded, in a real browser. A browser that cannot encode WebP returns PNG (HTML,
 * `toBlob`), which is five times as large.
 */
type Case = { bytes: string; type: string; writesWebp: boolean };
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  const file = new URL('../../../web/ui/photos/shrink-photo.ts', import.meta.url);
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), 'shrink-photo.ts');
  await page.addScriptTag({ type: 'module', content: `${code}\nwindow.shrinkPhoto = shrinkPhoto;` });
});
afterAll(() => browser.close());

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const picture = (side = 700) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } });

async function shrunk(content: Buffer, type: string, writesWebp: boolean) {
  return page.evaluate(
    async ({ bytes, type: kind, writesWebp: writes }: Case) => {
      const { prototype } = HTMLCanvasElement;
      const original = prototype.toBlob;
      if (!writes)
        prototype.toBlob = function toBlob(done, asked, quality) {
          original.call(this, done, asked === 'image/webp' ? 'image/png' : asked, quality);
        };
      const file = new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'foto', { type: kind });
      const { shrinkPhoto } = window as unknown as { shrinkPhoto: (given: File) => Promise<Blob> };
      const blob = await shrinkPhoto(file).finally(() => (prototype.toBlob = original));
      return { type: blob.type, size: blob.size, same: blob === file };
    },
    { bytes: content.toString('base64'), type, writesWebp },
  );
}

test('a photo is WebP where the browser can encode it', async () => {
  const content = await picture().png().toBuffer();
  const photo = await shrunk(content, 'image/png', true);
  expect(photo.type).toBe('image/webp');
  expect(photo.size).toBeLessThan(content.length);
});

test('a photo is JPEG elsewhere, not a PNG five times as large', async () => {
  const content = await picture().png().toBuffer();
  const photo = await shrunk(content, 'image/png', false);
  expect(photo.type).toBe('image/jpeg');
  expect(photo.size).toBeLessThan(content.length / 2);
});

test('a transparent photo stays PNG there', async () => {
  const content = await sharp({
    create: { width: 300, height: 300, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
  })
    .webp()
    .toBuffer();
  // The original is smaller and accepted.
  expect(await shrunk(content, 'image/webp', false)).toMatchObject({ same: true });
  expect((await shrunk(content, 'image/avif', false)).type).toBe('image/png');
});

test('a photo is never sent larger than the original, when the server accepts the original', async () => {
  const content = await picture().jpeg({ quality: 30 }).toBuffer();
  for (const writesWebp of [true, false])
    expect(await shrunk(content, 'image/jpeg', writesWebp)).toMatchObject({ same: true });
});

test('a photo of large dimensions is scaled down, whatever its file size', async () => {
  const content = await picture(3_000).jpeg({ quality: 30 }).toBuffer();
  const photo = await shrunk(content, 'image/jpeg', true);
  expect(photo.size).toBeLessThanOrEqual(content.length);
});
