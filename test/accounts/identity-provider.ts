import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import type { Market } from '#test/market.ts';

export const clientId = 'praca-teste.apps.example';
const issuer = 'https://accounts.google.com';

/** A double of Google: keys of its own behind a real address, and a hand that signs whatever a test wants. */
export async function createIdentityDouble() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const published = { ...(await exportJWK(publicKey)), kid: 'chave-1', alg: 'RS256', use: 'sig' };
  const state = { asked: 0, down: false };
  const server = createServer((_request, response) => {
    state.asked += 1;
    if (state.down) return void response.writeHead(500).end();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [published] }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`;
  return {
    state,
    published,
    publicKey,
    settings: { GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: jwksUrl },
    sign: (claims: Claims, how: SigningOptions = {}) => sign(how.key ?? privateKey, claims, how),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

export type IdentityDouble = Awaited<ReturnType<typeof createIdentityDouble>>;

/** `undefined` leaves a usual claim out. */
export type Claims = JWTPayload & Record<string, unknown>;

export interface SigningOptions {
  key?: CryptoKey | Uint8Array;
  alg?: string;
  kid?: string;
}

/** A token that is valid except for the changes of the test. */
async function sign(
  key: CryptoKey | Uint8Array,
  claims: Claims,
  { alg = 'RS256', kid = 'chave-1' }: SigningOptions,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: clientId, sub: '1', iat: now, exp: now + 3_600, email_verified: true };
  return new SignJWT({ email: 'pessoa@gmail.com', ...usual, ...claims })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(key);
}

/** A visitor's browser: it keeps its cookies. */
export async function openBrowser({ app }: Market, ip: string) {
  const jar = new Map<string, string>();

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token?: string) {
    const answer = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      remoteAddress: ip,
      ...(body && { payload: body }),
    });
    for (const { name, value } of answer.cookies) jar.set(name, value);
    const parsed = JSON.parse(answer.payload);
    return { status: answer.statusCode, body: parsed, data: parsed.data, cookies: answer.cookies };
  }

  await call('GET', '/public/logo');
  return {
    jar,
    call,
    nonce: async () =>
      (await call('POST', '/public/sign-in-nonces', { provider: 'google' })).data.nonce as string,
    enter: (credential: string) => call('POST', '/identity-sessions', { provider: 'google', credential }),
  };
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>;
