import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFcm } from '#server/adapters/push/fcm.ts';
import { createBrowser, openPushService } from '#test/notifications/push-service.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
let market: Market;
let made = 0;
beforeAll(async () => {
  service = await openPushService();
  market = await createMarket({ PUSH_HOSTS: service.host });
});
afterAll(async () => {
  await market.close();
  await service.close();
});
beforeEach(() => void service.delivered.splice(0));

const browserOf = () => createBrowser(service.host, `/browser/${++made}`);

const save = (person: Person, hash: string) =>
  market.request('POST', '/user-tokens', { token: person.token, body: { hash } });

/** A question, which notifies its seller; the notice and its deliveries are then queued. */
async function ask(seller: Person): Promise<void> {
  const listing = await market.publishedListing({ seller, stock: 2 });
  const { token } = await market.user();
  const asked = await market.request('POST', `/listings/${listing.id}/questions`, {
    token,
    key: true,
    body: { text: 'Vem com a caixa e o cabo?' },
  });
  expect(asked.status, asked.text).toBe(201);
  await market.drain();
  await market.drain();
}

const tokens = async (person: Person) => {
  const { rows } = await sql<{ hash: string }>`
    select hash from push_tokens where user_id = ${person.id}`.execute(market.ctx.db);
  return rows.map(({ hash }) => hash);
};

