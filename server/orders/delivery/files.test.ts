import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultDeliveryRules } from '#domain/orders/delivery-rules.ts';
import { pdf, picture, openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import { filmOf, startOfFilm } from '#test/files/videos.ts';

let sales: Deliveries;
beforeAll(async () => {
  sales = await openDeliveries();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

test('a file that is no video, whatever its declared type, leaving nothing behind', async () => {
  const sale = await sales.begun('video');
  const before = await sales.keptFiles();
  const heic = Buffer.concat([startOfFilm('heic'), Buffer.alloc(200)]);
  const noVideos = [
    heic,
    pdf,
    await picture(),
    Buffer.from('<html>'.repeat(30)),
    filmOf('mp4').subarray(0, 20),
  ];
  for (const bytes of noVideos) {
    const { status, body } = await sales.sendVideo(sale, sale.seller, bytes);
    expect([status, body.detail]).toEqual([
      415,
      'Esta entrega pede um vídeo. Envie um arquivo MP4, MOV ou WebM.',
    ]);
  }
  for (const type of [
    'image/jpeg',
    'application/pdf',
    'application/json',
    'video/x-msvideo',
    'application/zip',
  ])
    expect((await sales.sendVideo(sale, sale.seller, Buffer.from('{}'), type)).body).toMatchObject({
      code: 'unsupported_media',
      detail: expect.stringMatching(/Envie MP4, MOV ou WebM\.$/),
    });
  expect(await sales.keptFiles()).toBe(before);
});

test('a file that is neither image nor PDF, and a video when a file is required', async () => {
  const sale = await sales.begun('file');
  for (const bytes of [Buffer.from('Só um texto comprido.'), Buffer.from('<svg/>'), filmOf('mp4')])
    expect((await sales.sendFile(sale, sale.seller, bytes)).body.code).toBe('unsupported_media');
  expect((await sales.sendFile(sale, sale.seller, filmOf('mp4'), 'video/mp4')).body.code).toBe(
    'unsupported_media',
  );
  expect((await sales.sendVideo(sale, sale.seller, filmOf('mp4'))).body).toMatchObject({
    code: 'unsupported_media',
    detail: 'Esta entrega pede uma imagem ou um PDF. Envie um arquivo JPG, PNG, WebP ou PDF.',
  });
  const asked = await sales.begun('video');
  expect((await sales.sendFile(asked, asked.seller)).body.detail).toMatch(/pede um vídeo/);
});

test('no other endpoint accepts a video as its body', async () => {
  const headers = { 'content-type': 'video/mp4' };
  const body = filmOf('mp4');
  const { token } = sales.admin;
  for (const path of ['/orders', '/images'])
    expect((await sales.request('POST', path, { token, key: true, headers, body })).body.code).toBe(
      'unsupported_media',
    );
});

test('a video that is too large: by its declared length, or counted without one', async () => {
  await sales.setRules({
    deliveries: { ...defaultDeliveryRules, videoMegabytes: { max: 5 }, fileMegabytes: { max: 1 } },
  });
  const sale = await sales.begun('video');
  const before = await sales.keptFiles();
  const large = Buffer.concat([filmOf('mp4'), Buffer.alloc(5 * 1_048_576)]);
  const words = 'O arquivo é grande demais. O limite é 5 MB.';
  expect((await sales.sendVideo(sale, sale.seller, large)).body).toMatchObject({
    status: 413,
    detail: words,
  });
  const url = `${sales.ctx.config.publicUrl}/api/v1/orders/${sale.hash}/delivery-videos`;
  const inPieces = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${sale.seller.token}`, 'content-type': 'video/mp4' },
    body: new Blob([new Uint8Array(large)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await inPieces.json()).toMatchObject({ status: 413, detail: words });
  const other = await sales.begun('file');
  const long = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(1_100_000, 10), Buffer.from('%%EOF')]);
  expect((await sales.sendFile(other, other.seller, long, 'application/pdf')).body).toMatchObject({
    status: 413,
    detail: 'O arquivo é grande demais. O limite é 1 MB.',
  });
  expect(await sales.keptFiles()).toBe(before);
  await sales.setRules({ deliveries: defaultDeliveryRules });
});

test('an aborted upload leaves nothing behind', async () => {
  const sale = await sales.begun('video');
  const before = await sales.keptFiles();
  const stop = new AbortController();
  async function* half() {
    yield filmOf('mp4');
    setTimeout(() => stop.abort(), 50);
    await new Promise((resolve) => setTimeout(resolve, 200));
    yield Buffer.alloc(1_000);
  }
  await expect(
    fetch(`${sales.ctx.config.publicUrl}/api/v1/orders/${sale.hash}/delivery-videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sale.seller.token}`, 'content-type': 'video/mp4' },
      body: Readable.toWeb(Readable.from(half())),
      signal: stop.signal,
      duplex: 'half',
    } as RequestInit),
  ).rejects.toThrow();
  await expect.poll(sales.keptFiles).toBe(before);
  expect((await sales.view(sale, sale.seller)).deal.deliveryFiles).toEqual([]);
});

test('strangers get 404, and a buyer cannot upload proof', async () => {
  const sale = await sales.begun('file');
  const id = await sales.sentUp(sale);
  const stranger = await sales.user();
  const answers = await Promise.all([
    sales.sendFile(sale, stranger),
    sales.sendVideo(sale, stranger, filmOf('mp4')),
    sales.remove(sale, id, stranger),
    sales.open(sale, id, stranger),
    sales.open(sale, id, sale.buyer),
    sales.open(sale, id, sale.seller),
    sales.open(sale, id, sales.admin, true),
    sales.deliver(sale, [id], stranger),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  for (const answer of [
    await sales.sendFile(sale, sale.buyer),
    await sales.remove(sale, id, sale.buyer),
    await sales.deliver(sale, [id], sale.buyer),
  ])
    expect(answer.body.code).toBe('wrong_state');
  expect(
    (
      await sales.request('POST', `/orders/${sale.hash}/delivery-videos`, {
        body: filmOf('mp4'),
        headers: { 'content-type': 'video/mp4' },
      })
    ).status,
  ).toBe(401);
});

test('files of another order, of other people or listed twice', async () => {
  const sale = await sales.begun('file');
  const same = await sales.begun('file', { seller: sale.seller });
  const other = await sales.begun('file');
  const own = await sales.sentUp(sale);
  for (const ids of [[own, await sales.sentUp(same)], [await sales.sentUp(other)], [own, own], [999_999]])
    expect((await sales.deliver(sale, ids)).body.errors).toEqual({
      fileIds: 'Um arquivo não está mais aqui. Envie de novo.',
    });
  expect((await sales.remove(sale, await sales.sentUp(same))).status).toBe(404);
  expect((await sales.deliver(sale, [own])).status).toBe(200);
  const { deliveryFiles } = (await sales.view(sale, sale.buyer)).deal;
  expect(deliveryFiles.map(({ id }: { id: number }) => id)).toEqual([own]);
  expect((await sales.open(same, own, same.buyer)).status).toBe(404);
});

test('more files than allowed, even twenty at once, until one is removed', async () => {
  const sale = await sales.begun('file');
  const answers = await Promise.all(Array.from({ length: 20 }, () => sales.sendFile(sale, sale.seller)));
  const ids = answers.filter(({ status }) => status === 201).map(({ data }) => data.id as number);
  expect(ids).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(15);
  expect(answers.find(({ status }) => status !== 201)!.body.detail).toBe(
    'Cabem até 5 arquivos em cada entrega. Remova um para enviar outro.',
  );
  const before = await sales.keptFiles();
  expect((await sales.remove(sale, ids[0]!)).status).toBe(200);
  await sales.drain();
  expect(await sales.keptFiles()).toBe(before - 1);
  expect((await sales.sendFile(sale, sale.seller)).status).toBe(201);
  await sales.setRules({ deliveries: { ...defaultDeliveryRules, files: { max: 2 } } });
  expect((await sales.deliver(sale, ids.slice(1))).body.errors).toEqual({ fileIds: 'Envie até 2 arquivos.' });
  await sales.setRules({ deliveries: defaultDeliveryRules });
  expect((await sales.deliver(sale, ids.slice(1))).status).toBe(200);
});

test('before the delivery was started, and after it was made', async () => {
  const paid = await sales.paid({ categoryId: sales.categories.file });
  expect((await sales.sendFile(paid, paid.seller)).body.code).toBe('wrong_state');
  const sale = await sales.begun('file');
  const id = await sales.sentUp(sale);
  await sales.deliver(sale, [id]);
  for (const answer of [
    await sales.sendFile(sale, sale.seller),
    await sales.remove(sale, id),
    await sales.deliver(sale, [id]),
  ])
    expect(answer.body.code).toBe('wrong_state');
});

test('of ten concurrent deliveries one succeeds, with its proof attached once', async () => {
  const sale = await sales.begun('file');
  const ids = [await sales.sentUp(sale), await sales.sentUp(sale)];
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => sales.deliver(sale, ids)),
    sales.remove(sale, ids[0]!),
    sales.sendFile(sale, sale.seller),
  ]);
  const delivered = answers.slice(0, 10).filter(({ status }) => status === 200);
  const removed = answers[10]!.status === 200;
  // When the removal of a file came first, every delivery is refused because the file is missing.
  expect(delivered).toHaveLength(removed ? 0 : 1);
  if (removed) return;
  const { rows } = await sql<{ events: number; files: number }>`select
    (select count(*)::int from order_events where order_id = ${sale.id} and event = 'deliver') as events,
    (select count(*)::int from delivery_files where order_id = ${sale.id} and place is not null) as files`.execute(
    sales.db,
  );
  expect(rows).toEqual([{ events: 1, files: 2 }]);
});
