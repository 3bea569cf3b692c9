import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour, minute } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterAll(() => market.sales.close());

async function picture(): Promise<Buffer> {
  const flat = sharp({ create: { width: 90, height: 60, channels: 3, background: '#a3b18a' } });
  return flat
    .withExif({ IFD0: { Artist: 'Fulana de Tal' } })
    .jpeg()
    .toBuffer();
}

const send = (dispute: Dispute, who: Person, bytes: Buffer, name: string) =>
  market.sales.request('POST', `/complaints/${dispute.complaintId}/files?name=${encodeURIComponent(name)}`, {
    token: who.token,
    body: bytes,
    headers: { 'content-type': 'text/plain' },
  });
const open = (dispute: Dispute, fileId: number, who: Person, staff = false) =>
  market.sales.request(
    'POST',
    `${staff ? '/staff' : ''}/complaints/${dispute.complaintId}/files/${fileId}/openings`,
    {
      token: who.token,
      ip: '203.0.113.7',
    },
  );
const ask = (dispute: Dispute, side: string) =>
  market.post(market.support, `/staff/complaints/${dispute.complaintId}/requests`, { side, words });
const photo = async (dispute: Dispute, who: Person) =>
  expect((await send(dispute, who, await picture(), 'tela.jpg')).status).toBe(201);
const fetched = async (url: string, who: Person) =>
  fetch(`${market.sales.ctx.config.publicUrl}${url}`, { headers: { authorization: `Bearer ${who.token}` } });

test('an image is re-encoded, stored under its hash, and opened by a link that expires in minutes (F46)', async () => {
  const dispute = await market.opened();
  const sent = await picture();
  const { data, status } = await send(dispute, dispute.buyer, sent, 'tela do erro.jpeg');
  expect([status, data]).toMatchObject([
    201,
    { side: 'buyer', name: 'tela do erro.jpeg', kind: 'image', views: [] },
  ]);
  const { url } = (await open(dispute, data.id, dispute.seller)).data;
  const answer = await fetched(url, dispute.seller);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(data.contentHash);
  expect(bytes.equals(sent)).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  expect(answer.headers.get('content-disposition')).toBe(
    `inline; filename="reclamacao-${dispute.complaintId}-prova-${data.id}.webp"`,
  );
  await market.sales.moveClock(6 * minute);
  expect((await fetched(url, dispute.seller)).status).toBe(403);
});

test('each opening is recorded with person, time and address, and both sides can read it (F46)', async () => {
  const dispute = await market.mediated();
  const { data } = await send(dispute, dispute.buyer, Buffer.from('Log: código já usado.'), 'log.txt');
  await open(dispute, data.id, dispute.seller);
  await open(dispute, data.id, market.support, true);
  const { files } = await market.seen(dispute);
  expect(files[0].views).toMatchObject([{ who: 'Equipe Praça' }, { who: `@${dispute.seller.username}` }]);
  const staff = await market.sales.request('GET', `/staff/complaints/${dispute.complaintId}`, {
    token: market.admin.token,
  });
  expect(staff.data.files[0].views[0].who).toBe(`@${market.support.username}`);
  const { rows } =
    await sql`select viewer_id, viewer_is, ip from complaint_file_views where file_id = ${data.id}
    order by id`.execute(market.sales.db);
  expect(rows).toEqual([
    { viewer_id: dispute.seller.id, viewer_is: 'seller', ip: '203.0.113.7' },
    { viewer_id: market.support.id, viewer_is: 'staff', ip: '203.0.113.7' },
  ]);
  await expect(
    sql`delete from complaint_file_views where file_id = ${data.id}`.execute(market.sales.db),
  ).rejects.toThrow();
});

test('strangers get 404 for the case and its evidence', async () => {
  const dispute = await market.opened();
  const other = await market.opened();
  const { data } = await send(dispute, dispute.buyer, Buffer.from('Uma prova em texto.'), 'a.txt');
  const stranger = await market.sales.user();
  expect((await send(dispute, stranger, Buffer.from('Mentira.'), 'a.txt')).status).toBe(404);
  expect((await open(dispute, data.id, stranger)).status).toBe(404);
  expect((await open(dispute, data.id, market.admin)).status).toBe(404);
  // A file of one case is none of another.
  expect((await open(other, data.id, other.buyer)).status).toBe(404);
  const { rows } = await sql`select from complaint_file_views where file_id = ${data.id}`.execute(
    market.sales.db,
  );
  expect(rows).toHaveLength(0);
});

