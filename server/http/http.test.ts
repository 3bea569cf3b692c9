import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired } from '#server/accounts/jobs.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const problem = {
  type: expect.any(String),
  title: expect.any(String),
  detail: expect.any(String),
  requestId: expect.any(String),
};

test('an unsafe call without a token needs the XSRF cookie and an equal header, both issued by the server (specification §7, T74)', async () => {
  const { username } = await market.user();
  const payload = { login: username, password };
  const cookieOf = async () =>
    (await market.app.inject({ method: 'GET', url: '/api/v1/public/logo' })).cookies.find(
      ({ name }) => name === 'XSRF-TOKEN',
    )!.value;
  const post = (headers: Record<string, string>) =>
    market.app.inject({ method: 'POST', url: '/api/v1/sessions', payload, headers });
  const cookie = await cookieOf();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const other = await cookieOf();
  expect(other).not.toBe(cookie);
  const forged = `${cookie.split('.')[0]}.${'A'.repeat(43)}`;
  for (const headers of [
    {},
    { cookie: `XSRF-TOKEN=${cookie}` },
    { 'x-xsrf-token': cookie },
    { cookie: `XSRF-TOKEN=${cookie}`, 'x-xsrf-token': other },
    { cookie: `XSRF-TOKEN=${forged}`, 'x-xsrf-token': forged },
    { cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'a' },
  ] as Record<string, string>[]) {
    const answer = await post(headers);
    expect(answer.json()).toMatchObject({ ...problem, status: 403, code: 'xsrf_mismatch' });
  }
  expect((await post({ cookie: `XSRF-TOKEN=${cookie}`, 'x-xsrf-token': cookie })).statusCode).toBe(201);
});

