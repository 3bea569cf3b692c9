import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingFields } from '#domain/settings/fields.ts';
import { settingAt } from '#domain/settings/settings.ts';
import { settingGroups } from '#domain/settings/groups.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { password } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { confirmPending } from '#test/staff/two-people.ts';
import { currentRules } from './queries.ts';

let sales: Sales;
let admin: Person;
let second: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  second = await sales.user({ role: 'admin' });
});
afterAll(() => sales.close());

const reason = 'Combinado na reunião de novembro';

async function change(changes: Record<string, SettingValue>, as = admin) {
  const { data } = await sales.request('GET', '/staff/settings', { token: admin.token });
  const answer = await sales.request('POST', '/staff/settings/versions', {
    token: as.token,
    key: true,
    body: { basedOn: data.version.id, changes, reason },
  });
  return confirmPending(sales, answer, second);
}

/** Applies changed settings while the work runs, and restores them afterwards. */
async function under(changes: Record<string, SettingValue>, work: () => Promise<void>): Promise<void> {
  const { rules } = await currentRules(sales.ctx.db);
  const before = Object.fromEntries(Object.keys(changes).map((path) => [path, settingAt(rules, path)!]));
  const { status, text } = await change(changes);
  expect(status, text).toBe(201);
  await work().finally(async () => expect((await change(before)).status).toBe(201));
}

const numbers = settingFields.filter(({ min, max }) => min !== undefined && max !== undefined);

const byPath = (changes: readonly { path: string }[]) =>
  changes.toSorted((one, other) => (one.path < other.path ? -1 : 1));

/** Another valid value of a number's field; null where there is none. */
function another(path: string, value: SettingValue): SettingValue {
  if (typeof value !== 'number') return null;
  const { unit, min = 0, max = 0 } = numbers.find((field) => field.path === path)!;
  const step = unit === 'ms' ? 60_000 : 1;
  if (value + step <= max) return value + step;
  return value - step >= min ? value - step : null;
}

