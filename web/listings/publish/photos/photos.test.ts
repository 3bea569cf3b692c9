import { expect, test } from 'vitest';
import { imagesOf, photosAfter, photosOf, uploadReason } from './photos.ts';

const image = (id: number) => ({ id, key: `k${id}`, width: 800, height: 600, alt: '' });
const three = photosOf([image(1), image(2), image(3)], (key) => `/imagens/${key}`);

test('the first photo is the cover, and any photo can become it', () => {
  const keys = ['image-3', 'image-1', 'image-2'];
  expect(imagesOf(photosAfter(three, { type: 'order', keys })).map(({ id }) => id)).toEqual([3, 1, 2]);
});

test('a photo that is still uploading is not part of the listing', () => {
  const file = new File(['x'], 'foto.png', { type: 'image/png' });
  const added = photosAfter(three, { type: 'add', photos: [{ key: 'nova', file, src: 'blob:1' }] });
  expect(imagesOf(added)).toHaveLength(3);
  const failed = photosAfter(added, { type: 'fail', key: 'nova', error: 'Tente outra.' });
  expect(failed.at(-1)).toMatchObject({ state: 'failed', error: 'Tente outra.' });
  const again = photosAfter(failed, { type: 'retry', key: 'nova' });
  expect(again.at(-1)).toMatchObject({ state: 'waiting', error: null });
  const sent = photosAfter(again, { type: 'done', key: 'nova', image: image(9) });
  expect(imagesOf(sent).map(({ id }) => id)).toEqual([1, 2, 3, 9]);
});

test('a listing waits for its photos, and says which of them it cannot be sent with', () => {
  const file = new File(['x'], 'foto.png', { type: 'image/png' });
  const added = photosAfter(three, { type: 'add', photos: [{ key: 'nova', file, src: 'blob:1' }] });
  const reasons = [three, added, photosAfter(added, { type: 'start', key: 'nova' })].map(uploadReason);
  const waits = 'Espere as fotos terminarem de subir.';
  expect(reasons).toEqual([undefined, waits, waits]);
  const failed = photosAfter(added, { type: 'fail', key: 'nova', error: 'Tente outra.' });
  expect(uploadReason(failed)).toBe('Tire a foto que não subiu, ou tente de novo.');
  expect(uploadReason(photosAfter(failed, { type: 'remove', key: 'nova' }))).toBeUndefined();
  const stored = photosAfter(added, { type: 'done', key: 'nova', image: image(9) });
  expect(uploadReason(stored)).toBeUndefined();
});
