import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBusinessDays, saoPauloDay, endOfDay, noClosedDays } from '#domain/business-days.ts';
import { settingFields } from '#domain/settings/fields.ts';
import { createSmtpSender } from '#server/adapters/mail/smtp.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { confirmPending } from '#test/staff/two-people.ts';
import { hexOf } from '#domain/settings/brand.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { createMarket } from '#test/market.ts';
import { renderLetter } from '#server/letters/letters.ts';
import { allLetters, defaultSample } from '#server/process/letters-catalogue.ts';
import type { Person } from '#test/accounts/people.ts';
import { invalidateRules } from './queries.ts';

let sales: Sales;
let admin: Person;
let confirmer: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  confirmer = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterAll(() => sales.close());

const reason = 'Combinado na reunião de novembro';

async function settings(as = admin) {
  const { data } = await sales.request('GET', '/staff/settings', { token: as.token });
  return data;
}

/** The payment deadline of a boleto that is created now. */
async function boletoDueAt(): Promise<string> {
  const listing = await sales.publishedListing({ stock: 3 });
  const sale = await sales.place(await sales.user(), listing, 1, 'boleto');
  return (await sales.view(sale, sale.buyer)).deal.payment.expiresAt;
}

async function change(changes: Record<string, unknown>, more: Record<string, unknown> = {}, as = admin) {
  const { version } = await settings();
  const answer = await sales.request('POST', '/staff/settings/versions', {
    token: as.token,
    key: true,
    body: { basedOn: version.id, changes, reason, ...more },
  });
  return confirmPending(sales, answer, confirmer);
}