describe('every number of the rules', () => {
  test('is changed by an admin, applies to the next call and is in the history with its author', async () => {
    for (const group of settingGroups) {
      const { rules } = await currentRules(sales.ctx.db);
      const turned = numbers
        .filter((field) => field.group === group)
        .map((field) => ({ path: field.path, before: settingAt(rules, field.path)! }))
        .map(({ path, before }) => ({ path, before, after: another(path, before) }))
        .filter(({ after }) => after !== null);
      if (turned.length === 0) continue;
      await under(Object.fromEntries(turned.map(({ path, after }) => [path, after])), async () => {
        const { data } = await sales.request('GET', '/staff/settings', { token: admin.token });
        expect(data.versions[0]).toMatchObject({ author: { username: admin.username }, reason });
        expect(byPath(data.versions[0].changes)).toEqual(byPath(turned));
        const now = (await currentRules(sales.ctx.db)).rules;
        for (const { path, after } of turned) expect([path, settingAt(now, path)]).toEqual([path, after]);
      });
    }
  });

  test('is refused with a message beyond its bounds, all of them at once', async () => {
    for (const side of ['min', 'max'] as const) {
      const beyond = numbers.map((field) => [field.path, field[side]! + (side === 'min' ? -1 : 1)]);
      const { status, body } = await change(Object.fromEntries(beyond));
      expect(status).toBe(400);
      const sentence = side === 'min' ? /^O menor valor é / : /^O maior valor é /;
      for (const { path } of numbers)
        expect([path, body.errors[path]]).toEqual([path, expect.stringMatching(sentence)]);
    }
  });

  test('cannot be changed by support', async () => {
    const support = await sales.user({ role: 'support' });
    const { status, body } = await change({ 'questions.text.max': 400 }, support);
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  test('keeps its minimum below its maximum', async () => {
    const { body } = await change({ 'questions.text.min': 600, 'questions.text.max': 400 });
    expect(body.errors).toEqual({ 'questions.text.max': 'O máximo não pode ser menor que o mínimo.' });
  });
});

const ask = async (text: string) => {
  const { id } = await sales.publishedListing();
  const { token } = await sales.user();
  return sales.request('POST', `/listings/${id}/questions`, { token, key: true, body: { text } });
};

describe('sizes', () => {
  test('a question is as long as the current rule allows, with the same error message', async () => {
    await under({ 'questions.text.min': 20, 'questions.text.max': 40 }, async () => {
      expect((await ask('x'.repeat(19))).body).toMatchObject({
        code: 'invalid_request',
        errors: { text: 'Escreva pelo menos 20 letras.' },
      });
      expect((await ask('x'.repeat(41))).body.errors).toEqual({ text: 'Use até 40 letras.' });
      expect((await ask('x'.repeat(40))).status).toBe(201);
    });
    expect((await ask('x'.repeat(41))).status).toBe(201);
  });

  test('may exceed the defaults, up to what PostgreSQL stores', async () => {
    await under({ 'questions.text.max': 2_000 }, async () => {
      expect((await ask('x'.repeat(2_000))).status).toBe(201);
      expect((await ask('x'.repeat(2_001))).body.errors).toEqual({ text: 'Use até 2.000 letras.' });
    });
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'questions_text_check'`.execute(
      sales.ctx.db,
    );
    expect(rows[0]!.definition).toContain('<= 16000');
  });

  test('a draft may be incomplete but not too long; a submitted listing is as long as the rule allows', async () => {
    const { id, seller } = await sales.draft();
    const save = (body: object) => sales.request('PATCH', `/listings/${id}`, { token: seller.token, body });
    const submit = () =>
      sales.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
    const rules = { 'listings.title.min': 60, 'listings.title.max': 70, 'listings.priceCents.max': 10_000 };
    await under(rules, async () => {
      expect((await save({ title: 'Curto' })).status).toBe(200);
      expect((await save({ title: 'x'.repeat(71) })).body.errors).toEqual({ title: 'Use até 70 letras.' });
      expect((await save({ priceCents: 10_001 })).body.errors).toEqual({
        priceCents: 'O preço máximo é R$\u00a0100,00.',
      });
      expect((await submit()).body).toMatchObject({
        code: 'listing_incomplete',
        errors: { title: 'O título precisa de pelo menos 60 letras.' },
      });
    });
    await save({ title: 'Teclado mecânico' });
    expect((await submit()).status).toBe(200);
  });

  test('codes are counted and measured one by one', async () => {
    const { id, seller } = await sales.draft({ codes: ['AAAA-0001'] });
    const add = (codes: string[]) =>
      sales.request('POST', `/listings/${id}/codes`, { token: seller.token, key: true, body: { codes } });
    await under({ 'listings.codes.max': 2, 'listings.codeLetters.max': 10 }, async () => {
      expect((await add(['B-00001', 'B-00002', 'B-00003'])).body.errors).toEqual({
        codes: 'Envie até 2 códigos por vez.',
      });
      expect((await add(['B-00001', 'comprido-demais'])).body.errors).toEqual({
        'codes.1': 'Use até 10 letras.',
      });
      expect((await add(['B-00001', 'B-00002'])).status).toBe(201);
    });
  });

  test('a file is as large as the rule allows', async () => {
    const { token } = await sales.user();
    const noise = Buffer.from(Uint8Array.from({ length: 3 * 700 * 700 }, (_, at) => (at * 7_919) % 251));
    const photo = await sharp(noise, { raw: { width: 700, height: 700, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const send = () =>
      sales.request('POST', '/images', { token, body: photo, headers: { 'content-type': 'image/png' } });
    await under({ 'listings.imageMegabytes.max': 1 }, async () => {
      expect((await send()).body).toMatchObject({
        code: 'payload_too_large',
        detail: 'O arquivo é grande demais. O limite é 1 MB.',
      });
    });
    expect((await send()).status).toBe(201);
  });

  test('a new username is as long as the rule allows, and so is a suggested one', async () => {
    await under({ 'security.username.min': 8 }, async () => {
      const { token } = await sales.user();
      const { body } = await sales.request('PUT', '/account/username', {
        token,
        body: { username: 'curto' },
      });
      expect(body.errors).toEqual({ username: 'Escreva pelo menos 8 letras.' });
      const { data } = await sales.request('GET', '/public/usernames/ze');
      expect(data).toMatchObject({ available: false, suggestion: expect.stringMatching(/^.{8,20}$/) });
    });
  });
});

async function ratingDays(orderId: number): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select extract(day from closes_at - opened_at)::int as days from rating_windows where order_id = ${orderId}`.execute(
    sales.ctx.db,
  );
  return rows[0]!.days;
}

const signIn = (login: string, given: string) =>
  sales.request('POST', '/sessions', { body: { login, password: given } });

describe('the rules of an order', () => {
  test('an order is rated within the days of the rules it was created with', async () => {
    const before = await sales.delivered();
    await under({ 'ratings.windowMs': 10 * day }, async () => {
      const after = await sales.delivered();
      for (const sale of [before, after]) await sales.act(sale, sale.buyer, 'confirmation');
      expect([await ratingDays(before.id), await ratingDays(after.id)]).toEqual([30, 10]);
    });
  });
});

describe('sign-in', () => {
  test('wrong passwords are limited as the rule says', async () => {
    await under({ 'signIn.placeTries': 3, 'signIn.firstPauseMs': 120_000 }, async () => {
      const person = await sales.user();
      for (let time = 0; time < 2; time++) expect((await signIn(person.email, 'errada')).status).toBe(401);
      await signIn(person.email, 'errada');
      const { status, body } = await signIn(person.email, password);
      expect([status, body.detail]).toEqual([429, expect.stringContaining('Espere 2 minutos')]);
    });
  });

  test('a password reset link states its lifetime, and expires after it', async () => {
    await under({ 'codes.passwordResetMs': 5 * 60_000 }, async () => {
      const { email } = await sales.user();
      await sales.request('POST', '/password-resets', { body: { email } });
      await sales.drain();
      const { rows } = await sql<{ text_body: string; minutes: number }>`
        select m.text_body, extract(epoch from s.expires_at - s.created_at)::int / 60 as minutes
        from mails m join one_time_secrets s on s.target = m.recipient
        where m.recipient = ${email} and s.kind = 'password_reset'`.execute(sales.ctx.db);
      expect(rows).toEqual([{ text_body: expect.stringContaining('O link vale por 5 minutos'), minutes: 5 }]);
    });
  });
});

describe('pages and money', () => {
  test('a question without an answer leaves the public page after the time in the rule', async () => {
    const { id, slug } = await sales.publishedListing();
    const { token } = await sales.user();
    const body = { text: 'Ainda está à venda?' };
    await sales.request('POST', `/listings/${id}/questions`, { token, key: true, body });
    const shown = async () => (await sales.request('GET', `/public/listings/${slug}`)).data.questions.length;
    await sales.moveClock(2 * day);
    expect(await shown()).toBe(1);
    await under({ 'questions.publicMs': day }, async () => expect(await shown()).toBe(0));
  });

  test('the score without ratings is the one in the rules', async () => {
    const { slug } = await sales.publishedListing();
    await under({ 'reputation.priorHundredths': 400 }, async () => {
      const { data } = await sales.request('GET', `/public/listings/${slug}/ratings`);
      expect(data.scores.hundredths).toBe(400);
    });
  });

  test('the terms state the number of free withdrawals, and the statement charges accordingly', async () => {
    const { seller } = await sales.released();
    const nextFee = async () =>
      (await sales.request('GET', '/balances', { token: seller.token })).data.withdrawal.nextFeeCents;
    expect(await nextFee()).toBe(0);
    await under({ 'withdrawal.freePerMonth': 0, 'listings.reviewTargetMs': 6 * 3_600_000 }, async () => {
      expect(await nextFee()).toBe(250);
      const page = await sales.request('GET', '/public/pages/perguntas-frequentes');
      expect(page.text).toContain('Nenhum saque é grátis');
      expect(page.text).toContain('A meta é responder em até 6 horas');
    });
  });
});
