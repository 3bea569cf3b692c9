import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { looksRandom } from './secret-strength.ts';

const key = '8f0cb2e94d7716a35bd1e06f29c8437a1f5e9ab3d2604c87e17d3895fa6b20cc';
const providers = {
  PAYMENT_PROVIDER: 'asaas',
  ASAAS_API_KEY: 'chave',
  ASAAS_WEBHOOK_TOKEN: 'a'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'avisos@praca.example',
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'segredo',
  TWILIO_FROM: '+15005550006',
};
const production = {
  ...providers,
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://praca.example/',
  SECRET_KEY: key,
  DATABASE_URL: 'postgres://dono:senha@banco/praca?sslmode=verify-full',
};

/** The lines of the error message, without the headline. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''));
  }
  return [];
}

describe('the settings', () => {
  test('an empty environment is a demo market on this machine', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      role: 'all',
      demo: true,
      simulators: true,
      production: false,
    });
  });

  test('production has no demo, no simulators and a public address without a slash at the end', () => {
    expect(readConfig(production)).toMatchObject({
      demo: false,
      simulators: false,
      publicUrl: 'https://praca.example',
      pushContact: 'https://praca.example',
      logLevel: 'info',
    });
  });

  test('files go to a bucket when all of its settings are there, and missing or wrong ones are reported', () => {
    expect(readConfig({}).s3).toBeNull();
    const named = { S3_BUCKET: 'arquivos', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'segredo' };
    expect(readConfig(named).s3).toEqual({
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'arquivos',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'segredo',
    });
    const elsewhere = { ...named, S3_ENDPOINT: 'http://minio:9000/', S3_REGION: 'auto' };
    expect(readConfig(elsewhere).s3).toMatchObject({ endpoint: 'http://minio:9000', region: 'auto' });
    expect(faultsOf({ S3_ENDPOINT: 'minio:9000', S3_BUCKET: 'Meus Arquivos' })).toEqual([
      'S3_ENDPOINT: não é um endereço que comece com https:// ou http://.',
      'S3_ACCESS_KEY_ID: falta; o armazém de arquivos pede S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.',
      'S3_SECRET_ACCESS_KEY: falta; o armazém de arquivos pede S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.',
      'S3_BUCKET: não é nome de bucket; use de 3 a 63 letras minúsculas, números, pontos e hifens.',
    ]);
  });

  test('a replica needs the database that it follows', () => {
    const copy = { DATABASE_REPLICA_URL: 'postgres://app@copia/praca?sslmode=verify-full' };
    expect(readConfig({ ...production, ...copy }).databaseReplicaUrl).toBe(copy.DATABASE_REPLICA_URL);
    expect(faultsOf(copy)).toEqual([
      'DATABASE_REPLICA_URL: precisa também de DATABASE_URL, a do banco que ela segue.',
    ]);
  });

  test('several processes are a whole number of them, and not for development with reload', () => {
    expect(readConfig({}).webConcurrency).toBe(1);
    expect(readConfig({ WEB_CONCURRENCY: '4' }).webConcurrency).toBe(4);
    for (const wrong of ['0', '65', 'dois', '1.5'])
      expect(faultsOf({ WEB_CONCURRENCY: wrong })).toEqual([
        `WEB_CONCURRENCY: «${wrong}» não serve; use um número inteiro de 1 a 64.`,
      ]);
    expect(() => readConfig({ WEB_CONCURRENCY: '2' }, ['--dev'])).toThrow(/npm run dev usa um processo só/);
  });

  test('traces go to the collector named, with its headers, of all requests or of a share', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
    expect(readConfig({}).traces).toBeNull();
    expect(readConfig(endpoint).traces).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      share: 1,
    });
    expect(
      readConfig({
        ...endpoint,
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b, x-tenant=praca',
      }).traces,
    ).toMatchObject({ share: 0.05, headers: { 'api-key': 'a=b', 'x-tenant': 'praca' } });
    for (const wrong of ['2', '-1', 'metade'])
      expect(() => readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow(
        /OTEL_TRACES_SAMPLER_ARG/,
      );
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'segredo' })).toThrow(
      'OTEL_EXPORTER_OTLP_HEADERS: use nome=valor, separados por vírgula.',
    );
  });

  test('metrics need a port, stay on this machine, and take no port of the site', () => {
    expect(readConfig({}).metrics).toBeNull();
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.2' }).metrics?.host).toBe('10.0.0.2');
    expect(faultsOf({ METRICS_PORT: '2998' })).toEqual([]);
    expect(faultsOf({ METRICS_PORT: '2998', WEB_CONCURRENCY: '2' })).toEqual([
      'METRICS_PORT: toma também a porta do site, 3000; use outra, por exemplo 9464.',
    ]);
    expect(faultsOf({ METRICS_PORT: '0' })).toEqual([
      'METRICS_PORT: «0» não serve; use um número inteiro de 1 a 65535.',
    ]);
  });

  test('sign-in with Google needs a client id only, and its addresses can point to a test double', () => {
    expect(readConfig({}).google).toBeNull();
    expect(readConfig({ GOOGLE_JWKS_URL: 'http://127.0.0.1:9/certs' }).google).toBeNull();
    expect(readConfig({ GOOGLE_CLIENT_ID: 'x.apps.example' }).google).toEqual({
      clientId: 'x.apps.example',
      scriptUrl: 'https://accounts.google.com/gsi/client',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
    });
    expect(
      readConfig({ GOOGLE_CLIENT_ID: 'x', GOOGLE_ISSUERS: 'https://a.example, https://b.example' }).google
        ?.issuers,
    ).toEqual(['https://a.example', 'https://b.example']);
    expect(faultsOf({ GOOGLE_JWKS_URL: 'certs' })).toEqual([expect.stringMatching(/^GOOGLE_JWKS_URL:/)]);
  });

  test('an external database is not filled with a demo unless asked', () => {
    const DATABASE_URL = 'postgres://dono:senha@banco/praca';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  });

  test('the configuration cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  test('an address of IPv6 goes in brackets', () => {
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
  });

  test('proxies are trusted by number of hops or by network, never by default', () => {
    expect(readConfig({}).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8' }).trustProxy).toBe('10.0.0.0/8');
  });
});

describe('the lookup of postal codes', () => {
  test('is simulated where simulators run, and ViaCEP elsewhere', () => {
    expect(readConfig({}).viaCep).toBeNull();
    const viaCep = { baseUrl: 'https://viacep.com.br' };
    expect(readConfig(production).viaCep).toEqual(viaCep);
    expect(readConfig({ CEP_PROVIDER: 'viacep' }).viaCep).toEqual(viaCep);
    expect(readConfig({ CEP_BASE_URL: 'http://127.0.0.1:9/' }).viaCep).toEqual({
      baseUrl: 'http://127.0.0.1:9',
    });
    expect(readConfig({ ...production, ALLOW_SIMULATORS: '1' }).viaCep).toBeNull();
  });

  test('is refused as a simulator without simulators, and in production without TLS', () => {
    expect(faultsOf({ CEP_PROVIDER: 'correios' })).toEqual([expect.stringMatching(/^CEP_PROVIDER:/)]);
    expect(faultsOf({ ...production, CEP_PROVIDER: 'simulator' })).toEqual([
      expect.stringMatching(/^CEP_PROVIDER: .*ALLOW_SIMULATORS=1/),
    ]);
    expect(faultsOf({ ...production, CEP_BASE_URL: 'http://cep.example' })).toEqual([
      expect.stringMatching(/^CEP_BASE_URL:/),
    ]);
  });
});

describe('the provider of shipping', () => {
  const account = {
    SHIPPING_PROVIDER: 'melhor_envio',
    MELHOR_ENVIO_TOKEN: 'segredo-da-conta',
    MELHOR_ENVIO_CONTACT: 'ti@praca.example',
  };

  test('is the simulator where simulators run, else the own table', () => {
    expect(readConfig({}).shipping).toEqual({ provider: 'simulator' });
    expect(readConfig(production).shipping).toBeNull();
    expect(readConfig({ SHIPPING_PROVIDER: 'table' }).shipping).toBeNull();
    expect(readConfig({ ...production, ...account }).shipping).toEqual({
      provider: 'melhor_envio',
      melhorEnvio: {
        token: 'segredo-da-conta',
        webhookSecret: null,
        contact: 'ti@praca.example',
        baseUrl: 'https://melhorenvio.com.br',
      },
    });
  });

  test('is refused without its credentials, as a simulator without simulators, and without TLS', () => {
    expect(faultsOf({ SHIPPING_PROVIDER: 'correios' })).toEqual([
      expect.stringMatching(/^SHIPPING_PROVIDER:/),
    ]);
    expect(faultsOf({ ...production, SHIPPING_PROVIDER: 'simulator' })).toEqual([
      expect.stringMatching(/^SHIPPING_PROVIDER: .*ALLOW_SIMULATORS=1/),
    ]);
    expect(faultsOf({ SHIPPING_PROVIDER: 'melhor_envio' })).toEqual([
      expect.stringMatching(/^MELHOR_ENVIO_CONTACT:/),
      expect.stringMatching(/^MELHOR_ENVIO_TOKEN:/),
    ]);
    expect(faultsOf({ ...account, MELHOR_ENVIO_CONTACT: 'ninguém' })).toEqual([
      expect.stringMatching(/^MELHOR_ENVIO_CONTACT:/),
    ]);
    const open = { ...production, ...account, MELHOR_ENVIO_BASE_URL: 'http://melhor.example' };
    expect(faultsOf(open)).toEqual([expect.stringMatching(/^MELHOR_ENVIO_BASE_URL:/)]);
    expect(faultsOf(open).join()).not.toContain('segredo');
  });
});

describe('the services that reach people', () => {
  test('mails and text messages are simulated until a service is configured', () => {
    expect(readConfig({})).toMatchObject({ smtp: null, twilio: null });
    const named = {
      SMTP_URL: 'smtps://quem:senha@correio.example:465',
      MAIL_FROM: 'Praça <avisos@praca.example>',
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'segredo',
      TWILIO_FROM: '+15005550006',
    };
    expect(readConfig(named)).toMatchObject({
      smtp: { url: named.SMTP_URL, from: named.MAIL_FROM },
      twilio: { accountSid: 'AC1', baseUrl: 'https://api.twilio.com' },
    });
  });

  test('an incomplete service is reported, without its password', () => {
    const faults = faultsOf({ SMTP_URL: 'smtp://quem:senha@correio.example', SMS_PROVIDER: 'twilio' });
    expect(faults.map((line) => line.split(':')[0])).toEqual([
      'MAIL_FROM',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_FROM',
    ]);
    expect(faults.join()).not.toContain('senha');
  });
});

describe('settings that are refused', () => {
  test('all errors are reported at once, one line each', () => {
    const faults = faultsOf({
      PORT: '70000',
      ROLE: 'rei',
      LOG_LEVEL: 'alto',
      DEMO: 'sim',
      DATABASE_URL: 'mysql://x',
    });
    expect(faults.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'ROLE',
      'DEMO',
      'LOG_LEVEL',
    ]);
  });

  test('a command line option, which would otherwise be ignored silently', () => {
    expect(() => readConfig({}, ['--dev', '--port', '4000'])).toThrow(
      /--port: .*\n.*4000: .*PORT=4000 npm start/,
    );
    expect(readConfig({}, ['--dev']).reload).toBe(true);
  });

  const elsewhere = [
    ['HOST', { HOST: '0.0.0.0' }],
    ['a proxy that leads to PUBLIC_URL', { PUBLIC_URL: 'https://praca.example' }],
    ['PUBLIC_URL on the local network', { PUBLIC_URL: 'http://192.168.0.9:3000' }],
    ['another name of HOSTS', { HOSTS: 'praca.example' }],
    ['PUBLIC_URL while HOST is loopback', { HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1.example' }],
  ] as const;

  test.each(elsewhere)('no demo market and no simulators beyond this machine: %s', (_where, environment) => {
    expect(readConfig(environment)).toMatchObject({ demo: false, simulators: false });
    expect(faultsOf({ ...environment, DEMO: '1' })).toEqual([expect.stringMatching(/^DEMO: .*DEMO=0/)]);
    expect(faultsOf({ ...environment, ALLOW_SIMULATORS: '1' })).toEqual([
      expect.stringMatching(/^ALLOW_SIMULATORS: .*NODE_ENV=production/),
    ]);
  });

  test('the host and the public address may be any loopback names', () => {
    for (const [HOST, PUBLIC_URL] of [
      ['127.0.0.1', 'http://localhost:3000'],
      ['::1', 'http://[::1]:3000'],
      ['localhost', 'http://127.0.0.9:80'],
    ] as const)
      expect(readConfig({ HOST, PUBLIC_URL })).toMatchObject({ demo: true, simulators: true });
  });

  test('simulators in production, unless the operator asks for them, and never with the demo market (T55)', () => {
    expect(readConfig(production).simulators).toBe(false);
    expect(readConfig({ ...production, ALLOW_SIMULATORS: '1' })).toMatchObject({
      simulators: true,
      demo: false,
    });
    expect(faultsOf({ ...production, ALLOW_SIMULATORS: '1', DEMO: '1' })).toEqual([
      expect.stringMatching(/^DEMO:/),
    ]);
  });

  test('production without a secret key, a public address and providers, all together', () => {
    expect(faultsOf({ NODE_ENV: 'production', HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL:/),
      expect.stringMatching(/^SECRET_KEY:/),
      expect.stringMatching(/^PAYMENT_PROVIDER:/),
      expect.stringMatching(/^SMTP_URL:/),
      expect.stringMatching(/^SMS_PROVIDER:/),
    ]);
  });

  test('a previous secret key that is truncated or equals the current one', () => {
    const present = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    const other = Buffer.alloc(32, 8).toString('base64');
    expect(faultsOf({ ...present, SECRET_KEY_PREVIOUS: `${other},abc` })).toEqual([
      expect.stringMatching(/^SECRET_KEY_PREVIOUS:/),
    ]);
    expect(faultsOf({ ...present, SECRET_KEY_PREVIOUS: present.SECRET_KEY })).toHaveLength(1);
    expect(faultsOf({ ...present, SECRET_KEY_PREVIOUS: other })).toEqual([]);
  });

  test('a short secret key', () => {
    expect(faultsOf({ SECRET_KEY: 'ab'.repeat(31) })).toHaveLength(1);
    expect(faultsOf({ SECRET_KEY: 'senha muito secreta e longa, mas que não é chave' })).toHaveLength(1);
    expect(faultsOf({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64') })).toEqual([]);
  });

  test('production over http, where passwords would be readable (T139)', () => {
    expect(faultsOf({ ...production, PUBLIC_URL: 'http://praca.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: .*https/),
    ]);
    const local = { ...production, HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:3000' };
    expect(faultsOf(local)).toEqual([]);
    expect(faultsOf({ ...local, HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^PUBLIC_URL:/)]);
  });

  test.each(['true', '*', 'yes', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8,*', '999.1.1.1'])(
    'a trusted proxy that covers every address: TRUST_PROXY=%s',
    (TRUST_PROXY) => {
      expect(faultsOf({ TRUST_PROXY })).toEqual([expect.stringMatching(/^TRUST_PROXY: /)]);
      expect(faultsOf({ ...production, TRUST_PROXY })).toEqual([expect.stringMatching(/^TRUST_PROXY: /)]);
    },
  );

  test.each([
    ['one byte again and again', 'ab'.repeat(32)],
    ['a pattern', '0123456789abcdef'.repeat(4)],
    ['counted bytes', Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')],
    ['counted bytes in steps', Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64')],
    ['words', Buffer.from('esta e a chave secreta da nossa praca').toString('base64')],
    ['letters typed as base64', 'minhachavesecretaminhachavesecretaminhachave'],
    ['half of it random', '8f0cb2e94d7716a35bd1e06f29c8437a' + '00'.repeat(16)],
  ])('a secret key in production that can be guessed: %s', (_what, SECRET_KEY) => {
    expect(faultsOf({ ...production, SECRET_KEY })).toEqual([expect.stringMatching(/^SECRET_KEY:/)]);
  });

  test('a random key is accepted', () => {
    for (let round = 0; round < 20_000; round++)
      expect(looksRandom(randomBytes(32 + (round % 33)).toString(round % 2 ? 'hex' : 'base64'))).toBe(true);
  });

  test.each([
    ['postgres://dono:senha@banco/praca', false],
    ['postgres://dono:senha@10.0.0.5/praca', false],
    ['postgres://dono:senha@banco/praca?sslmode=disable', false],
    ['postgres://dono:senha@banco/praca?sslmode=prefer', false],
    ['postgres://dono:senha@banco/praca?sslmode=no-verify', false],
    ['postgres://dono:senha@banco/praca?sslmode=require&uselibpqcompat=true', false],
    ['postgres://dono:senha@127.0.0.1/praca?host=banco', false],
    ['postgres://dono:senha@banco/praca?sslmode=require', true],
    ['postgres://dono:senha@banco/praca?sslmode=verify-full', true],
    ['postgres://dono:senha@127.0.0.1:5433/praca', true],
    ['postgres://dono:senha@[::1]/praca', true],
    ['postgres://dono:senha@localhost/praca?host=/var/run/postgresql', true],
    ['postgres://dono:senha@%2Fvar%2Frun%2Fpostgresql/praca', true],
  ])('a database in production that others on the way could read: %s is private: %s', (url, isPrivate) => {
    for (const name of ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_REPLICA_URL', 'DATABASE_POOL_URL'])
      expect(faultsOf({ ...production, [name]: url })).toEqual(
        isPrivate ? [] : [expect.stringMatching(new RegExp(`^${name}: .*TLS`))],
      );
  });

  test('files and realtime messages in production without TLS', () => {
    const bucket = { S3_BUCKET: 'arquivos', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'segredo' };
    expect(faultsOf({ ...production, ...bucket, S3_ENDPOINT: 'http://minio:9000' })).toEqual([
      expect.stringMatching(/^S3_ENDPOINT:/),
    ]);
    const hosted = { PUSHER_APP_ID: '1', PUSHER_KEY: 'k', PUSHER_SECRET: 's', PUSHER_HOST: 'soketi' };
    expect(faultsOf({ ...production, ...hosted, PUSHER_TLS: '0' })).toEqual([
      expect.stringMatching(/^PUSHER_TLS:/),
    ]);
  });

  test('an address of the card fields with the host name of the site, or with a path', () => {
    expect(faultsOf({ ...production, CARD_FIELDS_URL: 'https://cartao.praca.example' })).toEqual([]);
    for (const wrong of [
      'https://praca.example',
      'https://cartao.praca.example/x',
      'http://cartao.praca.example',
    ])
      expect(faultsOf({ ...production, CARD_FIELDS_URL: wrong })).toEqual([
        expect.stringMatching(/^CARD_FIELDS_URL:/),
      ]);
  });

  test('an application’s or a pooler’s URL without the owner’s', () => {
    expect(faultsOf({ DATABASE_APP_URL: 'postgres://app:senha@banco/praca' })).toHaveLength(1);
    expect(faultsOf({ DATABASE_POOL_URL: 'postgres://app:senha@localhost:6432/praca' })).toEqual([
      expect.stringMatching(/^DATABASE_POOL_URL: precisa também de DATABASE_URL/),
    ]);
  });

  test('several servers of which the one that takes writes is not named', () => {
    const url = 'postgres://dono:senha@um:5432,dois:5432/praca?sslmode=verify-full';
    expect(faultsOf({ ...production, DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_URL: .*target_session_attrs=read-write/),
    ]);
    const DATABASE_URL = `${url}&target_session_attrs=read-write`;
    expect(faultsOf({ ...production, DATABASE_URL, DATABASE_REPLICA_URL: url })).toEqual([]);
    // One server in plain sight is one too many.
    const lax = DATABASE_URL.replace('sslmode=verify-full&', '');
    expect(faultsOf({ ...production, DATABASE_URL: lax })).toEqual([expect.stringMatching(/TLS/)]);
  });

  test('a wrong URL is reported without its password', () => {
    expect(faultsOf({ DATABASE_URL: 'postgre://dono:segredo@banco/praca' }).join()).not.toContain('segredo');
  });
});
