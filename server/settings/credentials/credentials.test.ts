import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { services } from '#domain/settings/credentials.ts';
import type { Service } from '#domain/settings/credentials.ts';
import { connect } from '#db/connect.ts';
import { buildContext } from '#server/process/build-context.ts';
import { createMarket } from '#test/market.ts';
import type { Answer } from '#test/http-request.ts';
import type { Market } from '#test/market.ts';
import { confirmPending } from '#test/staff/two-people.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import { startMercadoPago } from '#test/payments/doubles/mercado-pago.ts';
import type { Person } from '#test/accounts/people.ts';
import { renewAdapters, withStoredAccounts } from './live.ts';

let market: Market;
let admin: Person;
let second: Person;
let support: Person;
let mercadoPago: Awaited<ReturnType<typeof startMercadoPago>>;
let asaas: Awaited<ReturnType<typeof startAsaas>>;

beforeAll(async () => {
  mercadoPago = await startMercadoPago();
  asaas = await startAsaas();
  market = await createMarket({ MP_BASE_URL: mercadoPago.baseUrl, ASAAS_BASE_URL: asaas.baseUrl });
  admin = await market.user({ role: 'admin' });
  second = await market.user({ role: 'admin' });
  support = await market.user({ role: 'support' });
});
afterAll(async () => {
  await market.close();
  await mercadoPago.close();
  await asaas.close();
});
beforeEach(async () => {
  await sql`select forget_credentials()`.execute(market.ctx.db);
  await sql`update staff_proposals set state = 'stopped', stopped_by = proposed_by where state = 'pending'`.execute(
    market.ctx.db,
  );
  await renewAdapters(market.ctx);
});

const reason = 'Troca combinada com o banco';
const secretOfMp = 'APP_USR-7193-segredo-que-ninguem-ve-9f3a';
const ofMercadoPago = {
  MP_ACCESS_TOKEN: secretOfMp,
  MP_PUBLIC_KEY: 'APP_USR-chave-publica',
  MP_WEBHOOK_SECRET: 'assinatura-que-ninguem-ve-77c1',
};

const ofAsaas = (key: string) => ({
  ASAAS_BASE_URL: 'https://api.asaas.com/v3',
  ASAAS_API_KEY: key,
  ASAAS_WEBHOOK_TOKEN: 'x'.repeat(40),
});

interface Sent {
  provider?: string;
  values?: Record<string, string>;
  basedOn?: number | null;
}

const propose = (service: Service, sent: Sent, as = admin) =>
  market.request('PUT', `/staff/credentials/${service}`, {
    token: as.token,
    key: true,
    body: { provider: 'mercadopago', values: ofMercadoPago, basedOn: null, reason, ...sent },
  });

/** Proposes by one admin and confirms by another; returns the service as it is then. */
const set = async (service: Service, sent: Sent, as = admin) =>
  effected(service, await propose(service, sent, as));

const remove = async (service: Service, basedOn: number | null) =>
  effected(
    service,
    await market.request('POST', `/staff/credentials/${service}/removal`, {
      token: admin.token,
      key: true,
      body: { basedOn, reason },
    }),
  );

async function effected(service: Service, answer: Answer): Promise<Answer> {
  await confirmPending(market, answer, second);
  return answer.status === 200 ? { ...answer, data: (await list()).of(service) } : answer;
}

const attempt = (service: Service, provider: string, values: Record<string, string>) =>
  market.request('POST', `/staff/credentials/${service}/checks`, {
    token: admin.token,
    body: { provider, values },
  });

async function list(as = admin) {
  const { data, text } = await market.request('GET', '/staff/credentials', { token: as.token });
  const of = (service: Service) => data.items.find((one: { service: Service }) => one.service === service);
  return { ...data, of, text };
}

