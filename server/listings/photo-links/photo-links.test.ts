import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { deleteExpired } from '#server/accounts/jobs.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
let jpeg: Buffer;
beforeAll(async () => {
  market = await createMarket();
  jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#36c' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => market.close());

interface Draft {
  id: number;
  seller: Person;
}

/** A draft with one photo that the seller uploaded from the computer. */
const draft = (): Promise<Draft> => market.draft();

const link = (way: 'GET' | 'POST' | 'DELETE', { id, seller }: Draft) =>
  market.request(way, `/listings/${id}/photo-link`, { token: seller.token });

/** The token in the fragment of a link's URL. */
async function newLink(of: Draft): Promise<string> {
  const answer = await link('POST', of);
  expect(answer.status, answer.text).toBe(201);
  return new URL(answer.data.url).hash.slice(1);
}

/** Each phone has its own network, because opening links is limited by network. */
let networks = 0;
const claim = (token: string, cookies: Record<string, string> = {}) => {
  networks += 1;
  const ip = `10.0.${networks >> 8}.${networks & 255}`;
  return market.request('POST', '/public/photo-link-claims', { body: { token }, cookies, ip });
};

/** The cookie of a phone that opened the link. */
async function phone(token: string): Promise<Record<string, string>> {
  const answer = await claim(token);
  expect(answer.status, answer.text).toBe(201);
  const set = [answer.headers['set-cookie']].flat().map(String);
  const cookie = set.find((line) => line.startsWith('praca_fotos='))!;
  expect(cookie).toMatch(/HttpOnly/i);
  return { praca_fotos: /^praca_fotos=([^;]+)/.exec(cookie)![1]! };
}

const send = (cookies: Record<string, string>, name: string = randomUUID(), body: Buffer = jpeg) =>
  market.request('POST', `/photo-link/photos?name=${name}`, {
    cookies,
    body,
    headers: { 'content-type': 'image/jpeg' },
  });

async function photosOf({ id, seller }: Draft): Promise<number[]> {
  const { data } = await market.request('GET', `/listings/${id}`, { token: seller.token });
  return data.images.map((image: { id: number }) => image.id);
}

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];
const expired = [410, 'link_expired'];

test('a phone adds photos to the draft, and the computer sees them', async () => {
  const of = await draft();
  const before = await photosOf(of);
  const token = await newLink(of);
  expect((await link('GET', of)).data.link).toMatchObject({ open: true, claimed: false, images: [] });

  const cookies = await phone(token);
  expect((await market.request('GET', '/photo-link', { cookies })).data).toMatchObject({
    photos: 1,
    max: 10,
  });
  const sent = await send(cookies);
  expect([sent.status, sent.data.photos]).toEqual([201, 2]);
  const after = await photosOf(of);
  expect(after.slice(0, -1)).toEqual(before);
  expect((await link('GET', of)).data.link).toMatchObject({
    open: true,
    claimed: true,
    images: [{ id: after.at(-1), width: 300, height: 200 }],
  });
  const { rows } = await sql<{ owner_id: number; kinds: number }>`
    select owner_id, (select count(*)::int from events where kind = 'listing.phone_opened'
      and subject_id = ${of.id}) as kinds from images where id = ${after.at(-1)}`.execute(market.ctx.db);
  expect(rows).toEqual([{ owner_id: of.seller.id, kinds: 1 }]);
});

test('neither the link nor the key of the phone is stored in plain text', async () => {
  const token = await newLink(await draft());
  const { praca_fotos: key } = await phone(token);
  const { rows } = await sql<{ row: string }>`select p::text as row from photo_links p`.execute(
    market.ctx.db,
  );
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(key);
    expect(row).not.toContain(Buffer.from(token).toString('hex'));
  }
});

