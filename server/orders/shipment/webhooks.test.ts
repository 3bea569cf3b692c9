import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';

let market: Parcels;
const secret = 'a secret that both know';
beforeAll(async () => {
  market = await openParcels();
  market.carrier.readWebhook = (headers, body) =>
    headers['x-signature'] === createHmac('sha256', secret).update(body).digest('hex')
      ? { labelIds: [JSON.parse(body.toString()).labelId] }
      : null;
});
afterAll(() => market.close());

function notify(labelId: string, { key = secret, provider = 'simulator' } = {}) {
  const body = JSON.stringify({ labelId });
  const headers = { 'x-signature': createHmac('sha256', key).update(body).digest('hex') };
  return market.request('POST', `/webhooks/shipping/${provider}`, { body, headers });
}

test('a signed webhook lets its parcel be read from the carrier at once, and its words count for nothing', async () => {
  const sale = await market.parcels.labelled();
  await market.ask(sale);
  market.carrier.report(sale.hash, 'posted', await market.now());
  await market.drain();
  expect(await market.stateOf(sale)).toBe('paid');
  for (let copies = 0; copies < 3; copies++) expect((await notify(`label-${sale.hash}`)).status).toBe(200);
  await market.drain();
  expect(await market.stateOf(sale)).toBe('in_delivery');
  expect((await market.view(sale, sale.buyer)).deal.shipment.events).toHaveLength(1);
});

test('a webhook that comes while its parcel is read lets it be read once more, also after a failed read', async () => {
  const { track } = market.carrier;
  for (const fails of [false, true]) {
    const sale = await market.parcels.labelled();
    market.carrier.track = async (labelId) => {
      market.carrier.track = track;
      const older = await track(labelId);
      market.carrier.report(sale.hash, 'posted', await market.now());
      expect((await notify(labelId)).status).toBe(200);
      if (fails) throw new Error('the carrier is away');
      return older;
    };
    await market.ask(sale);
    await market.drain();
    expect(market.carrier.track).toBe(track);
    expect(await market.stateOf(sale)).toBe('in_delivery');
  }
});

test('a webhook without a valid signature, or of another carrier, is refused', async () => {
  expect((await notify('label-1', { key: 'a guess' })).body.code).toBe('webhook_signature');
  expect((await notify('label-1', { provider: 'melhor_envio' })).status).toBe(404);
});

test('a webhook about an unknown label changes nothing', async () => {
  expect((await notify('label-of-another-shop')).status).toBe(200);
});