test('staff who bought or sold cannot open it as staff', async () => {
  const seller = await market.sales.user({ role: 'support' });
  const dispute = await market.opened({ seller });
  const { data } = await send(dispute, dispute.buyer, Buffer.from('Uma prova em texto.'), 'a.txt');
  expect((await open(dispute, data.id, seller, true)).body.code).toBe('own_decision');
});

test('files are checked by content, not by name: markup, false images and archives are refused (T81)', async () => {
  const dispute = await market.opened();
  const refused = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('<!doctype html><p>oi'),
    Buffer.from('504b0304140000000800', 'hex'),
    Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('not a picture at all')]),
    Buffer.from([0xff, 0xfe, 0x00, 0x01]),
  ];
  for (const bytes of refused)
    expect((await send(dispute, dispute.buyer, bytes, 'foto.jpg')).body.code).toBe('unsupported_media');
  const pdf = await send(
    dispute,
    dispute.buyer,
    Buffer.from('%PDF-1.4\n%%EOF'),
    '../../etc/nota\u202efdp.exe',
  );
  expect(pdf.data).toMatchObject({ kind: 'pdf', name: 'notafdp.exe' });
  expect((await send(dispute, dispute.buyer, Buffer.alloc(11 * 1024 * 1024, 65), 'grande.txt')).status).toBe(
    413,
  );
});

test('a side may add at most ten files, even twenty at once (R01)', async () => {
  const dispute = await market.opened();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      send(dispute, dispute.buyer, Buffer.from(`Prova ${at}`), `${at}.txt`),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(10);
  expect((await send(dispute, dispute.seller, Buffer.from('A minha prova'), 'minha.txt')).status).toBe(201);
});

test('a closed case accepts no more evidence', async () => {
  const dispute = await market.opened();
  await market.act(dispute, dispute.buyer, 'withdrawal');
  expect((await send(dispute, dispute.buyer, Buffer.from('Tarde demais.'), 'a.txt')).body.code).toBe(
    'wrong_state',
  );
});

describe('a side that staff asked for evidence (R06)', () => {
  test('and that sends the file without a text has answered', async () => {
    const dispute = await market.mediated();
    await photo(dispute, dispute.seller);
    await ask(dispute, 'buyer');
    await ask(dispute, 'seller');
    await market.sales.moveClock(47 * hour);
    await photo(dispute, dispute.buyer);
    await market.pass(hour);
    const { requests } = await market.seen(dispute);
    // What the seller sent before they were asked is no answer.
    expect(requests).toMatchObject([
      { side: 'buyer', lapsedAt: null, answer: null },
      { side: 'seller', lapsedAt: expect.any(String) },
    ]);
    await market.pass(30 * hour);
    expect(await market.stateOf(dispute)).toBe('in_mediation');
    const late = await market.call(dispute, dispute.buyer, `requests/${requests[0].id}/answer`, { words });
    expect(late.status).toBe(200);
  });

  test('twice and that answers once loses the other point, and not the complaint', async () => {
    const dispute = await market.mediated();
    await ask(dispute, 'buyer');
    await ask(dispute, 'buyer');
    const { id } = (await market.seen(dispute)).requests[1];
    await market.act(dispute, dispute.buyer, `requests/${id}/answer`, { words });
    await market.pass(48 * hour);
    expect((await market.seen(dispute)).requests[0].lapsedAt).not.toBeNull();
    await market.pass(48 * hour);
    expect(await market.stateOf(dispute)).toBe('in_mediation');
  });

  test('and that sends its file on the last day, after the point was lost, does not lose the complaint', async () => {
    const dispute = await market.mediated();
    await ask(dispute, 'buyer');
    await market.pass(48 * hour);
    await market.sales.moveClock(23 * hour);
    await photo(dispute, dispute.buyer);
    await market.pass(2 * hour);
    expect(await market.stateOf(dispute)).toBe('in_mediation');
  });
});
