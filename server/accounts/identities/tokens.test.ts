import { exportSPKI, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientId, createIdentityDouble, openBrowser } from '#test/accounts/identity-provider.ts';
import type { Claims, IdentityDouble } from '#test/accounts/identity-provider.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let google: IdentityDouble;

beforeAll(async () => {
  google = await createIdentityDouble();
  market = await createMarket(google.settings);
  const { id } = await market.user({ username: 'conhecida' });
  await sql`insert into identities (issuer, subject, user_id)
    values ('https://accounts.google.com', '1', ${id})`.execute(market.ctx.db);
});
afterAll(async () => {
  await market.close();
  await google.close();
});

let visitors = 0;
const visit = () => openBrowser(market, `10.40.0.${++visitors}`);
const now = () => Math.floor(Date.now() / 1000);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function openSessions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sessions`.execute(
    market.ctx.db,
  );
  return rows[0]!.count;
}

test('a right token of a known person opens a session, under both spellings of Google', async () => {
  for (const iss of ['https://accounts.google.com', 'accounts.google.com']) {
    const browser = await visit();
    const answer = await browser.enter(await google.sign({ iss, nonce: await browser.nonce() }));
    expect(answer.status).toBe(201);
    expect(answer.data.user.username).toBe('conhecida');
  }
});

/** Every token is crafted for the browser that sends it, with a nonce that the browser requested. */
const crafted: [string, (nonce: string) => Promise<string>][] = [
  ['for another audience', (nonce) => google.sign({ nonce, aud: 'outro.apps.example' })],
  ['for us among others', (nonce) => google.sign({ nonce, aud: [clientId, 'outro.apps.example'] })],
  ['by another issuer', (nonce) => google.sign({ nonce, iss: 'https://mau.example' })],
  [
    'by an issuer that merely begins alike',
    (nonce) => google.sign({ nonce, iss: 'https://accounts.google.com.mau.example' }),
  ],
  ['that expired', (nonce) => google.sign({ nonce, iat: now() - 7_200, exp: now() - 3_600 })],
  ['from the future', (nonce) => google.sign({ nonce, iat: now() + 600, exp: now() + 4_200 })],
  ['without an end', (nonce) => google.sign({ nonce, exp: undefined } as Claims)],
  ['without a subject', (nonce) => google.sign({ nonce, sub: undefined } as Claims)],
  ['with a subject too long', (nonce) => google.sign({ nonce, sub: '1'.repeat(256) })],
  ['without an e-mail', (nonce) => google.sign({ nonce, email: undefined })],
  [
    'signed HS256 with the public key',
    async (nonce) => {
      const key = new TextEncoder().encode(await exportSPKI(google.publicKey));
      return google.sign({ nonce }, { key, alg: 'HS256' });
    },
  ],
  [
    'signed HS256 with the published modulus',
    (nonce) => google.sign({ nonce }, { key: Buffer.from(google.published.n!, 'base64url'), alg: 'HS256' }),
  ],
  [
    'with no algorithm',
    async (nonce) => {
      const [, payload] = (await google.sign({ nonce })).split('.');
      return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    },
  ],
  [
    'with no algorithm and a signature',
    async (nonce) => {
      const [, payload, signature] = (await google.sign({ nonce })).split('.');
      return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`;
    },
  ],
  [
    'by a key that is not published',
    async (nonce) => {
      const { privateKey } = await generateKeyPair('RS256');
      return google.sign({ nonce }, { key: privateKey, kid: 'chave-2' });
    },
  ],
  [
    "by a stranger's key under the published id",
    async (nonce) => {
      const { privateKey } = await generateKeyPair('RS256');
      return google.sign({ nonce }, { key: privateKey });
    },
  ],
  [
    'with a path for a key id',
    async (nonce) => {
      const { privateKey } = await generateKeyPair('RS256');
      return google.sign({ nonce }, { key: privateKey, kid: '../../../dev/null' });
    },
  ],
  [
    'signed RS512',
    async (nonce) => {
      const { privateKey } = await generateKeyPair('RS512');
      return google.sign({ nonce }, { key: privateKey, alg: 'RS512' });
    },
  ],
  ['with a leading space', async (nonce) => ` ${await google.sign({ nonce })}`],
  ['with a line end behind', async (nonce) => `${await google.sign({ nonce })}\n`],
  [
    'with its content changed',
    async (nonce) => {
      const [header, payload, signature] = (await google.sign({ nonce })).split('.');
      const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
      return `${header}.${encode({ ...claims, sub: '2' })}.${signature}`;
    },
  ],
  ['that is no token', async () => 'x'.repeat(400)],
  ['without a nonce', () => google.sign({})],
  ['with a made-up nonce', () => google.sign({ nonce: 'n'.repeat(43) })],
  ['with a list for a nonce', (nonce) => google.sign({ nonce: [nonce] })],
];

describe('no session comes of a token', () => {
  test.each(crafted)('%s (T52)', async (_what, craft) => {
    const browser = await visit();
    const before = await openSessions();
    const answer = await browser.enter(await craft(await browser.nonce()));
    expect(answer.body).toMatchObject({ status: 401, code: 'identity_invalid' });
    expect(await openSessions()).toBe(before);
  });

  test('with a nonce that was used, is ten minutes old, or belongs to another browser (T51)', async () => {
    const browser = await visit();
    const nonce = await browser.nonce();
    const token = await google.sign({ nonce });
    expect((await browser.enter(token)).status).toBe(201);
    expect((await browser.enter(token)).body.code).toBe('identity_invalid');
    const stolen = await google.sign({ nonce: await browser.nonce() });
    expect((await (await visit()).enter(stolen)).body.code).toBe('identity_invalid');
    const thief = await visit();
    await thief.nonce();
    expect((await thief.enter(stolen)).body.code).toBe('identity_invalid');
    const late = await google.sign({ nonce: await browser.nonce() });
    await market.moveClock(10 * 60_000 + 1_000);
    expect((await browser.enter(late)).body.code).toBe('identity_invalid');
  });

  test('sent twenty times at once, but the first (T51)', async () => {
    const browser = await visit();
    const token = await google.sign({ nonce: await browser.nonce() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.enter(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });
});

test('a refused token does not consume its nonce', async () => {
  const browser = await visit();
  const nonce = await browser.nonce();
  expect((await browser.enter(await google.sign({ nonce, aud: 'outro' }))).status).toBe(401);
  expect((await browser.enter(await google.sign({ nonce }))).status).toBe(201);
});

test('without the keys of the provider the answer is to try later', async () => {
  const lonely = await createIdentityDouble();
  const away = await createMarket(lonely.settings);
  try {
    lonely.state.down = true;
    const browser = await openBrowser(away, '10.41.0.1');
    const first = await browser.enter(await lonely.sign({ nonce: await browser.nonce() }));
    expect(first.body).toMatchObject({ status: 503, code: 'unavailable' });
    await lonely.close();
    const second = await browser.enter(await lonely.sign({ nonce: await browser.nonce() }));
    expect(second.body).toMatchObject({ status: 503, code: 'unavailable' });
  } finally {
    await away.close();
  }
});