describe('a typed account', () => {
  test('is used at once, in this process and in the next one that checks', async () => {
    const db = connect(market.database.appUrl, { max: 2, applicationName: 'other' });
    const other = buildContext({ ...market.ctx, db, config: { ...market.ctx.config } });
    expect([market.ctx.payments.name, other.payments.name]).toEqual(['simulator', 'simulator']);
    const { status, data } = await set('payments', {});
    expect(status).toBe(200);
    expect(data).toMatchObject({ source: 'screen', provider: 'mercadopago', version: 1 });
    expect(data.setBy.username).toBe(admin.username);
    expect(market.ctx.payments.name).toBe('mercadopago');
    const fields = await market.app.inject({ method: 'GET', url: '/card-fields/fields.js' });
    expect(fields.body).toContain('APP_USR-chave-publica');
    expect((await market.app.inject({ method: 'GET', url: '/dev/card-fields' })).statusCode).toBe(404);
    await renewAdapters(other);
    expect(other.payments.name).toBe('mercadopago');
    const next = await withStoredAccounts({ ...market.ctx.config, payments: null }, db);
    expect(next.payments?.provider).toBe('mercadopago');
    await db.destroy();
  });

  test('is never returned: not in a reply, not in the audit log, not in the database', async () => {
    const { text } = await set('payments', {});
    const shown = await list();
    expect(shown.of('payments').kept).toEqual({
      MP_ACCESS_TOKEN: '••••9f3a',
      MP_PUBLIC_KEY: 'APP_USR-chave-publica',
      MP_WEBHOOK_SECRET: '••••77c1',
    });
    const { rows } = await sql<{ words: string }>`
      select string_agg(row, ' ') as words from (
        select encode(sealed, 'escape') as row from credentials
        union all select data::text from events
        union all select idempotency_keys::text from idempotency_keys) everything`.execute(market.ctx.db);
    for (const place of [text, shown.text, rows[0]!.words]) {
      expect(place).not.toContain('ninguem-ve');
      expect(place).not.toContain(secretOfMp);
    }
  });

  test('is in the audit log with author and reason, and without its value', async () => {
    await set('payments', {});
    const { data } = await market.request('GET', '/staff/audit-log', { token: admin.token });
    expect(data.items[1]).toMatchObject({
      kind: 'settings.credentials_set',
      actor: second.username,
      reason,
      before: { serviço: 'payments', provedor: null },
      after: { provedor: 'mercadopago' },
    });
  });

  test('keeps a secret whose field is empty, and requires it again where its destination changes', async () => {
    const values = {
      host: 'smtp.exemplo.com.br',
      port: '587',
      user: 'praca',
      password: 'senha-do-correio-1234',
      MAIL_FROM: 'Praça <avisos@exemplo.com.br>',
    };
    await set('mail', { provider: 'smtp', values });
    const renamed = { ...values, user: 'outra', password: '' };
    const kept = await set('mail', { provider: 'smtp', values: renamed, basedOn: 1 });
    expect(kept.data.kept).toMatchObject({ user: 'outra', password: '••••1234' });
    expect(market.ctx.config.smtp?.url).toBe('smtp://outra:senha-do-correio-1234@smtp.exemplo.com.br:587');
    const away = { ...renamed, host: 'smtp.ladrao.example' };
    const led = [
      await set('mail', { provider: 'smtp', values: away, basedOn: 2 }),
      await attempt('mail', 'smtp', away),
    ];
    for (const { status, body } of led)
      expect([status, body.errors]).toEqual([
        400,
        { 'values.password': 'O destino mudou: digite este segredo de novo.' },
      ]);
  });

  test('with invalid values is refused field by field', async () => {
    const wrong = await set('payments', {
      provider: 'asaas',
      values: {
        ASAAS_BASE_URL: 'http://127.0.0.1/',
        ASAAS_API_KEY: '',
        ASAAS_WEBHOOK_TOKEN: 'a\nb',
        outro: 'x',
      },
    });
    expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
      400,
      ['values.ASAAS_API_KEY', 'values.ASAAS_BASE_URL', 'values.ASAAS_WEBHOOK_TOKEN', 'values.outro'],
    ]);
    const short = await set('payments', {
      provider: 'asaas',
      values: {
        ASAAS_BASE_URL: 'https://api.asaas.com/v3',
        ASAAS_API_KEY: 'chave',
        ASAAS_WEBHOOK_TOKEN: 'curto',
      },
    });
    expect(short.body.errors['values.ASAAS_WEBHOOK_TOKEN']).toContain('32 letras');
    expect((await set('payments', { provider: 'twilio' })).body.errors.provider).toBeDefined();
    const account = await set('push', {
      provider: 'fcm',
      values: {
        FCM_SERVICE_ACCOUNT: '/etc/passwd',
        FCM_VAPID_KEY: 'a',
        FCM_API_KEY: 'b',
        FCM_SENDER_ID: 'c',
        FCM_APP_ID: 'd',
      },
    });
    expect(account.body.errors['values.FCM_SERVICE_ACCOUNT']).toBe('Cole o conteúdo do arquivo JSON.');
    expect((await sql`select from credentials`.execute(market.ctx.db)).rows).toHaveLength(0);
  });

  test('that another admin changed meanwhile is refused with that admin’s name', async () => {
    await set('payments', {});
    const late = await propose('payments', {}, second);
    expect(late.status).toBe(409);
    expect([late.body.code, late.body.detail]).toEqual([
      'settings_changed',
      `@${admin.username} mudou estas credenciais enquanto você editava. Confira e repita.`,
    ]);
  });

  test('is proposed once by two admins at the same instant', async () => {
    const both = await Promise.all([propose('payments', {}), propose('payments', {}, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('wrong_state');
  });

  test('can be removed, and the simulator is used again', async () => {
    await set('payments', {});
    const { data } = await remove('payments', 1);
    expect(data).toMatchObject({ source: 'simulator', provider: null, version: null, kept: {} });
    expect(market.ctx.payments.name).toBe('simulator');
  });

  test('stays where the service would have no adapter otherwise', async () => {
    await set('payments', {});
    Object.assign(market.ctx.config, { simulators: false });
    try {
      expect((await remove('payments', 1)).body.code).toBe('credentials_needed');
    } finally {
      Object.assign(market.ctx.config, { simulators: true });
    }
  });

  test('of the realtime server needs a restart and says so', async () => {
    const { realtime } = market.ctx;
    const values = {
      PUSHER_APP_ID: '1234567',
      PUSHER_KEY: 'chave-publica',
      PUSHER_SECRET: 'segredo-do-pusher',
      PUSHER_CLUSTER: 'sa1',
    };
    const { data } = await set('realtime', { provider: 'pusher', values });
    expect(data).toMatchObject({ source: 'screen', waitsForRestart: true });
    expect(market.ctx.realtime).toBe(realtime);
    const { pusher } = await withStoredAccounts(market.ctx.config, market.ctx.db);
    expect(pusher).toMatchObject({ appId: '1234567', secret: 'segredo-do-pusher', cluster: 'sa1' });
    expect((await list()).of('realtime').waitsForRestart).toBe(false);
    await withStoredAccounts(market.ctx.config, market.ctx.db);
  });

  test('does not open with another key of the installation', async () => {
    await set('payments', {});
    const config = { ...market.ctx.config, secretKey: 'cd'.repeat(32) };
    await expect(withStoredAccounts(config, market.ctx.db)).rejects.toThrow('SECRET_KEY');
  });
});

describe('testing an account', () => {
  let mailServer: Server;
  let port: string;
  beforeAll(async () => {
    mailServer = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 double ESMTP\r\n');
      socket.on('data', (bytes) => {
        const line = bytes.toString();
        if (line.startsWith('EHLO')) return socket.write('250-double\r\n250 AUTH PLAIN\r\n');
        if (!line.startsWith('AUTH PLAIN')) return socket.write('250 ok\r\n');
        const given = Buffer.from(line.split(' ')[2]!, 'base64').toString().split('\0')[2];
        return socket.write(given === 'certa-e-comprida' ? '235 welcome\r\n' : '535 no\r\n');
      });
    });
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
    port = String((mailServer.address() as AddressInfo).port);
  });
  afterAll(() => void mailServer.close());

  const ofMail = (password: string, at = port) => ({
    host: '127.0.0.1',
    port: at,
    user: 'praca',
    password,
    MAIL_FROM: 'avisos@exemplo.com.br',
  });
  const refused = 'O provedor recusou a chave.';
  const silent = 'O serviço não respondeu. Confira o endereço e a rede.';

  test('asks the provider itself, with the typed values, and stores nothing', async () => {
    const right = await attempt('payments', 'asaas', ofAsaas(asaas.settings.apiKey));
    expect(right.data).toMatchObject({ ok: true, provider: 'asaas', detail: null });
    const wrong = await attempt('payments', 'asaas', ofAsaas('$aact_outra'));
    expect(wrong.data).toMatchObject({ ok: false, provider: 'asaas', detail: refused });
    const other = await attempt('payments', 'mercadopago', ofMercadoPago);
    expect(other.data).toMatchObject({ ok: false, provider: 'mercadopago', detail: refused });
    expect(market.ctx.payments.name).toBe('simulator');
    expect((await list()).of('payments').source).toBe('simulator');
  });

  test('of e-mail signs in at the server and sends none', async () => {
    expect((await attempt('mail', 'smtp', ofMail('certa-e-comprida'))).data).toMatchObject({ ok: true });
    expect((await attempt('mail', 'smtp', ofMail('errada'))).data.detail).toBe(refused);
    for (const host of ['9007199254740993', '1.2.3.999', 'http://a.example'])
      expect((await attempt('mail', 'smtp', { ...ofMail('x'), host })).body).toMatchObject({
        status: 400,
        errors: { 'values.host': expect.any(String) },
      });
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port: nobody } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect((await attempt('mail', 'smtp', ofMail('certa-e-comprida', String(nobody)))).data.detail).toBe(
      silent,
    );
  });

  test('of Firebase requests an access token from Google for the account', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    let answers = 200;
    const google = createHttpServer((_request, response) =>
      response
        .writeHead(answers, { 'content-type': 'application/json' })
        .end('{"access_token":"x","expires_in":3599}'),
    );
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    const account = (key: string) => ({
      FCM_SERVICE_ACCOUNT: JSON.stringify({
        project_id: 'praca',
        client_email: 'praca@exemplo.iam',
        private_key: key,
        token_uri: `http://127.0.0.1:${(google.address() as AddressInfo).port}/token`,
      }),
      FCM_VAPID_KEY: 'a',
      FCM_API_KEY: 'b',
      FCM_SENDER_ID: 'c',
      FCM_APP_ID: 'd',
    });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect((await attempt('push', 'fcm', account('nada'))).data.detail).toBe(refused);
    expect((await attempt('push', 'fcm', account(pem))).data).toMatchObject({
      ok: true,
      provider: 'Firebase',
    });
    answers = 400;
    expect((await attempt('push', 'fcm', account(pem))).data.detail).toBe(refused);
    google.close();
  });

  test.each(services)('%s as it runs answers', async (kind) => {
    const { data } = await market.request('POST', '/staff/connection-checks', {
      token: admin.token,
      body: { kind },
    });
    expect(data).toMatchObject({ ok: true, detail: null });
  });
});

