import { createConnection } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let port: number;
beforeAll(async () => {
  market = await createMarket({ PUBLIC_URL: 'https://praca.example', HOSTS: 'praca.com.example' });
  await market.app.listen({ host: '127.0.0.1', port: 0 });
  port = (market.app.server.address() as AddressInfo).port;
});
afterAll(() => market.close());

/** The raw answer to these bytes. */
async function answerTo(sent: string): Promise<{ status: number; head: string; body: string }> {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.write(sent, 'latin1');
  const received: Buffer[] = [];
  for await (const chunk of socket) received.push(chunk as Buffer);
  const [head, body] = Buffer.concat(received).toString().split('\r\n\r\n', 2);
  return { status: Number(head!.split(' ')[1]), head: head!.toLowerCase(), body: body! };
}

const host = 'Host: praca.example\r\nConnection: close\r\n';

test.each([
  ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\r\n\r\n', 400, 'malformed_request'],
  ['words', 'bom dia\r\n\r\n', 400, 'malformed_request'],
  ['an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
  ['an address in Latin-1', `GET /caf\xe9 HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
  [
    'two lengths',
    `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'a length beside chunks',
    `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed_request',
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  ['two hosts', `GET /healthz HTTP/1.1\r\n${host}Host: outro.example\r\n\r\n`, 400, 'malformed_request'],
  [
    'a giant header',
    `GET / HTTP/1.1\r\n${host}Cookie: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('%s are refused like any other call', async (_what, sent, status, code) => {
  const answer = await answerTo(sent);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({ status, code, requestId: expect.any(String) });
  for (const header of [
    'content-type: application/problem+json; charset=utf-8',
    'x-content-type-options: nosniff',
    'referrer-policy: ',
    'strict-transport-security: max-age=31536000; includesubdomains',
    'connection: close',
  ])
    expect(answer.head).toContain(header);
});

test.each([
  ['a cookie', `GET / HTTP/1.1\r\n${host}Cookie: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
  ['an address', `GET /?q=${'a'.repeat(1_000_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['words', 'bom dia\r\n'.repeat(100_000), 400],
])(
  'a client that goes on sending %s receives the refusal, not a broken connection',
  async (_what, sent, status) => {
    for (let times = 0; times < 5; times++) expect((await answerTo(sent)).status).toBe(status);
  },
);

test('a refused client that goes on sending is disconnected after a moment, and gets no further answer', async () => {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  socket.write('bom dia\r\n\r\n');
  const more = setInterval(() => socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n`), 20);
  const startedAt = performance.now();
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  await new Promise((done) => socket.once('close', done));
  clearInterval(more);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

const answerAs = async (name: string, path = '/api/v1/public/logo') =>
  (await answerTo(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)).status;

test('a request under a foreign host name gets no other answer (T41)', async () => {
  for (const name of [
    'outro.example',
    'praca.example.outro.example',
    'x.praca.example',
    'praca.example:80:1',
    '@',
  ])
    expect(await answerAs(name), name).toBe(421);
  for (const name of [
    'praca.example',
    'PRACA.example:443',
    'praca.com.example',
    '127.0.0.1:3000',
    '[::1]:3000',
  ])
    expect(await answerAs(name), name).toBe(200);
  expect(await answerAs('10.0.0.7:3000', '/healthz')).toBe(200);
  const headers = { host: 'praca.example', 'x-forwarded-host': 'outro.example' };
  expect((await market.request('GET', '/public/logo', { headers })).status).toBe(200);
});

test('no body is read before the caller is known (T88)', async () => {
  const waitingFor = allEndpoints.filter(
    ({ auth, method }) => ['user', 'staff'].includes(auth) && method !== 'GET',
  );
  for (const { method, path, binary } of waitingFor) {
    const type = binary?.types[0] ?? 'application/json';
    const body = `Content-Type: ${type}\r\nContent-Length: 200000\r\nAuthorization: Bearer ${'x'.repeat(43)}`;
    const address = path.replaceAll(/\{\w+\}/g, '1');
    const answer = await answerTo(`${method} /api/v1${address} HTTP/1.1\r\n${host}${body}\r\n\r\n{"a":`);
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
  expect(waitingFor.length).toBeGreaterThan(100);
});

test('a client without a host in HTTP/1.0, or with an unknown expectation, is answered', async () => {
  expect((await answerTo('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  expect((await answerTo(`GET /healthz HTTP/1.1\r\n${host}Expect: tudo\r\n\r\n`)).status).toBe(200);
});

test('a client that never ends its headers is disconnected after 15 seconds (T100)', async () => {
  const startedAt = performance.now();
  const answer = await answerTo(`GET / HTTP/1.1\r\nHost: praca.example\r\nX-Slow: a`);
  expect(JSON.parse(answer.body)).toMatchObject({ status: 408, code: 'request_timeout' });
  expect(performance.now() - startedAt).toBeLessThan(16_500);
});

test('an address lists its methods when it gets another one', async () => {
  const { token } = await market.user();
  for (const { path } of allEndpoints) {
    const address = path.replaceAll(/\{\w+\}/g, '1');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allEndpoints.some((endpoint) => endpoint.method === method && takes(endpoint.path, address)))
        continue;
      const answer = await market.request(method, address, { token });
      expect(answer.body, `${method} ${path}`).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(answer.body.detail).toContain(`não aceita ${method}`);
      const allowed = String(answer.headers.allow).split(', ');
      for (const { method: taken } of allEndpoints.filter((endpoint) => endpoint.path === path))
        expect(allowed, path).toContain(taken);
      expect(allowed).not.toContain(method);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  }
});

const takes = (path: string, address: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);

test('a page accepts only reads', async () => {
  const answer = await market.request('POST', '//anuncios', { body: {} });
  expect(answer.body).toMatchObject({
    status: 405,
    detail: 'Este endereço não aceita POST. Use GET ou HEAD.',
  });
  expect(answer.headers.allow).toBe('GET, HEAD');
});

test('the page that lists the API runs nothing and cannot be framed', async () => {
  const { headers } = await market.request('GET', '//api/docs');
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

test('a call that is interrupted by the stopping process is answered with a retry, and is no bug', async () => {
  const { token } = await market.user();
  await market.ctx.db.destroy();
  expect((await market.request('GET', '/user', { token })).body).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
});