describe('the rules', () => {
  test('support reads all of them and changes none', async () => {
    const read = await settings(support);
    expect(read.editable).toBe(false);
    expect(read.fields.length).toBe(settingFields.length);
    const { status, body } = await change({ maxUnpaidOrders: 9 }, {}, support);
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  test('a changed fee applies to the next order, and an open order keeps the one it was created with (N08)', async () => {
    const first = await sales.placed({ priceCents: 10_000 });
    const { status, data } = await change({ 'plans.prata.commissionBps': 2_000 });
    expect(status).toBe(201);
    expect(data.version.changes).toEqual([{ path: 'plans.prata.commissionBps', before: 990, after: 2_000 }]);
    expect(data.version.author).toEqual({ username: admin.username });
    const second = await sales.placed({ priceCents: 10_000 });
    const { rows } = await sql<{ commission: number }>`
      select commission_cents as commission from orders where id in (${first.id}, ${second.id}) order by id`.execute(
      sales.ctx.db,
    );
    expect(rows.map(({ commission }) => commission)).toEqual([990, 2_000]);
    const { data: fees } = await sales.request('GET', '/public/settings');
    expect(fees.plans[0].commissionBps).toBe(2_000);
  });

  test('a change with a later start applies from then on', async () => {
    const startsAt = new Date(Date.now() + 3 * day).toISOString();
    expect((await change({ 'timers.pixExpiryMs': 900_000 }, { startsAt })).status).toBe(201);
    const pixExpiry = async () => {
      invalidateRules(sales.ctx.db);
      return (await sales.request('GET', '/public/settings')).data.pixExpiryMs;
    };
    expect(await pixExpiry()).toBe(1_800_000);
    expect((await settings()).version.waiting).toBe(true);
    const early = await change({ maxUnpaidOrders: 7 }, { startsAt: new Date().toISOString() });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ['startsAt']]);
    await sales.moveClock(4 * day);
    expect(await pixExpiry()).toBe(900_000);
  });

  test('a holiday that staff enter moves a deadline in business days, and its removal moves it back', async () => {
    const usual = await boletoDueAt();
    const last = saoPauloDay(new Date(usual));
    expect((await change({ 'calendar.holidays': [`${last} Aniversário da cidade`] })).status).toBe(201);
    expect(await boletoDueAt()).toBe(endOfDay(addBusinessDays(last, 1, noClosedDays)).toISOString());
    expect((await settings()).versions[0].changes).toEqual([
      { path: 'calendar.holidays', before: [], after: [`${last} Aniversário da cidade`] },
    ]);
    await change({ 'calendar.holidays': [] });
    expect(await boletoDueAt()).toBe(usual);
  });

  test('of twenty people who change the same version one succeeds', async () => {
    const { version } = await settings();
    const tries = Array.from({ length: 20 }, (_, index) =>
      sales.request('POST', '/staff/settings/versions', {
        token: admin.token,
        key: true,
        body: { basedOn: version.id, changes: { maxUnpaidOrders: 10 + index }, reason },
      }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.every(({ body }) => body.code === 'settings_changed')).toBe(true);
    expect(refused[0]!.body.detail).toContain(`@${admin.username}`);
  });

  test.each([
    [{ 'timers.holdMs': 1 }, 'timers.holdMs'],
    [{ 'timers.nope': 1 }, 'timers.nope'],
    [{ 'listings.autoPublish': 'always' }, 'listings.autoPublish'],
    [{ 'calendar.holidays': ['2027-02-30 Não existe'] }, 'calendar.holidays'],
    [{ 'calendar.holidays': '2027-01-25 Uma linha' }, 'calendar.holidays'],
  ])('%j is refused with a sentence where it is wrong', async (changes, path) => {
    const { status, body } = await change(changes);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([path]);
  });

  test('without a reason, or with an invalid start, nothing is written', async () => {
    for (const more of [{ reason: '' }, { reason: '   a ' }, { startsAt: 'amanhã' }])
      expect((await change({ maxUnpaidOrders: 6 }, more)).status).toBe(400);
  });

  test('a preview shows the effect and writes nothing', async () => {
    const before = await settings();
    const { data } = await sales.request('POST', '/staff/settings/preview', {
      token: admin.token,
      body: { changes: { 'plans.ouro.commissionBps': 3_000 } },
    });
    const ouro = data.plans.find(({ slug }: { slug: string }) => slug === 'ouro');
    expect([ouro.netBeforeCents, ouro.netAfterCents]).toEqual([8_810, 7_000]);
    expect(data.openOrders).toBeGreaterThan(0);
    expect((await settings()).version).toEqual(before.version);
  });

  test('author and content of a change are in the log of actions', async () => {
    const { rows } = await sql<{ data: { reason: string; changes: unknown[] }; actor_id: number }>`
      select data, actor_id from events where kind = 'settings.changed' order by id limit 1`.execute(
      sales.ctx.db,
    );
    expect(rows[0]!.actor_id).toBe(admin.id);
    expect(rows[0]!.data.reason).toBe(reason);
    expect(rows[0]!.data.changes).toHaveLength(1);
  });

  test('plain SQL can neither change a version nor start one before its predecessor', async () => {
    const { db } = sales.ctx;
    await expect(sql`update rule_versions set rules = '{}'`.execute(db)).rejects.toThrow();
    await expect(sql`delete from rule_versions`.execute(db)).rejects.toThrow();
    await expect(
      sql`insert into rule_versions (rules, starts_at, based_on)
        select '{}', '2000-01-01', max(id) from rule_versions`.execute(db),
    ).rejects.toThrow('a version cannot begin before');
  });
});

const brandNow = async () => {
  invalidateRules(sales.ctx.db);
  return (await sales.request('GET', '/public/settings')).data.brand;
};

describe('the brand', () => {
  test('the site can be installed: its manifest names icons that are served, and pages to open', async () => {
    const manifest = JSON.parse((await sales.request('GET', '//manifest.webmanifest')).text) as {
      icons: { src: string; type: string; sizes: string; purpose?: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest).toMatchObject({ display: 'standalone', scope: '/', start_url: '/' });
    const pngs = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const src of [...manifest.icons.map((icon) => icon.src), '/apple-touch-icon.png']) {
      const { status, headers } = await sales.request('GET', `/${src}`);
      expect([src, status, headers['content-type']]).toEqual([
        src,
        200,
        src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
      ]);
    }
    expect(manifest.shortcuts.map(({ url }) => url)).toContain('/conta/compras');
  });

  test('a new name and hue are on the pages, in the manifest, the icon and the letters at once', async () => {
    expect(await brandNow()).toEqual({ name: 'Praça', hue: 262, logo: '' });
    expect((await change({ 'brand.name': 'Feira Boa', 'brand.hue': 150 })).status).toBe(201);
    expect(await brandNow()).toEqual({ name: 'Feira Boa', hue: 150, logo: '' });
    const manifest = await sales.request('GET', '//manifest.webmanifest');
    expect(JSON.parse(manifest.text)).toMatchObject({
      name: 'Feira Boa',
      theme_color: hexOf(0.46, 0.165, 150),
    });
    expect((await sales.request('GET', '//icone.svg')).text).toContain(hexOf(0.46, 0.165, 150));
    const made = renderLetter(
      allLetters['confirmar-email']({ origin: 'https://x.example', ...defaultSample }),
    );
    expect(made.subject).toContain('Feira Boa');
    expect(made.html).toContain(hexOf(0.46, 0.165, 150));
    expect(`${made.text} ${made.html}`).not.toContain('Praça');
  });

  test('a logo is an uploaded picture and shown on every page; other values are refused', async () => {
    const photo = await sharp({ create: { width: 400, height: 90, channels: 3, background: '#2266aa' } })
      .png()
      .toBuffer();
    const { data } = await sales.request('POST', '/images', {
      token: admin.token,
      body: photo,
      headers: { 'content-type': 'image/png' },
    });
    expect((await change({ 'brand.logo': data.key })).status).toBe(201);
    expect((await brandNow()).logo).toBe(`/imagens/${data.key}-480`);
    expect((await sales.request('GET', '/public/logo')).data.item).toBe(`/imagens/${data.key}-480`);
    expect((await sales.request('GET', `//imagens/${data.key}-480`)).status).toBe(200);
    for (const [path, value] of [
      ['brand.logo', 'javascript:alert(1)'],
      ['brand.name', ' '],
      ['brand.name', 'x'.repeat(31)],
      ['brand.hue', 360],
    ] as const)
      expect(Object.keys((await change({ [path]: value })).body.errors)).toEqual([path]);
    await change({ 'brand.name': 'Praça', 'brand.hue': 262, 'brand.logo': '' });
    expect(await brandNow()).toEqual({ name: 'Praça', hue: 262, logo: '' });
  });
});

async function newestText(): Promise<number> {
  const { data } = await sales.request('GET', '/staff/pages/termos/versions', { token: admin.token });
  return data.items[0].version;
}

test('the operator’s identity, as an admin entered it, is in the footer of every page and in the terms', async () => {
  const wrong = await change({ 'company.document': '12345', 'company.email': 'sem arroba' });
  expect(Object.values(wrong.body.errors)).toEqual([
    'Escreva o CNPJ com a pontuação: 12.345.678/0001-95.',
    'Confira o e-mail. Ex.: contato@exemplo.com.br',
  ]);
  const written = { 'company.name': 'Feira do Largo S.A.', 'company.document': '1A.BC3.45D/0001-07' };
  const made = await change(written);
  expect(made.status, made.text).toBe(201);
  const { company } = (await sales.request('GET', '/public/settings')).data;
  expect(company).toMatchObject({ name: 'Feira do Largo S.A.', document: '1A.BC3.45D/0001-07' });
  expect((await sales.request('GET', '/public/pages/termos')).text).toContain('Feira do Largo S.A.');
});

test('no page names the example company while none was entered, and none of it is entered with a real one', async () => {
  const shop = await createMarket();
  await shop.setRules({ company: defaultRules.company });
  shop.forgetCaches();
  expect((await shop.request('GET', '/public/settings')).data.company).toBeNull();
  const { text } = await shop.request('GET', '/public/pages/termos');
  expect(text).toContain('ainda não informada');
  for (const example of Object.values(defaultRules.company)) expect(text).not.toContain(example);
  const { token } = await shop.user({ role: 'admin' });
  const { fields, version } = (await shop.request('GET', '/staff/settings', { token })).data;
  const shown = fields.filter(({ group }: { group: string }) => group === 'company');
  expect(shown.map(({ value }: { value: string }) => value)).toEqual(['', '', '', '']);
  const partly = await shop.request('POST', '/staff/settings/versions', {
    token,
    key: true,
    body: {
      basedOn: version.id,
      changes: { 'company.document': '11.222.333/0001-81', 'company.email': 'contato@feira.com.br' },
      reason: 'Abertura da loja',
    },
  });
  expect(partly.body.errors).toEqual({
    'company.name': 'Escreva o dado da sua empresa.',
    'company.address': 'Escreva o dado da sua empresa.',
  });
  await shop.close();
});

describe('the texts of the pages', () => {
  const markdown = '# Termos\n\n> Curto.\n\n## Conta\nO saque custa {{saque.tarifa}}.\n';
  const publish = (body: Record<string, unknown>, as = admin) =>
    sales.request('POST', '/staff/pages/termos/versions', {
      token: as.token,
      key: true,
      body: { reason, markdown, ...body },
    });

  test('a preview shows the numbers of the current rules', async () => {
    const { data } = await sales.request('POST', '/staff/pages/termos/preview', {
      token: support.token,
      body: { markdown },
    });
    expect(data.sections[0].html).toContain('R$\u00a02,50');
  });

  test('a published text is on its page, and the second of two editors gets a conflict', async () => {
    const basedOn = await newestText();
    const answers = await Promise.all([publish({ basedOn }), publish({ basedOn })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { data } = await sales.request('GET', '/public/pages/termos');
    expect(data.version).toBe(basedOn + 1);
    expect(data.title).toBe('Termos');
  });

  test('unknown placeholders, a text without a title, and support are refused', async () => {
    const basedOn = await newestText();
    const unknown = await publish({ basedOn, markdown: '# Termos\n\n{{preco.magico}} vale' });
    expect([unknown.status, unknown.body.errors.markdown]).toEqual([
      400,
      'Estes nomes não existem: {{preco.magico}}.',
    ]);
    expect((await publish({ basedOn, markdown: 'sem título nenhum' })).status).toBe(400);
    for (const none of [2 ** 31 - 1, Number.MAX_SAFE_INTEGER])
      expect((await publish({ basedOn: none })).body.errors).toHaveProperty('basedOn');
    expect((await publish({ basedOn }, support)).body.code).toBe('forbidden');
    expect(await newestText()).toBe(basedOn);
  });
});

describe('the connections', () => {
  const kinds = ['database', 'mail', 'sms', 'payments', 'images', 'files'];
  test.each(kinds)('%s answers', async (kind) => {
    const { data } = await sales.request('POST', '/staff/connection-checks', {
      token: admin.token,
      body: { kind },
    });
    expect(data).toMatchObject({ ok: true, detail: null });
    expect(data.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('an unreachable mail server is reported, and one with wrong credentials too', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { mail } = sales.ctx;
    sales.ctx.mail = createSmtpSender({ url: `smtp://127.0.0.1:${port}`, from: 'praca@exemplo.com.br' });
    const { data } = await sales.request('POST', '/staff/connection-checks', {
      token: admin.token,
      body: { kind: 'mail' },
    });
    sales.ctx.mail = mail;
    expect(data).toMatchObject({
      ok: false,
      provider: 'smtp',
      detail: 'O serviço não respondeu. Confira o endereço e a rede.',
    });
  });

  test('support cannot test connections', async () => {
    const { status } = await sales.request('POST', '/staff/connection-checks', {
      token: support.token,
      body: { kind: 'mail' },
    });
    expect(status).toBe(403);
  });
});