test('a link opens for one phone only, also when twenty open it at once', async () => {
  const token = await newLink(await draft());
  const answers = await Promise.all(Array.from({ length: 20 }, () => claim(token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(refusal(answer)).toEqual(expired);
  expect(refusal(await claim(token))).toEqual(expired);
  expect(refusal(await claim('x'.repeat(43)))).toEqual(expired);
});

test('only the phone that opened a link can open it again until it expires', async () => {
  const of = await draft();
  const token = await newLink(of);
  const cookies = await phone(token);
  await send(cookies);
  const again = await Promise.all(Array.from({ length: 5 }, () => claim(token, cookies)));
  for (const { status, data } of again) expect([status, data.photos]).toEqual([201, 2]);
  expect((await send(cookies)).status).toBe(201);
  const { rows } =
    await sql`select from events where kind = 'listing.phone_opened' and subject_id = ${of.id}`.execute(
      market.ctx.db,
    );
  expect(rows).toHaveLength(1);

  const other = await phone(await newLink(await draft()));
  expect(refusal(await claim(token, other))).toEqual(expired);
  expect(refusal(await claim(token, { praca_fotos: token }))).toEqual(expired);
  await newLink(of);
  expect(refusal(await claim(token, cookies))).toEqual(expired);
});

test('a phone that opens the link of another draft loses access to the first one', async () => {
  const cookies = await phone(await newLink(await draft()));
  const of = await draft();
  const answer = await claim(await newLink(of), cookies);
  expect(answer.status, answer.text).toBe(201);
  const key = /praca_fotos=([^;]+)/.exec(String(answer.headers['set-cookie']))![1]!;
  expect(key).not.toBe(cookies.praca_fotos);
  await send({ praca_fotos: key });
  expect(await photosOf(of)).toHaveLength(2);
});

test('a new link of the draft invalidates the previous one and its phone', async () => {
  const of = await draft();
  const first = await newLink(of);
  const cookies = await phone(first);
  const second = await newLink(of);
  expect(refusal(await send(cookies))).toEqual(expired);
  expect(refusal(await claim(first))).toEqual(expired);
  expect((await send(await phone(second))).status).toBe(201);
});

test('a link expires after its minutes, opened or not, and is deleted', async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  const unopened = await newLink(await draft());
  await sql`update photo_links set created_at = created_at - interval '16 minutes',
    expires_at = expires_at - interval '16 minutes'`.execute(market.ctx.db);
  expect(refusal(await send(cookies))).toEqual(expired);
  expect(refusal(await market.request('GET', '/photo-link', { cookies }))).toEqual(expired);
  expect(refusal(await claim(unopened))).toEqual(expired);
  expect((await link('GET', of)).data.link).toMatchObject({ open: false });
  await sql`update photo_links set created_at = created_at - interval '1 hour',
    expires_at = expires_at - interval '1 hour'`.execute(market.ctx.db);
  await deleteExpired.run(market.ctx);
  expect((await link('GET', of)).data.link).toBe(null);
});

test('a link ends by the computer, by the phone, and by signing out', async () => {
  const of = await draft();
  const byComputer = await phone(await newLink(of));
  expect((await link('DELETE', of)).status).toBe(200);
  expect((await link('DELETE', of)).status).toBe(200);
  expect(refusal(await send(byComputer))).toEqual(expired);

  const byPhone = await phone(await newLink(of));
  expect((await market.request('DELETE', '/photo-link', { cookies: byPhone })).status).toBe(200);
  expect(refusal(await send(byPhone))).toEqual(expired);

  const bySignOut = await phone(await newLink(of));
  expect((await market.request('DELETE', '/sessions/current', { token: of.seller.token })).status).toBe(200);
  expect(refusal(await send(bySignOut))).toEqual(expired);
});

test('a draft that was submitted or removed accepts no more photos', async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  const submitted = await market.request('POST', `/listings/${of.id}/submission`, {
    token: of.seller.token,
    key: true,
  });
  expect(submitted.status, submitted.text).toBe(200);
  expect(refusal(await send(cookies))).toEqual(expired);
  expect(refusal(await link('POST', of))).toEqual([409, 'wrong_state']);

  const gone = await draft();
  const other = await phone(await newLink(gone));
  expect((await market.request('DELETE', `/listings/${gone.id}`, { token: gone.seller.token })).status).toBe(
    200,
  );
  expect(refusal(await send(other))).toEqual(expired);
});

test('the key gives access to one draft and nothing else of the seller', async () => {
  const of = await draft();
  const other = await draft();
  const cookies = await phone(await newLink(of));
  await newLink(other);
  await send(cookies);
  expect(await photosOf(other)).toHaveLength(1);
  for (const path of [`/listings/${of.id}`, '/user', '/notifications', `/listings/${of.id}/photo-link`])
    expect(refusal(await market.request('GET', path, { cookies }))).toEqual([401, 'unauthenticated']);
  const change = { cookies, body: { title: 'Outro título bem comprido' } };
  expect(refusal(await market.request('PATCH', `/listings/${of.id}`, change))).toEqual([
    401,
    'unauthenticated',
  ]);
});

test('a phone gets nothing of the session that created its link, and keeps its own session', async () => {
  const cookies = await phone(await newLink(await draft()));
  const answers = [
    await market.request('GET', '/photo-link', { cookies }),
    await send(cookies),
    await market.request('DELETE', '/photo-link', { cookies }),
  ];
  for (const answer of answers) {
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(String(answer.headers['set-cookie'])).not.toContain('praca_files');
  }
});

test("another seller's draft gives no link, and a session is no phone key", async () => {
  const of = await draft();
  const stranger = await market.user();
  for (const way of ['GET', 'POST', 'DELETE'] as const)
    expect(refusal(await link(way, { id: of.id, seller: stranger }))).toEqual([404, 'not_found']);
  expect(refusal(await market.request('GET', '/photo-link', { token: of.seller.token }))).toEqual(expired);
});

test('a phone with a signed-in session works as any other', async () => {
  const of = await draft();
  const token = await newLink(of);
  const stranger = await market.user();
  const cookies = await phone(token);
  const sent = await market.request('POST', `/photo-link/photos?name=${randomUUID()}`, {
    cookies,
    body: jpeg,
    headers: {
      'content-type': 'image/jpeg',
      ...(await xsrf()),
      authorization: `Bearer ${stranger.token}`,
    },
  });
  expect(sent.status, sent.text).toBe(201);
  expect(await photosOf(of)).toHaveLength(2);
});

test('a page of another site cannot upload: the key without the CSRF proof is refused', async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  const forged = await market.request('POST', `/photo-link/photos?name=${randomUUID()}`, {
    cookies,
    body: jpeg,
    headers: { 'content-type': 'image/jpeg', 'x-xsrf-token': 'forjado' },
  });
  expect(refusal(forged)).toEqual([403, 'xsrf_mismatch']);
});