test("a write whose browser names another person than the session's is refused and has no effect (ADR 0077)", async () => {
  const [ana, rui] = [await market.user(), await market.user()];
  const call = (method: 'GET' | 'DELETE', path: string, caller: string) =>
    market.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${ana.token}`, 'x-caller': caller },
    });
  for (const caller of [String(rui.id), '0', '', 'x'])
    expect((await call('DELETE', '/sessions/current', caller)).json()).toMatchObject({
      ...problem,
      status: 409,
      code: 'other_caller',
    });
  expect((await call('GET', '/user', String(rui.id))).statusCode).toBe(200);
  expect((await call('DELETE', '/sessions/current', String(ana.id))).statusCode).toBe(200);
});

test('a bearer token needs no cookie, and an invalid token identifies no one', async () => {
  const { token } = await market.user();
  expect((await market.request('DELETE', '/sessions/current', { token })).status).toBe(200);
  for (const authorization of [
    'Bearer',
    'Bearer x',
    `bearer ${token}`,
    `Basic ${token}`,
    `Bearer ${token}`,
    `Bearer ${'a'.repeat(43)}`,
  ]) {
    const answer = await market.app.inject({
      method: 'GET',
      url: '/api/v1/user',
      headers: { authorization },
    });
    expect(answer.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  }
});

test.each(['Basic YTpi', 'Digest a', 'Bearer', 'Bearer '])(
  'an unsafe call whose Authorization is %j carries no bearer token and needs the cookie',
  async (authorization) => {
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/v1/sessions',
      headers: { authorization },
      payload: { login: 'a@b.co', password: 'x' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'xsrf_mismatch']);
  },
);

test.each(['{', '{"a":}', 'null}', '[1,', '\u0000', '{"login": "\ud800"', "{'a': 1}"])(
  'a body that is no JSON (%j) is 400',
  async (body) => {
    const answer = await market.request('POST', '/sessions', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.body).toMatchObject({ ...problem, status: 400 });
  },
);

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json garbage',
])('a body of type %s is not read', async (type) => {
  const { token } = await market.user();
  const answer = await market.request('POST', '/listings', {
    token,
    key: true,
    body: '{"categoryId":1}',
    headers: { 'content-type': type },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test('a refused type is answered with those that the call takes', async () => {
  const { token } = await market.user();
  const detailOf = async (path: string) => {
    const headers = { 'content-type': 'application/zip' };
    const answer = await market.request('POST', path, { token, key: true, headers, body: Buffer.from('PK') });
    expect(answer.body).toMatchObject({ ...problem, status: 415, code: 'unsupported_media' });
    return answer.body.detail;
  };
  expect(await detailOf('/listings')).toBe('Este formato não é aceito aqui. Envie como application/json.');
  expect(await detailOf('/complaints/1/files?name=a.zip')).toMatch(
    /^Este tipo de arquivo não é aceito aqui\. Envie .*PNG, PDF ou texto\.$/,
  );
});

test('a body that is not UTF-8 is refused instead of stored with other characters', async () => {
  const headers = { 'content-type': 'application/json' };
  const latin = Buffer.from('{"login":"joão","password":"senha"}', 'latin1');
  expect((await market.request('POST', '/sessions', { headers, body: latin })).body).toMatchObject({
    status: 400,
    code: 'malformed_body',
  });
  const marked = Buffer.from('\u{feff}{"login":"joão","password":"senha"}');
  expect((await market.request('POST', '/sessions', { headers, body: marked })).body).toMatchObject({
    status: 401,
    code: 'wrong_credentials',
  });
});

test('unknown fields are refused by name, in body and query (§1)', async () => {
  const { token } = await market.user();
  const body = { categoryId: 1, sellerId: 2, role: 'admin' };
  const answer = await market.request('POST', '/listings', { token, key: true, body });
  expect(answer.body).toMatchObject({
    status: 400,
    errors: { sellerId: expect.any(String), role: expect.any(String) },
  });
  expect((await market.request('GET', '/listings?seller_id=1', { token })).body.errors).toHaveProperty(
    'seller_id',
  );
  const polluted = await market.request('POST', '/listings', {
    token,
    key: true,
    body: '{"categoryId":1,"__proto__":{"x":1}}',
    headers: { 'content-type': 'application/json' },
  });
  expect(polluted.status).toBe(400);
});

test('an unknown address is 404 problem+json, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await market.request(method, '/nada/disso');
    expect(answer.body).toMatchObject({ ...problem, status: 404, code: 'not_found' });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  }
});

test('no address can be traced, and no header changes the method (T63)', async () => {
  for (const path of ['/user', '/nada', '//']) {
    const answer = await market.request('TRACE', path);
    expect(answer.body, path).toMatchObject({ ...problem, status: 405, code: 'method_not_allowed' });
    expect(answer.headers.allow).toContain('GET');
  }
  const { token } = await market.user();
  const headers = { 'x-http-method-override': 'DELETE' };
  expect((await market.request('GET', '/sessions/current', { token, headers })).status).toBe(200);
  expect((await market.request('GET', '/user', { token })).status).toBe(200);
});

test('a malformed or overlong address is 404 problem+json too', async () => {
  const { token } = await market.user();
  for (const id of ['%', '%E0%A4%A', '%ff', '%zz', `1%20%`, 'x'.repeat(2_000)]) {
    const answer = await market.request('GET', `/listings/${id}?a=%`, { token });
    expect(answer.body, id).toMatchObject({ ...problem, status: 404, code: 'not_found' });
    expect(answer.headers, id).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('an invalid id in an address is 404, not 400', async () => {
  const { token } = await market.user();
  for (const id of ['0', '-1', '1.5', 'abc', '99999999999999999999', '1e3', '%00', "1'", '..%2f'])
    expect((await market.request('GET', `/listings/${id}`, { token })).status).toBe(404);
});

test('an invalid id is 404 for an upload too, and no file name contains a NUL', async () => {
  const { token } = await market.user();
  const headers = { 'content-type': 'image/png' };
  for (const id of ['0', 'abc', '9'.repeat(20), '%00'])
    expect(
      (await market.request('POST', `/listings/${id}/images`, { token, headers, body: Buffer.from('x') }))
        .body,
    ).toMatchObject({ ...problem, status: 404, code: 'not_found' });
  expect((await market.request('GET', '/follows/%00', { token })).status).toBe(404);
});

test('a text that cannot be stored is refused by the name of its field', async () => {
  const { token } = await market.user({ role: 'admin' });
  const send = (method: string, path: string, body: unknown) =>
    market.request(method, path, { token, key: true, body });
  const view = { name: 'Pagos \ud800', query: 'tab=pagos' };
  const settings = { hidden: ['\ud800'], density: 'compact', views: [view] };
  expect((await send('PUT', '/staff/table-settings/pedidos', settings)).body).toMatchObject({
    ...problem,
    status: 400,
    code: 'invalid_request',
    errors: { 'hidden.0': expect.any(String), 'views.0.name': expect.any(String) },
  });
  for (const odd of ['pessoa\u0000', 'pessoa\udc00'])
    expect((await send('POST', '/sessions', { login: odd, password })).body).toMatchObject({
      code: 'invalid_request',
      errors: { login: expect.any(String) },
    });
});

test('twenty parallel calls with one key create one listing and nineteen replays', async () => {
  const { token, id } = await market.user();
  const categoryId = await market.category();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      market.request('POST', '/listings', { token, key: 'chave-repetida', body: { categoryId } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from listings where seller_id = ${id}`.execute(market.ctx.db);
  expect(rows[0]!.n).toBe(1);
});

