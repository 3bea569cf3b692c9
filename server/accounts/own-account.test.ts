import sharp from 'sharp';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSession } from '#server/http/session.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const day = 86_400_000;
const call = (
  method: string,
  path: string,
  { token }: Person,
  body?: unknown,
  headers?: Record<string, string>,
) => market.request(method, path, { token, ...(body !== undefined && { body }), headers });
const account = async (person: Person) => (await call('GET', '/account', person)).data;

const rename = (person: Person, username: string) => call('PUT', '/account/username', person, { username });
const available = async (name: string) =>
  (await market.request('GET', `/public/usernames/${name}`)).data.available;
const change = (person: Person, body: object) => call('PUT', '/account/password', person, body);

/** Moves the clock and keeps all sessions alive with a recent proof. */
async function wait(ms: number): Promise<void> {
  await market.moveClock(ms);
  await sql`update sessions set expires_at = market_now() + interval '1 day', proved_at = market_now(),
    second_factor_at = market_now()`.execute(market.ctx.db);
}

describe('the account', () => {
  test('shows its owner the level, its limits and those of the next level', async () => {
    const person = await market.user({ level: 'N2', ageDays: 3 });
    const data = await account(person);
    expect(data).toMatchObject({
      level: 'N2',
      limits: { activeListings: 25, buyPerDayCents: 250_000 },
      next: { level: 'N3', limits: { salesPerMonthCents: null } },
      document: `***.${person.cpf.slice(3, 6)}.${person.cpf.slice(6, 9)}-**`,
      preferences: { theme: 'system', toastMs: 3_000 },
    });
    expect(JSON.stringify(data)).not.toContain(person.cpf);
  });

  test('changes only the fields that were sent', async () => {
    const person = await market.user();
    await call('PATCH', '/account', person, { bio: 'Vendo livros.', preferences: { theme: 'dark' } });
    const { data } = await call('PATCH', '/account', person, {
      city: 'Olinda, PE',
      preferences: { toastMs: 8_000 },
    });
    expect(data).toMatchObject({
      bio: 'Vendo livros.',
      city: 'Olinda, PE',
      preferences: { theme: 'dark', toastMs: 8_000 },
    });
    expect((await call('PATCH', '/account', person, { level: 'N3' })).status).toBe(400);
    expect((await call('PATCH', '/account', person, { bio: 'x'.repeat(501) })).status).toBe(400);
  });

  test('a portrait is cropped to a square and nothing of the uploaded file remains (T85)', async () => {
    const person = await market.user();
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1f50b2' } })
      .withExif({ IFD0: { Make: 'SegredoDaCamera' }, IFD3: { GPSLatitudeRef: 'S' } })
      .jpeg()
      .toBuffer();
    const { status, data } = await call('PUT', '/account/image', person, photo, {
      'content-type': 'image/jpeg',
    });
    expect([status, data.image]).toEqual([200, expect.stringMatching(/^\/imagens\/[a-f0-9]{32}-320\.webp$/)]);
    const stored = await market.app.inject({ method: 'GET', url: data.image });
    const { width, height, exif } = await sharp(stored.rawPayload).metadata();
    expect({ width, height, exif }).toEqual({ width: 320, height: 320, exif: undefined });
    expect((await market.request('GET', `/public/profiles/${person.username}`)).data.image).toBe(data.image);
    const script = Buffer.from('<svg onload="alert(1)"/>');
    const refused = await call('PUT', '/account/image', person, script, { 'content-type': 'image/png' });
    expect(refused.body.code).toBe('unsupported_media');
  });
});

