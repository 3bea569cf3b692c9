import { resolve } from 'node:path';
import { fault } from '#db/fault.ts';
import type { HostedSettings } from './adapters/realtime/hosted.ts';
import type { TwilioSettings } from './adapters/sms/twilio.ts';
import { readSms, readSmtp } from './messaging-config.ts';
import { readFcm } from './push-config.ts';
import type { FcmConfig } from './push-config.ts';
import { readPayments } from './payment-config.ts';
import type { PaymentSettings } from './payment-config.ts';

/** What the operator decides, read once at start. Explained for people in `docs/operations.md`. */
export interface Config {
  readonly production: boolean;
  /** The site through Vite with reload, instead of the build: `npm run dev`. */
  readonly reload: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where people reach the site, without a slash at the end. Links in mails and provider notices begin with it. */
  readonly publicUrl: string;
  /** Which proxies in front may name the visitor's address: none, a number of hops, or a list of networks. */
  readonly trustProxy: boolean | number | string;
  readonly dataDir: string;
  /** The owner's URL, used for migrations. `null`: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The application's URL. `null`: the owner's login in the application's role. */
  readonly databaseAppUrl: string | null;
  /** Connections of this process. */
  readonly databaseConnections: number;
  readonly role: 'web' | 'worker' | 'all';
  /** Simulated bank, mailbox and SMS, with their buttons at /dev. */
  readonly simulators: boolean;
  /** Fills a believable market the first time. */
  readonly demo: boolean;
  /** 32 bytes or more, hexadecimal or base64. `null`: generated and kept in the data folder. */
  readonly secretKey: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** A realtime server of the Pusher protocol elsewhere. `null`: the embedded one. */
  readonly pusher: HostedSettings | null;
  /** Keeps finished public pages for seconds. */
  readonly pageCache: boolean;
  /** Where letters are handed over, and from whom. `null`: the simulated mailbox. */
  readonly smtp: { url: string; from: string } | null;
  /** Who sends text messages. `null`: the simulated phones. */
  readonly twilio: TwilioSettings | null;
  /** Push by Firebase. `null`: standard Web Push, which needs no account. */
  readonly fcm: FcmConfig | null;
  /** Whom push services may write to (RFC 8292). */
  readonly pushContact: string;
  /** Push services besides those of the browsers, as `host:port`. */
  readonly pushHosts: readonly string[];
  /** Whether permission is asked for on start or with a card first. */
  readonly pushPrompt: 'auto' | 'soft';
  /** Who moves the money. `null`: the simulated bank. */
  readonly payments: PaymentSettings | null;
  /** Sign-in with Google. `null`: not offered, or played where simulators run. */
  readonly google: GoogleConfig | null;
}

export interface GoogleConfig {
  readonly clientId: string;
  readonly scriptUrl: string;
  readonly jwksUrl: string;
  readonly issuers: readonly string[];
}

type Environment = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const roles = ['web', 'worker', 'all'] as const;
const environments = ['development', 'test', 'production'] as const;
const secretBytes = 32;

/**
 * Reads every setting, with its default.
 * @throws one fault with a line for each thing that is wrong
 */
export function readConfig(environment: Environment, flags: readonly string[] = []): Config {
  const faults: string[] = [];
  const read = reader(environment, faults);
  const production = read.oneOf('NODE_ENV', environments, 'development') === 'production';
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.whole('PORT', 0, 65_535, 3000);
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    production,
    reload: flags.includes('--dev'),
    host,
    port,
    publicUrl: (read.url('PUBLIC_URL', ['http:', 'https:']) ?? localUrl(host, port)).replace(/\/+$/, ''),
    trustProxy: trustedProxies(read.text('TRUST_PROXY')),
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    databaseUrl,
    databaseAppUrl: read.url('DATABASE_APP_URL', ['postgres:', 'postgresql:']),
    databaseConnections: read.whole('DATABASE_CONNECTIONS', 2, 1_000, 20),
    role: read.oneOf('ROLE', roles, 'all'),
    simulators: read.yesOrNo('ALLOW_SIMULATORS', !production && isLoopback(host)),
    demo: read.yesOrNo('DEMO', !production && databaseUrl === null),
    secretKey: read.text('SECRET_KEY'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    pusher: readPusher(read),
    pageCache: read.yesOrNo('PAGE_CACHE', true),
    google: readGoogle(read),
    smtp: readSmtp(read, faults),
    twilio: readSms(read, faults),
    fcm: readFcm(read, faults),
    pushContact: read.url('PUSH_CONTACT', ['mailto:', 'https:']) ?? 'mailto:contato@praca.example',
    pushHosts: (read.text('PUSH_HOSTS') ?? '').split(',').filter(Boolean),
    pushPrompt: read.oneOf('PUSH_PROMPT', ['soft', 'auto'] as const, 'soft'),
    payments: readPayments(read, faults),
  };
  faults.push(...contradictions(config, environment));
  if (faults.length > 0)
    throw fault(`Há ajustes errados:\n${faults.map((line) => `  - ${line}`).join('\n')}`);
  return Object.freeze(config);
}