test('the same key with another body is 422, and another person’s same key is independent', async () => {
  const [one, two] = [await market.user(), await market.user()];
  const [categoryId, other] = [await market.category(), await market.category()];
  const post = (token: string, id: number) =>
    market.request('POST', '/listings', { token, key: 'mesma-chave', body: { categoryId: id } });
  const first = await post(one.token, categoryId);
  expect((await post(one.token, other)).body).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  const foreign = await post(two.token, categoryId);
  expect(foreign.status).toBe(201);
  expect(foreign.data.id).not.toBe(first.data.id);
});

test('a stored reply lasts for thirty days and no longer', async () => {
  const { id } = await market.user();
  const age = (days: number) =>
    sql`insert into idempotency_keys (user_id, route, key, fingerprint, status, body, created_at)
    values (${id}, 'POST /listings', ${`chave-de-${days}-dias`}, '\\x00', 201, '{}', now() - ${days} * interval '1 day')`.execute(
      market.ctx.db,
    );
  await age(29);
  await age(31);
  await deleteExpired.run(market.ctx);
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_keys where user_id = ${id}`.execute(market.ctx.db);
  expect(rows.map(({ key }) => key)).toEqual(['chave-de-29-dias']);
});

test('an error is stored under its key like a success', async () => {
  const { token } = await market.user({ verified: false });
  const categoryId = await market.category();
  const post = () =>
    market.request('POST', '/listings', { token, key: 'recusa-guardada', body: { categoryId } });
  expect((await post()).headers['idempotent-replayed']).toBeUndefined();
  const again = await post();
  expect(again.body.code).toBe('email_not_verified');
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test.each([undefined, 'curta', 'com espaço dentro', 'x'.repeat(201)])(
  'a missing or unfit key (%j) is 400',
  async (key) => {
    const { token } = await market.user();
    const answer = await market.request('POST', '/listings', {
      token,
      body: { categoryId: 1 },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
    expect(answer.body).toMatchObject({ status: 400, code: 'idempotency_key_required' });
  },
);

test('a body above its limit is 413, and the limit is high only where many codes are sent (T99)', async () => {
  const { token } = await market.user();
  const send = (path: string, letters: number) =>
    market.request('POST', path, { token, key: true, body: { x: 'x'.repeat(letters) } });
  const tooLarge = { status: 413, code: 'payload_too_large' };
  expect((await send('/listings', 300 * 1024)).body).toMatchObject(tooLarge);
  expect((await send('/listings/1/codes', 300 * 1024)).status).toBe(400);
  expect((await send('/listings/1/codes', 7 * 1024 * 1024)).body).toMatchObject(tooLarge);
});

test('a body with thousands of unknown fields gets errors for a few of them', async () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
  const answer = await market.request('POST', '/sessions', { body });
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(5_000);
});

test('API answers cannot be shown as a page or embedded in another one, errors included (T76)', async () => {
  for (const path of ['/public/logo', '/user', '/nada', '//api/nada', '//imagens/nada'])
    expect((await market.request('GET', path)).headers, path).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
});

test('no private response is cacheable', async () => {
  const { token } = await market.user();
  for (const path of ['/user', '/user/role', '/notifications', '/listings'])
    expect((await market.request('GET', path, { token })).headers['cache-control']).toBe('private, no-store');
});

test('OpenAPI describes every endpoint and who may call it', async () => {
  const answer = await market.app.inject({ method: 'GET', url: '/api/v1/openapi.json' });
  const { openapi, paths } = answer.json();
  expect(openapi).toBe('3.1.0');
  expect(paths['/public/listings'].get.security).toEqual([]);
  expect(paths['/user'].get.security).toEqual([{ bearer: [] }]);
});

/** The headers of an OpenAPI operation, and whether each is required. */
function headersOf(operation: { parameters: { name: string; in: string; required: boolean }[] }) {
  return operation.parameters
    .filter((each) => each.in === 'header')
    .map(({ name, required }) => [name, required]);
}

test('OpenAPI lists the general errors and the required headers of an endpoint', async () => {
  const { paths } = (await market.app.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json();
  expect(paths['/user'].get.responses[401].description).toBe('unauthenticated');
  expect(paths['/sessions'].post.responses[403].description).toContain('xsrf_mismatch');
  expect(headersOf(paths['/sessions'].post)).toEqual([['X-XSRF-TOKEN', false]]);
  expect(headersOf(paths['/orders'].post)).toEqual([
    ['Idempotency-Key', true],
    ['X-XSRF-TOKEN', false],
  ]);
  expect(headersOf(paths['/public/listings'].get)).toEqual([]);
  expect(paths['/withdrawals'].post.responses[403].description).toContain('step_up_required');
  expect(paths['/staff/withdrawals'].get.responses[403].description).toContain('second_factor_required');
  // This endpoint has no query, so every parameter is unknown.
  expect(paths['/user'].get.responses[400].description).toBe('invalid_request');
  const { responses } = paths['/follows/{username}'].delete;
  expect([400, 404, 413, 415].map((status) => responses[status]?.description)).toEqual([
    'invalid_request, malformed_body',
    'not_found',
    'payload_too_large',
    'unsupported_media',
  ]);
  const { schema } = paths['/webhooks/{provider}/payouts'].post.responses[200].content['application/json'];
  expect(schema.properties).not.toHaveProperty('data');
});

test('the public settings show the current rules', async () => {
  const { data } = await market.request('GET', '/public/settings');
  expect(data).toMatchObject({
    plans: [
      { slug: 'prata', commissionBps: 990 },
      { slug: 'ouro', commissionBps: 1_190 },
      { slug: 'diamante', commissionBps: 1_390 },
    ],
    methods: ['pix', 'card', 'boleto', 'balance', 'manual'],
    pixExpiryMs: 1_800_000,
    withdrawal: { minCents: 1_000, feeCents: 250 },
    demo: true,
  });
  expect((await market.request('GET', '/public/logo')).data).toEqual({ item: '/icone.svg' });
  expect((await market.request('GET', '//icone.svg')).headers['content-type']).toBe('image/svg+xml');
});