describe('the username', () => {
  test('changes once in 30 days; the old one stays reserved for 90 and leads to the new (§4.17)', async () => {
    const [person, stranger] = [await market.user(), await market.user()];
    expect((await rename(person, 'Livraria_Azul')).data).toMatchObject({
      username: 'livraria_azul',
      usernameChangeableAt: expect.any(String),
    });
    expect((await market.request('GET', `/public/profiles/${person.username}`)).data.username).toBe(
      'livraria_azul',
    );
    expect((await rename(person, 'outra_ainda')).body.code).toBe('username_cool_down');
    expect(await available(person.username)).toBe(false);
    expect((await rename(stranger, person.username)).body.code).toBe('username_taken');
    await wait(31 * day);
    expect((await rename(person, person.username)).status).toBe(200);
    expect(await available('livraria_azul')).toBe(false);
    await wait(91 * day);
    expect(await available('livraria_azul')).toBe(true);
  });

  test('that looks like another one or like the platform is refused and not suggested', async () => {
    const person = await market.user({ username: 'maria_loja' });
    const stranger = await market.user();
    for (const name of ['mar1a_loja', 'marialoja', 'rnaria_loja', 'sup0rte', '0ficial', 'adrnin']) {
      expect([name, (await rename(stranger, name)).body.code]).toEqual([name, 'username_taken']);
      const { data } = await market.request('GET', `/public/usernames/${name}`);
      expect(data.available).toBe(false);
      expect(await available(data.suggestion)).toBe(true);
    }
    // One's own look-alikes are no one else's.
    expect((await rename(person, 'marialoja')).status).toBe(200);
  });

  test('requested by twenty at once goes to one, and a name released at that moment to no one', async () => {
    const owner = await market.user({ username: 'nome_cobicado' });
    const people = await Promise.all(Array.from({ length: 20 }, () => market.user()));
    const answers = await Promise.all(people.map((person) => rename(person, 'joia_rara')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'username_taken')).toHaveLength(19);
    const losers = people.filter((_, index) => answers[index]!.status !== 200);
    const raced = await Promise.all([
      rename(owner, 'nome_novo'),
      ...losers.map((person) => rename(person, 'nome_cobicado')),
    ]);
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(raced[0]!.status).toBe(200);
  });
});

describe('the password', () => {
  const next = 'outra senha bem comprida';

  test('changes after a check of the old one: other sessions end, trusted devices are revoked, withdrawals are delayed', async () => {
    const person = await market.user();
    const { db } = market.ctx;
    const elsewhere = await openSession(db, { userId: person.id, ip: '127.0.0.1', userAgent: 'outro' });
    await sql`insert into devices (user_id, token_hash, trusted_until)
      values (${person.id}, '\\x01', market_now() + interval '30 days')`.execute(db);
    expect((await change(person, { currentPassword: password, password: next })).data).toEqual({ ok: true });
    expect((await market.request('GET', '/user', { token: elsewhere })).status).toBe(401);
    expect((await call('GET', '/user', person)).status).toBe(200);
    const { rows } = await sql`select from users u where id = ${person.id} and security_changed_at is not null
      and not exists (select from devices d where d.user_id = u.id and d.trusted_until is not null)`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    await market.drain();
    const { rows: mails } = await sql<{ subject: string }>`
      select subject from mails where recipient = ${person.email}`.execute(db);
    expect(mails.map(({ subject }) => subject)).toEqual(['Senha trocada na Praça']);
    const signIn = (secret: string) =>
      market.request('POST', '/sessions', {
        body: { login: person.email, password: secret },
        ip: '198.51.100.9',
      });
    expect((await signIn(next)).status).toBe(201);
    expect((await signIn(password)).status).toBe(401);
  });

  test('is refused without the old one, with a wrong one, and when nothing changes', async () => {
    const person = await market.user();
    expect(Object.keys((await change(person, { password: next })).body.errors)).toEqual(['currentPassword']);
    const wrong = await change(person, { currentPassword: 'não é esta', password: next });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials']);
    const same = await change(person, { currentPassword: password, password });
    expect([same.status, same.body.code]).toEqual([422, 'same_password']);
  });

  test('can be set on an account without one, after a recent proof', async () => {
    const person = await market.user();
    const { db } = market.ctx;
    await sql`update users set password_hash = null where id = ${person.id}`.execute(db);
    await sql`update sessions set proved_at = null where user_id = ${person.id}`.execute(db);
    expect((await change(person, { password: next })).body.code).toBe('step_up_required');
    await sql`update sessions set proved_at = market_now() where user_id = ${person.id}`.execute(db);
    expect((await change(person, { password: next })).status).toBe(200);
    expect((await account(person)).hasPassword).toBe(true);
  });

  test('changed twenty times at once changes once', async () => {
    const person = await market.user();
    await sql`update users set password_hash = password_hash where id = ${person.id}`.execute(market.ctx.db);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(person, { currentPassword: password, password: `${next} ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
