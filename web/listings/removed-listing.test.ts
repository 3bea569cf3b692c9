import { setTimeout as sleep } from 'node:timers/promises';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { getListing } from '#contract/listings/listings.ts';
import { apiContext, createApi } from '#web/api/api.ts';
import { orRemovedListing } from './removed-listing.ts';
import { loader } from './listing-page.tsx';

test.each([0, 20])(
  'a listing that was removed is 410 although its ratings are 404, %i ms apart',
  async (ms) => {
    const context = new RouterContextProvider();
    const api = createApi(async ({ url }) => {
      const ofRatings = url.includes('ratings');
      if (!ofRatings) await sleep(ms);
      const problem = ofRatings
        ? { code: 'not_found', status: 404, detail: 'Não existe.' }
        : { code: 'listing_gone', status: 410, detail: 'Este anúncio foi removido.' };
      return { status: problem.status, json: async () => problem };
    });
    context.set(apiContext, api);
    const request = new Request('http://praca.test/anuncio/relogio-b9');
    const args = { context, request, params: { slug: 'relogio-b9' } };
    await expect(loader(args as unknown as Parameters<typeof loader>[0])).rejects.toMatchObject({
      init: { status: 410 },
      data: { detail: 'Este anúncio foi removido.' },
    });
  },
);

test('the page of a removed listing includes others of its category', async () => {
  const asked: string[] = [];
  const api = createApi(async ({ url }) => {
    asked.push(url);
    if (url.includes('/public/listings?'))
      return { status: 200, json: async () => ({ data: { items: [{ id: 7, slug: 'chaleira-7' }] } }) };
    const problem = {
      code: 'listing_gone',
      status: 410,
      detail: 'Saiu do ar.',
      meta: { category: 'relogios' },
    };
    return { status: 410, json: async () => problem };
  });
  await expect(
    orRemovedListing(api, api(getListing, { params: { slug: 'relogio-b9' } })),
  ).rejects.toMatchObject({
    init: { status: 410 },
    data: { detail: 'Saiu do ar.', category: 'relogios', similar: [{ id: 7 }] },
  });
  expect(asked.at(-1)).toContain('category=relogios');
});