/** All three of app, key and secret make a hosted server; none of them the embedded one. */
function readPusher(read: ReturnType<typeof reader>): HostedSettings | null {
  const appId = read.text('PUSHER_APP_ID');
  const key = read.text('PUSHER_KEY');
  const secret = read.text('PUSHER_SECRET');
  if (!appId || !key || !secret) return null;
  return {
    appId,
    key,
    secret,
    cluster: read.text('PUSHER_CLUSTER') ?? 'mt1',
    host: read.text('PUSHER_HOST'),
    port: read.text('PUSHER_PORT') ? read.whole('PUSHER_PORT', 1, 65_535, 443) : null,
    tls: read.yesOrNo('PUSHER_TLS', true),
  };
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The address as a URL; an IPv6 one goes in brackets. */
export function localUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Settings that are right alone and wrong together. */
function contradictions(config: Config, environment: Environment): string[] {
  const faults: string[] = [];
  if (config.demo && config.production) {
    faults.push('DEMO: o mercado de demonstração não roda em produção; tire DEMO.');
  }
  if (config.demo && !isLoopback(config.host)) {
    faults.push(
      `HOST: o mercado de demonstração só roda neste computador, não em ${config.host}; use HOST=127.0.0.1 ou DEMO=0.`,
    );
  }
  if (config.databaseAppUrl && !config.databaseUrl) {
    faults.push('DATABASE_APP_URL: precisa também de DATABASE_URL, a do dono do banco.');
  }
  if (config.secretKey !== null && !isStrongKey(config.secretKey)) {
    faults.push(
      `SECRET_KEY: precisa de ${secretBytes} bytes ou mais, em hexadecimal ou base64 (openssl rand -hex 32).`,
    );
  }
  if (config.production && config.secretKey === null) {
    faults.push('SECRET_KEY: é obrigatória em produção (openssl rand -hex 32).');
  }
  if (config.production && !isLoopback(config.host) && !environment.PUBLIC_URL?.trim()) {
    faults.push('PUBLIC_URL: é obrigatória em produção, por exemplo https://praca.example.');
  }
  return faults;
}

/** How settings are read, one by one; what is wrong is added to the faults. */
export type SettingsReader = ReturnType<typeof reader>;

function reader(environment: Environment, faults: string[]) {
  const text = (name: string) => environment[name]?.trim() || null;

  function oneOf<T extends string>(name: string, values: readonly T[], usual: T): T {
    const given = text(name);
    if (given === null) return usual;
    const found = values.find((value) => value === given);
    if (!found) faults.push(`${name}: «${given}» não serve; use ${values.join(', ')}.`);
    return found ?? usual;
  }

  function whole(name: string, least: number, most: number, usual: number): number {
    const given = text(name);
    if (given === null) return usual;
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults.push(`${name}: «${given}» não serve; use um número inteiro de ${least} a ${most}.`);
    return usual;
  }

  function yesOrNo(name: string, usual: boolean): boolean {
    return { '1': true, '0': false }[oneOf(name, ['0', '1'], usual ? '1' : '0')];
  }

  /** The value stays out of the message: it may hold a password. */
  function url(name: string, protocols: readonly string[]): string | null {
    const given = text(name);
    if (given === null) return null;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    faults.push(
      `${name}: não é um endereço que comece com ${protocols.map((each) => `${each}//`).join(' ou ')}.`,
    );
    return null;
  }

  return { text, oneOf, whole, yesOrNo, url };
}

/** Google's own addresses, unless a double stands in for them (facts.md §6.2). */
function readGoogle(read: ReturnType<typeof reader>): GoogleConfig | null {
  const web = ['http:', 'https:'];
  const scriptUrl = read.url('GOOGLE_SCRIPT_URL', web) ?? 'https://accounts.google.com/gsi/client';
  const jwksUrl = read.url('GOOGLE_JWKS_URL', web) ?? 'https://www.googleapis.com/oauth2/v3/certs';
  const issuers = read.text('GOOGLE_ISSUERS') ?? 'https://accounts.google.com,accounts.google.com';
  const clientId = read.text('GOOGLE_CLIENT_ID');
  if (clientId === null) return null;
  return { clientId, scriptUrl, jwksUrl, issuers: issuers.split(',').map((issuer) => issuer.trim()) };
}

function trustedProxies(given: string | null): boolean | number | string {
  if (given === null || given === '0') return false;
  return /^\d+$/.test(given) ? Number(given) : given;
}

function isStrongKey(key: string): boolean {
  if (/^[0-9a-f]+$/i.test(key)) return key.length >= secretBytes * 2;
  return /^[A-Za-z0-9+/_-]+=*$/.test(key) && Buffer.from(key, 'base64').length >= secretBytes;
}