describe('who may', () => {
  test('support sees the adapter of each service but nothing of the account, and changes none', async () => {
    await set('payments', {});
    const { items, editable, of } = await list(support);
    expect([items.length, editable]).toEqual([services.length, false]);
    expect(of('payments')).toMatchObject({ source: 'screen', provider: 'mercadopago', kept: {} });
    const { status, body } = await set('payments', { basedOn: 1 }, support);
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  test('an admin whose proof is old must prove their identity first', async () => {
    const old = await market.user({ role: 'admin' });
    await sql`update sessions set proved_at = proved_at - interval '1 hour',
      second_factor_at = second_factor_at - interval '1 hour' where user_id = ${old.id}`.execute(
      market.ctx.db,
    );
    expect((await set('payments', {}, old)).body.code).toBe('step_up_required');
  });

  test('an account of the environment is shown as such and cannot be changed here', async () => {
    const { serviceEnvironment } = market.ctx.config;
    Object.assign(market.ctx.config, {
      serviceEnvironment: { ...serviceEnvironment, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example' },
    });
    try {
      expect((await list()).of('mail')).toMatchObject({ source: 'environment', kept: {} });
      const values = { host: 'a.example', port: '25', MAIL_FROM: 'a@b.example' };
      const answers = [
        await set('mail', { provider: 'smtp', values }),
        await remove('mail', null),
        await attempt('mail', 'smtp', values),
      ];
      for (const { status, body } of answers)
        expect([status, body.code]).toEqual([409, 'credentials_in_environment']);
    } finally {
      Object.assign(market.ctx.config, { serviceEnvironment });
    }
  });
});
