import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { openCase } from '#test/staff/cases.ts';
import { picture, openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import { filmOf } from '#test/files/videos.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, minute } from '#test/orders/sales.ts';

let sales: Deliveries;
beforeAll(async () => {
  sales = await openDeliveries();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const missing = {
  file: 'Envie pelo menos uma imagem ou um PDF que prove a entrega.',
  video: 'Envie pelo menos um vídeo que prove a entrega.',
};

const fetched = (url: string, who: Person) =>
  fetch(`${sales.ctx.config.publicUrl}${url}`, { headers: { authorization: `Bearer ${who.token}` } });

test('a note is enough when no other proof is required, and files are refused', async () => {
  const sale = await sales.begun('text');
  const refused = await sales.sendFile(sale, sale.seller);
  expect([refused.status, refused.body.detail]).toEqual([415, 'Esta entrega pede só o texto, sem arquivos.']);
  const other = await sales.begun('file');
  expect((await sales.deliver(sale, [await sales.sentUp(other)])).body.errors).toHaveProperty('fileIds');
  expect((await sales.deliver(sale)).status).toBe(200);
  expect((await sales.view(sale, sale.buyer)).deal).toMatchObject({
    deliveryProof: 'text',
    deliveryFiles: [],
  });
});

test.each(['file', 'video'] as const)(
  'without its %s nothing is delivered and nothing is lost (P13)',
  async (asks) => {
    const sale = await sales.begun(asks);
    for (const fileIds of [undefined, []]) {
      const { status, body } = await sales.deliver(sale, fileIds);
      expect([status, body.errors]).toEqual([400, { fileIds: missing[asks] }]);
    }
    const id = await sales.sentUp(sale, asks);
    const short = await sales.tryAct(sale, sale.seller, 'delivery', { note: 'curto', fileIds: [id] });
    expect(Object.keys(short.body.errors)).toEqual(['note']);
    expect(await sales.stateOf(sale)).toBe('in_delivery');
    // A reloaded page finds the earlier uploads.
    expect((await sales.view(sale, sale.seller)).deal.deliveryFiles).toMatchObject([{ id }]);
    expect((await sales.view(sale, sale.buyer)).deal.deliveryFiles).toEqual([]);
    expect((await sales.deliver(sale, [id])).status).toBe(200);
  },
);

test('an image is re-encoded, and both sides see the proof in the given sequence', async () => {
  const sale = await sales.begun('file');
  const sent = await picture();
  const { data: image } = await sales.sendFile(sale, sale.seller, sent, 'image/jpeg', 'a porta.jpeg');
  expect(image).toMatchObject({ name: 'a porta.jpeg', kind: 'image', views: [] });
  const receipt = await sales.sentUp(sale);
  expect((await sales.deliver(sale, [receipt, image.id])).status).toBe(200);
  for (const who of [sale.buyer, sale.seller, sales.admin]) {
    const { deliveryFiles } = (await sales.view(sale, who)).deal;
    expect(deliveryFiles).toMatchObject([{ id: receipt, kind: 'pdf' }, { id: image.id }]);
  }
  expect((await sales.view(sale)).deal).toBeNull();
  const { url } = (await sales.open(sale, image.id, sale.buyer)).data;
  const answer = await fetched(url, sale.buyer);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(image.contentHash);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  await sales.moveClock(6 * minute);
  expect((await fetched(url, sale.buyer)).status).toBe(403);
});

test.each([
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
] as const)(
  'a video of kind %s is stored as it was recorded and served as a download only',
  async (kind, type) => {
    const sale = await sales.begun('video');
    const film = filmOf(kind);
    const { data, status, text } = await sales.sendVideo(sale, sale.seller, film, type, `entrega.${kind}`);
    expect(status, text).toBe(201);
    expect(data).toMatchObject({ kind, bytes: film.length });
    expect(data.contentHash).toBe(createHash('sha256').update(film).digest('hex'));
    expect((await sales.deliver(sale, [data.id])).status).toBe(200);
    const { url } = (await sales.open(sale, data.id, sale.buyer)).data;
    const answer = await fetched(url, sale.buyer);
    expect(Buffer.from(await answer.arrayBuffer()).equals(film)).toBe(true);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="pedido-${sale.id}-entrega-${data.id}.${kind}"`,
    );
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  },
);

test('a category inherits the proof of its nearest ancestor, and an order keeps the proof it was placed with', async () => {
  const top = await sales.category({ deliveryProof: 'video' });
  const branch = await sales.category({ parentId: top });
  const leaf = await sales.category({ parentId: branch });
  const listing = await sales.publishedListing({ categoryId: leaf, stock: 9 });
  const change = async (id: number, deliveryProof: DeliveryProof | null) => {
    const body = { deliveryProof };
    const answer = await sales.request('PATCH', `/staff/categories/${id}`, {
      token: sales.admin.token,
      body,
    });
    expect([answer.status, answer.data.deliveryProof], answer.text).toEqual([200, deliveryProof]);
  };
  const bought = async () => {
    const sale = await sales.place(await sales.user(), listing);
    const { data } = await sales.request('GET', '/public/categories');
    const shown = data.items.find(({ id }: { id: number }) => id === leaf).deliveryProof;
    expect((await sales.view(sale, sale.seller)).deal.deliveryProof).toBe(shown);
    return { sale, shown };
  };
  const first = await bought();
  await change(branch, 'file');
  const second = await bought();
  await change(leaf, 'text');
  const third = await bought();
  await change(leaf, null);
  await change(branch, null);
  await change(top, null);
  const fourth = await bought();
  expect([first, second, third, fourth].map(({ shown }) => shown)).toEqual(['video', 'file', 'text', 'text']);
  await sales.bank.payCharge(first.sale.reference);
  await sales.act(first.sale, first.sale.seller, 'delivery-start');
  expect((await sales.deliver(first.sale)).body.errors).toEqual({ fileIds: missing.video });
  expect((await sales.deliver(first.sale, [await sales.sentUp(first.sale, 'video')])).status).toBe(200);
});

test('only one of the three proofs can be required, and only by an admin', async () => {
  const support = await sales.user({ role: 'support' });
  const set = (who: Person, deliveryProof: unknown) =>
    sales.request('PATCH', `/staff/categories/${sales.categories.text}`, {
      token: who.token,
      body: { deliveryProof },
    });
  expect((await set(sales.admin, 'audio')).body.errors).toEqual({
    deliveryProof: 'Escolha a prova da entrega.',
  });
  expect((await set(support, 'video')).body.code).toBe('forbidden');
});

test('each access is recorded with person, time and address, and staff names are shown to staff only', async () => {
  const sale = await sales.begun('file');
  const id = await sales.sentUp(sale);
  await sales.deliver(sale, [id]);
  const support = await sales.user({ role: 'support' });
  await sales.open(sale, id, sale.buyer);
  expect((await sales.open(sale, id, support)).status).toBe(404);
  await openCase(sales, sale, support);
  expect((await sales.open(sale, id, support, true)).status).toBe(200);
  const whoOf = async (who: Person) =>
    (await sales.view(sale, who)).deal.deliveryFiles[0].views.map((view: { who: string }) => view.who);
  expect(await whoOf(sale.seller)).toEqual(['Equipe Praça', `@${sale.buyer.username}`]);
  expect(await whoOf(sales.admin)).toEqual([`@${support.username}`, `@${sale.buyer.username}`]);
  const { data } = await sales.request('GET', `/staff/orders/${sale.id}`, { token: sales.admin.token });
  expect(data).toMatchObject({ deliveryProof: 'file', delivery: { deliveryFiles: [{ id }] } });
  const { rows } = await sql`
    select viewer_id, viewer_is, ip from delivery_file_views where file_id = ${id} order by id`.execute(
    sales.db,
  );
  expect(rows).toEqual([
    { viewer_id: sale.buyer.id, viewer_is: 'buyer', ip: '203.0.113.7' },
    { viewer_id: support.id, viewer_is: 'staff', ip: '203.0.113.7' },
  ]);
});

test('staff cannot open the proof of their own sale as staff', async () => {
  const sale = await sales.begun('file', { seller: await sales.user({ role: 'support' }) });
  const id = await sales.sentUp(sale);
  await sales.deliver(sale, [id]);
  expect((await sales.open(sale, id, sale.seller, true)).body.code).toBe('own_decision');
});

test('in a complaint staff see the proof beside the evidence', async () => {
  const sale = await sales.begun('video');
  await sales.deliver(sale, [await sales.sentUp(sale, 'video')]);
  const { data } = await sales.request('POST', `/orders/${sale.hash}/complaints`, {
    token: sale.buyer.token,
    key: true,
    body: { reason: 'not_received', wish: 'full', words: 'O vídeo mostra outra caixa, com outro endereço.' },
  });
  const found = await sales.request('GET', `/staff/complaints/${data.id}`, { token: sales.admin.token });
  expect(found.data.order.delivery.deliveryFiles).toMatchObject([{ kind: 'mp4', name: 'entrega.mp4' }]);
});

test('a late complaint does not remove earlier uploads', async () => {
  const sale = await sales.begun('file');
  const id = await sales.sentUp(sale);
  const { deal, now } = await sales.view(sale, sale.buyer);
  await sales.moveClock(Date.parse(deal.promisedAt) - Date.parse(now) + minute);
  const body = {
    reason: 'not_received',
    wish: 'full',
    words: 'Passou do prazo prometido e nada chegou aqui.',
  };
  const { data } = await sales.request('POST', `/orders/${sale.hash}/complaints`, {
    token: sale.buyer.token,
    key: true,
    body,
  });
  await sales.moveClock(day + minute);
  expect((await sales.sendFile(sale, sale.seller)).body.code).toBe('wrong_state');
  await sales.request('POST', `/complaints/${data.id}/withdrawal`, { token: sale.buyer.token, key: true });
  expect(await sales.stateOf(sale)).toBe('in_delivery');
  expect((await sales.deliver(sale, [id])).status).toBe(200);
});

test('unused uploads are deleted after a day, and a proof five years after its order', async () => {
  const taken = await sales.begun('file');
  const [proof, left] = [await sales.sentUp(taken), await sales.sentUp(taken)];
  const waiting = await sales.sentUp(await sales.begun('file'));
  await sales.deliver(taken, [proof]);
  await sales.act(taken, taken.buyer, 'confirmation');
  await sql`insert into delivery_file_views (file_id, viewer_id, viewer_is, ip)
    values (${proof}, ${taken.buyer.id}, 'buyer', '203.0.113.7')`.execute(sales.db);
  const present = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from delivery_files where id = any(${[proof, left, waiting]}::bigint[]) order by id`.execute(
      sales.db,
    );
    return rows.map(({ id }) => id);
  };
  const early = async () =>
    sql`delete from delivery_files where id = ${proof}`.execute(sales.db).catch(({ message }) => message);
  expect(await early()).toBe(`file ${proof} belongs to a delivery`);
  await sales.drain();
  expect(await present()).toEqual([proof, left, waiting]);
  await sales.moveClock(day + minute);
  await sales.drain();
  // An order in delivery still needs its proof; this one is cancelled a day later.
  expect(await present()).toEqual([proof, waiting]);
  await sales.moveClock(2 * day);
  await sales.drain();
  expect(await present()).toEqual([proof]);
  const refused = sql`select delete_delivery_files(${taken.id})`.execute(sales.db);
  await expect(refused).rejects.toThrow('is still kept');
  await sales.moveClock(5 * 366 * day);
  await sales.drain();
  expect(await present()).toEqual([]);
  expect(await sales.keptFiles()).toBe(0);
});