describe('standard Web Push', () => {
  test('a notice reaches the browser encrypted and signed by the server, and only the browser can decrypt it', async () => {
    const seller = await market.user();
    const browser = browserOf();
    expect((await save(seller, browser.hash)).data).toEqual({ ok: true });
    await ask(seller);
    const asked = service.delivered.filter(({ path }) => browser.subscription.endpoint.endsWith(path));
    const opened = asked.map(({ body }) => browser.open(body));
    const message = opened.find(({ title }) => String(title).includes('ergunta'))!;
    expect(message).toMatchObject({ v: 1, tag: expect.stringMatching(/^n\d+$/), body: 'Toque para ver.' });
    expect(String(message.url)).toMatch(/^\//);
    const { headers } = asked[0]!;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
    await expectSignature(String(headers.authorization));
  });

  test('every browser gets the same public key', async () => {
    const [one, two] = await Promise.all([
      market.request('GET', '/public/push'),
      market.request('GET', '/public/push'),
    ]);
    expect(one.data).toMatchObject({ provider: 'web', firebase: null, prompt: 'soft' });
    expect(Buffer.from(one.data.vapidKey, 'base64url')).toHaveLength(65);
    expect(two.data.vapidKey).toBe(one.data.vapidKey);
  });

  test('a token that is gone is deleted, and a busy push service is retried', async () => {
    const seller = await market.user();
    const [gone, busy] = [browserOf(), browserOf()];
    service.answer(new URL(gone.subscription.endpoint).pathname, 410);
    service.answer(new URL(busy.subscription.endpoint).pathname, 503);
    await save(seller, gone.hash);
    await save(seller, busy.hash);
    await ask(seller);
    expect(await tokens(seller)).toEqual([busy.hash]);
    const { rows } = await sql<{ attempts: number }>`
      select j.attempts from graphile_worker.jobs j where j.task_identifier = 'push.send' and j.last_error is not null`.execute(
      market.ctx.db,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('a token is stored once however often it is sent, and moves to the last person of the browser', async () => {
    const [ana, bia] = [await market.user(), await market.user()];
    const { hash } = browserOf();
    await Promise.all(Array.from({ length: 20 }, () => save(ana, hash)));
    expect(await tokens(ana)).toEqual([hash]);
    await save(bia, hash);
    expect([await tokens(ana), await tokens(bia)]).toEqual([[], [hash]]);
  });

  test('a browser whose session ended gets no more messages', async () => {
    const seller = await market.user();
    const browser = browserOf();
    await save(seller, browser.hash);
    await market.request('DELETE', '/sessions/current', { token: seller.token });
    expect(await tokens(seller)).toEqual([]);
  });

  test.each([
    ['an address of this machine', 'http://127.0.0.1:9/x'],
    ['an address of a private network', 'https://10.0.0.1/x'],
    ['another port of a known service', 'https://fcm.googleapis.com:444/x'],
    ['a name that only ends like a known one', 'https://evilfcm.googleapis.com.example/x'],
    ['an address with a password', 'https://a:b@fcm.googleapis.com/x'],
    ['plain HTTP', 'http://fcm.googleapis.com/x'],
  ])('%s is no push service: nothing is ever sent there', async (_what, endpoint) => {
    const person = await market.user();
    const { subscription } = browserOf();
    const hash = Buffer.from(JSON.stringify({ ...subscription, endpoint })).toString('base64url');
    const { status, body } = await save(person, hash);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['hash']]);
    expect(await tokens(person)).toEqual([]);
  });

  test('a token that is too short, too long or malformed, and an anonymous caller, are refused', async () => {
    const person = await market.user();
    for (const hash of ['curto', 'x'.repeat(5_000), 'com espaço no meio do caminho'])
      expect((await save(person, hash)).status).toBe(400);
    expect((await market.request('POST', '/user-tokens', { body: { hash: 'x'.repeat(40) } })).status).toBe(
      401,
    );
  });
});

async function expectSignature(authorization: string): Promise<void> {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization)!;
  const point = Buffer.from(key!, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { payload } = await jwtVerify(token!, await importJWK(jwk, 'ES256'));
  expect(payload).toMatchObject({ aud: `http://${service.host}`, sub: 'mailto:contato@praca.example' });
}

const choose = (person: Person, body: object) =>
  market.request('PUT', '/notice-preferences', { token: person.token, body });
const mailsTo = async ({ email }: Person) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where recipient = ${email}`.execute(market.ctx.db);
  return rows.map(({ subject }) => subject);
};

/** The subjects about a question. */
const asking = (subjects: string[]) => subjects.filter((subject) => subject.includes('ergunta'));

test('the picture that the service worker shows with a message exists on the site', async () => {
  const worker = await readFile('public/firebase-messaging-sw.js', 'utf8');
  const [, icon] = /icon: '([^']+)'/.exec(worker)!;
  expect(await market.request('GET', `/${icon}`)).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/svg+xml' },
  });
});

describe('the choice of channels', () => {
  test('a notice is also sent as a letter, unless its group was muted', async () => {
    const [listener, muted] = [await market.user(), await market.user()];
    await choose(muted, { group: 'questions', email: false, push: false });
    const browser = browserOf();
    await save(muted, browser.hash);
    await ask(listener);
    await ask(muted);
    expect(asking(await mailsTo(listener))).toHaveLength(1);
    expect(asking(await mailsTo(muted))).toHaveLength(0);
    const titles = service.delivered
      .filter(({ path }) => browser.subscription.endpoint.endsWith(path))
      .map(({ body }) => String(browser.open(body).title));
    expect(titles.filter((title) => title.includes('ergunta'))).toEqual([]);
  });

  test('money, security and complaints cannot be muted', async () => {
    const person = await market.user();
    for (const group of ['money', 'security', 'complaints']) {
      const { status, body } = await choose(person, { group, email: false, push: false });
      expect([status, body.code]).toEqual([409, 'notice_locked']);
    }
    expect((await choose(person, { group: 'fofoca', email: true, push: true })).status).toBe(400);
  });

  test('the stored choice is the one that is shown', async () => {
    const person = await market.user();
    await choose(person, { group: 'social', email: true, push: false });
    const { data } = await market.request('GET', '/notice-preferences', { token: person.token });
    const of = (name: string) => data.items.find(({ group }: { group: string }) => group === name);
    expect(of('social')).toEqual({ group: 'social', email: true, push: false, locked: false });
    expect(of('money')).toEqual({ group: 'money', email: true, push: true, locked: true });
    expect(data.browsers).toBe(0);
  });

  test('all notices up to one are marked as read at once, and those of others stay unread', async () => {
    const [mine, other] = [await market.user(), await market.user()];
    await ask(mine);
    await ask(mine);
    await ask(other);
    const list = async ({ token }: Person) =>
      (await market.request('GET', '/notifications', { token })).data.items;
    const [newest] = await list(mine);
    const body = { read: 1, upTo: newest.id };
    const { data } = await market.request('PUT', '/notifications', { token: mine.token, body });
    expect(data.marked).toBe((await list(mine)).length);
    expect((await list(mine)).every(({ read }: { read: number }) => read === 1)).toBe(true);
    expect((await list(other)).some(({ read }: { read: number }) => read === 0)).toBe(true);
  });
});

describe('Firebase', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const asked: { path: string; authorization: string | undefined; body: string }[] = [];
  let answer: { status: number; body: object } = { status: 200, body: { name: 'projects/p/messages/1' } };
  let origin = '';
  const double = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      asked.push({ path: request.url!, authorization, body });
      const token = { access_token: 'acesso', expires_in: 3_599, token_type: 'Bearer' };
      const reply = request.url === '/token' ? { status: 200, body: token } : answer;
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(reply.body));
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
  });
  afterAll(() => void double.close());
  beforeEach(() => void asked.splice(0));

  const sender = () =>
    createFcm({
      projectId: 'praca-teste',
      clientEmail: 'praca@praca-teste.iam.example',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      tokenUri: `${origin}/token`,
      baseUrl: origin,
      publicUrl: 'https://praca.example',
    });
  const message = {
    title: 'Venda nova',
    body: 'Entregue até amanhã.',
    url: '/pedido/x',
    tag: 'n1',
    ttlSeconds: 60,
  };

  test('sends one request per browser, as documented, with one access token', async () => {
    const fcm = sender();
    expect(await fcm.send('token-do-navegador', message)).toBe('sent');
    expect(await fcm.send('token-do-navegador', message)).toBe('sent');
    expect(asked.map(({ path }) => path)).toEqual([
      '/token',
      '/v1/projects/praca-teste/messages:send',
      '/v1/projects/praca-teste/messages:send',
    ]);
    const assertion = new URLSearchParams(asked[0]!.body).get('assertion')!;
    expect(decodeJwt(assertion)).toMatchObject({
      iss: 'praca@praca-teste.iam.example',
      aud: `${origin}/token`,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
    });
    expect(asked[1]!.authorization).toBe('Bearer acesso');
    expect(JSON.parse(asked[1]!.body)).toEqual({
      message: {
        token: 'token-do-navegador',
        data: { v: '1', title: 'Venda nova', body: 'Entregue até amanhã.', url: '/pedido/x', tag: 'n1' },
        webpush: {
          headers: { TTL: '60', Urgency: 'high' },
          fcm_options: { link: 'https://praca.example/pedido/x' },
        },
      },
    });
  });

  test.each([
    [404, 'UNREGISTERED', 'gone'],
    [403, 'SENDER_ID_MISMATCH', 'gone'],
  ])('%i %s means that the browser is gone', async (status, errorCode, outcome) => {
    answer = { status, body: { error: { status: 'X', details: [{ errorCode }] } } };
    expect(await sender().send('velho', message)).toBe(outcome);
  });

  test.each([
    [429, 'QUOTA_EXCEEDED'],
    [503, 'UNAVAILABLE'],
    [400, 'INVALID_ARGUMENT'],
  ])('%i %s is tried again and keeps the token', async (status, errorCode) => {
    answer = { status, body: { error: { status: errorCode, details: [{ errorCode }] } } };
    await expect(sender().send('novo', message)).rejects.toThrow(errorCode);
  });
});