test('a listing accepts ten photos, also of twenty at once, and a photo sent twice is added once', async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  const name = randomUUID();
  const twice = await Promise.all([send(cookies, name), send(cookies, name)]);
  expect(twice.map(({ status }) => status)).toEqual([201, 201]);
  expect(await photosOf(of)).toHaveLength(2);
  const many = await Promise.all(Array.from({ length: 20 }, () => send(cookies)));
  expect(many.filter(({ status }) => status === 201)).toHaveLength(8);
  for (const answer of many.filter(({ status }) => status !== 201))
    expect(refusal(answer)).toEqual([409, 'limit_reached']);
  expect(await photosOf(of)).toHaveLength(10);
  expect((await send(cookies, name)).status).toBe(201);
});

test('a file that is no photo is refused, and a photo without a name too', async () => {
  const cookies = await phone(await newLink(await draft()));
  expect(refusal(await send(cookies, randomUUID(), Buffer.from('isto não é foto')))).toEqual([
    415,
    'unsupported_media',
  ]);
  expect(refusal(await send(cookies, 'foto'))).toEqual([400, 'invalid_request']);
});

test("photos by phone count in the seller's daily limit", async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  const megabytes = defaultRules.uploads.megabytesPerDay;
  await sql`insert into uploads (owner_id, door, bytes) values (${of.seller.id}, 'photo', ${megabytes * 1_048_576})`.execute(
    market.ctx.db,
  );
  expect(refusal(await send(cookies))).toEqual([429, 'too_many_requests']);
  expect(await photosOf(of)).toHaveLength(1);
});

test('photos by phone and from the computer share the daily limit of three hundred', async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  await market.request('POST', '/images', {
    token: of.seller.token,
    body: jpeg,
    headers: { 'content-type': 'image/jpeg' },
  });
  await sql`update attempts set count = 300 where key = ${`POST /images user:${of.seller.id}`}`.execute(
    market.ctx.db,
  );
  expect(refusal(await send(cookies))).toEqual([429, 'too_many_requests']);
});

test('a suspended or closed account cannot use a phone link', async () => {
  const of = await draft();
  const cookies = await phone(await newLink(of));
  const unopened = await newLink(await market.draft({ seller: of.seller }));
  await sql`update users set state = 'suspended', suspended_until = market_now() + interval '9 days' where id = ${of.seller.id}`.execute(
    market.ctx.db,
  );
  expect(refusal(await send(cookies))).toEqual([403, 'account_suspended']);
  expect(refusal(await claim(unopened))).toEqual([403, 'account_suspended']);
  expect(refusal(await link('POST', of))).toEqual([403, 'account_suspended']);
});

test.each([
  ['whose person was banned', sql`update users set state = 'banned' where id = `],
  ['whose session ran out', sql`update sessions set expires_at = market_now() where user_id = `],
])('a link %s opens nothing, for the phone that has it and for another', async (_what, end) => {
  const of = await draft();
  const token = await newLink(of);
  const unopened = await newLink(await market.draft({ seller: of.seller }));
  const cookies = await phone(token);
  await sql`${end}${of.seller.id}`.execute(market.ctx.db);
  for (const answer of [await claim(token, cookies), await claim(unopened), await send(cookies)])
    expect(refusal(answer)).toEqual(expired);
});

test('PostgreSQL refuses a link of another seller’s draft, and one that lasts for hours', async () => {
  const of = await draft();
  const { db } = market.ctx;
  const stranger = await market.user();
  const write = (userId: number, life: string) =>
    sql`insert into photo_links (listing_id, session_id, token_hash, expires_at)
      select ${of.id}, id, sha256('x'), market_now() + ${life}::interval from sessions
      where user_id = ${userId} limit 1`.execute(db);
  await expect(write(stranger.id, '5 minutes')).rejects.toThrow('belongs to the seller');
  await expect(write(of.seller.id, '2 hours')).rejects.toThrow('photo_links_check');
});

async function xsrf(): Promise<Record<string, string>> {
  const { cookies } = await market.app.inject({ method: 'GET', url: '/api/v1/public/logo' });
  const value = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value;
  return { cookie: `XSRF-TOKEN=${value}`, 'x-xsrf-token': value };
}
