import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fault } from '#db/fault.ts';
import { serversOf } from '#db/servers.ts';
import type { S3Settings } from '#server/adapters/storage/s3-call.ts';
import { readBackup } from './backup.ts';
import type { BackupSettings } from './backup.ts';
import { isLocal, isLoopback, localUrl } from './loopback.ts';
import { missingProviders } from './missing-providers.ts';
import { unknownSettings } from './setting-names.ts';
import { productionFaults } from './production-faults.ts';
import { isStrongKey, secretBytes } from './secret-strength.ts';
import { readDocuments } from './documents.ts';
import type { DocumentSettings } from './documents.ts';
import { readViaCep } from './postal-codes.ts';
import { readShipping } from './shipping.ts';
import type { ShippingSettings } from './shipping.ts';
import { onlyServices, readServices } from './services.ts';
import type { ServiceConfig } from './services.ts';
import { readS3 } from './storage.ts';
import { readTraces } from './traces.ts';
import type { TraceSettings } from './traces.ts';
import { reader } from './environment.ts';
import type { Environment, SettingsReader } from './environment.ts';

/** The operator's configuration, read once at start. `docs/operations.md` explains each setting. */
export interface Config extends ServiceConfig {
  readonly production: boolean;
  /** Serves the site through Vite with reload instead of the build: `npm run dev`. */
  readonly reload: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The site's public address, without a slash at the end. Links in mails and provider callbacks begin with it. */
  readonly publicUrl: string;
  /** Host names that requests may use besides that of `publicUrl`. */
  readonly hosts: readonly string[];
  /** A second origin of this server, only for the provider's card fields. `null`: a sandboxed frame of the site. */
  readonly cardFieldsUrl: string | null;
  /** Which reverse proxies may set the visitor's address: none, a number of hops, or a list of networks. */
  readonly trustProxy: boolean | number | string;
  readonly dataDir: string;
  readonly backup: BackupSettings;
  /** Where photos and private files are stored. `null`: in the data folder. */
  readonly s3: S3Settings | null;
  /** The database owner's URL, used for migrations. `null`: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The application's URL. `null`: the owner's login in the application's role. */
  readonly databaseAppUrl: string | null;
  /** A read replica, for reads that may be seconds stale. `null`: none. */
  readonly databaseReplicaUrl: string | null;
  /** A PgBouncer in transaction mode for the calls of a process with a site. `null`: they connect directly. */
  readonly databasePoolUrl: string | null;
  /** Connections of this process. */
  readonly databaseConnections: number;
  readonly role: 'web' | 'worker' | 'all';
  /** Where this process answers `GET /metrics`. `null`: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where traces are sent by OTLP over HTTP. `null`: nowhere. */
  readonly traces: TraceSettings | null;
  /** Processes that serve the one port; a worker has none. */
  readonly webConcurrency: number;
  /** Simulated payment provider, mailbox and SMS, with their pages at /dev. */
  readonly simulators: boolean;
  /** Looks up postal codes. `null`: the simulator. */
  readonly viaCep: { readonly baseUrl: string } | null;
  /** Quotes freight and buys labels. `null`: the own table quotes, and sellers post by themselves. */
  readonly shipping: ShippingSettings | null;
  /** Compares documents with official records. `null`: staff examine them alone. */
  readonly documents: DocumentSettings | null;
  /** Fills a demo market at the first start. */
  readonly demo: boolean;
  /** 32 bytes or more, hexadecimal or base64. `null`: generated and stored in the data folder. */
  readonly secretKey: string | null;
  /** Earlier secrets, newest first: they open and verify, but seal nothing. */
  readonly previousSecretKeys: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  /** Caches rendered public pages for seconds. */
  readonly pageCache: boolean;
  /** The contact address that push services get (RFC 8292). */
  readonly pushContact: string;
  /** Push services besides those of browsers, as `host:port`. */
  readonly pushHosts: readonly string[];
  /** Whether the permission for push is requested at start or after a card that explains it. */
  readonly pushPrompt: 'auto' | 'soft';
  /** The environment variables of services, read again together with the accounts that administrators typed. */
  readonly serviceEnvironment: Environment;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const roles = ['web', 'worker', 'all'] as const;
const environments = ['development', 'test', 'production'] as const;
const reloadFlag = '--dev';

/** A line for each variable of this process that looks like a setting and is none. */
export const misspeltSettings = (): string[] => unknownSettings(process.env);

/** The configuration of a program whose arguments are no settings. @throws as {@link readConfig} */
export const configOfEnvironment = (): Config => readConfig(process.env);

/** The configuration of this process. @throws a fault with a line for each setting that is wrong */
export function configOfProcess(): Config {
  return readConfig(process.env, process.argv.slice(2));
}

/** Push services want an address of mail or of HTTPS (RFC 8292); a site on this machine alone has neither. */
function defaultPushContact(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:contato@praca.example';
}

/**
 * Reads every setting, or its default.
 * @throws one fault with a line for each setting that is wrong
 */
export function readConfig(environment: Environment, flags: readonly string[] = []): Config {
  const faults: string[] = [];
  const read = reader(environment, faults);
  const production = read.oneOf('NODE_ENV', environments, 'development') === 'production';
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.whole('PORT', 0, 65_535, 3000);
  const hosts = (read.text('HOSTS') ?? '').split(',').filter(Boolean);
  const publicUrl = (read.url('PUBLIC_URL', ['http:', 'https:']) ?? localUrl(host, port)).replace(/\/+$/, '');
  const local = isLocal({ host, publicUrl, hosts });
  const databaseUrl = read.database('DATABASE_URL');
  const simulators = read.yesOrNo('ALLOW_SIMULATORS', !production && local);
  const config: Config = {
    production,
    reload: flags.includes(reloadFlag),
    host,
    port,
    publicUrl,
    hosts,
    cardFieldsUrl: read.url('CARD_FIELDS_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    trustProxy: readTrustedProxies(read.text('TRUST_PROXY'), faults),
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    backup: readBackup(read, faults),
    s3: readS3(read, faults),
    databaseUrl,
    databaseAppUrl: read.database('DATABASE_APP_URL'),
    databaseReplicaUrl: read.database('DATABASE_REPLICA_URL'),
    databasePoolUrl: read.database('DATABASE_POOL_URL'),
    databaseConnections: read.whole('DATABASE_CONNECTIONS', 2, 1_000, 20),
    role: read.oneOf('ROLE', roles, 'all'),
    metrics: readMetrics(read),
    traces: readTraces(read, faults),
    webConcurrency: read.whole('WEB_CONCURRENCY', 1, 64, 1),
    simulators,
    viaCep: readViaCep(read, faults, simulators),
    shipping: readShipping(read, faults, simulators),
    documents: readDocuments(read, faults, simulators),
    demo: read.yesOrNo('DEMO', !production && local && databaseUrl === null),
    secretKey: read.text('SECRET_KEY'),
    previousSecretKeys: (read.text('SECRET_KEY_PREVIOUS') ?? '')
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    pageCache: read.yesOrNo('PAGE_CACHE', true),
    pushContact: read.url('PUSH_CONTACT', ['mailto:', 'https:']) ?? defaultPushContact(publicUrl),
    pushHosts: (read.text('PUSH_HOSTS') ?? '').split(',').filter(Boolean),
    pushPrompt: read.oneOf('PUSH_PROMPT', ['soft', 'auto'] as const, 'soft'),
    ...readServices(read, faults),
    serviceEnvironment: onlyServices(environment),
  };
  faults.push(...unknownFlags(flags), ...contradictions(config, environment));
  if (faults.length > 0) {
    if (production) faults.push(...missingProviders(config, null));
    throw fault(`Há ajustes errados:\n${faults.map((line) => `  - ${line}`).join('\n')}`);
  }
  return Object.freeze(config);
}

/** Metrics are off without a port, and for this machine only without a host. */
function readMetrics(read: SettingsReader): Config['metrics'] {
  const host = read.text('METRICS_HOST') ?? '127.0.0.1';
  const port = read.whole('METRICS_PORT', 1, 65_535, 0);
  return port === 0 ? null : { host, port };
}

function unknownFlags(flags: readonly string[]): string[] {
  return flags
    .filter((flag) => flag !== reloadFlag)
    .map((flag) => `${flag}: opção desconhecida; ajusta-se pelo ambiente, por exemplo PORT=4000 npm start.`);
}

/** Settings that are valid alone and contradict each other. */
function contradictions(config: Config, environment: Environment): string[] {
  const faults: string[] = [];
  if (config.demo && config.production) {
    faults.push('DEMO: o mercado de demonstração não roda em produção; tire DEMO.');
  }
  if (!config.production && !isLocal(config)) faults.push(...publicWithoutProduction(config));
  if (config.reload && config.webConcurrency > 1) {
    faults.push('WEB_CONCURRENCY: npm run dev usa um processo só; tire WEB_CONCURRENCY ou use npm start.');
  }
  if (config.metrics && isMetricsPort(config.metrics.port, config)) {
    faults.push(`METRICS_PORT: toma também a porta do site, ${config.port}; use outra, por exemplo 9464.`);
  }
  faults.push(...serversFaults(config));
  if (config.databaseAppUrl && !config.databaseUrl) {
    faults.push('DATABASE_APP_URL: precisa também de DATABASE_URL, a do dono do banco.');
  }
  if (config.databaseReplicaUrl && !config.databaseUrl) {
    faults.push('DATABASE_REPLICA_URL: precisa também de DATABASE_URL, a do banco que ela segue.');
  }
  if (config.databasePoolUrl && !config.databaseUrl) {
    faults.push(
      'DATABASE_POOL_URL: precisa também de DATABASE_URL, porque tarefas e migrações vão direto ao banco.',
    );
  }
  if (config.previousSecretKeys.some((key) => !isStrongKey(key) || key === config.secretKey)) {
    faults.push(
      'SECRET_KEY_PREVIOUS: traz as chaves de antes, separadas por vírgula, cada uma inteira e diferente de SECRET_KEY.',
    );
  }
  if (config.secretKey !== null && !isStrongKey(config.secretKey)) {
    faults.push(
      `SECRET_KEY: precisa de ${secretBytes} bytes ou mais, em hexadecimal ou base64 (openssl rand -hex 32).`,
    );
  }
  faults.push(...cardFieldsFaults(config));
  if (config.production) faults.push(...productionFaults(config, environment));
  return faults;
}

/** Of several servers only one takes writes, and nothing may be written to another. */
function serversFaults({ databaseUrl, databaseAppUrl }: Config): string[] {
  return Object.entries({ DATABASE_URL: databaseUrl, DATABASE_APP_URL: databaseAppUrl })
    .filter(([, url]) => url !== null && serversOf(url).urls.length > 1)
    .filter(([, url]) => serversOf(url!).wanted !== 'read-write')
    .map(([name]) => `${name}: com mais de um servidor, acrescente ?target_session_attrs=read-write.`);
}

/** Several processes have the metrics port and those above it, one each, and one more for the background work. */
function isMetricsPort(first: number, { port, role, webConcurrency }: Config): boolean {
  const last = first + (webConcurrency > 1 ? webConcurrency : 0);
  return role !== 'worker' && port >= first && port <= last;
}

/** Simulators, demo accounts, /dev and the movable clock must be reachable from this machine only. */
function publicWithoutProduction({ host, publicUrl, hosts, demo, simulators }: Config): string[] {
  const place = isLoopback(host)
    ? `PUBLIC_URL ou HOSTS levam para fora deste computador (${[publicUrl, ...hosts].join(', ')})`
    : `HOST=${host} atende fora deste computador`;
  return [
    ...(demo ? [`DEMO: ${place}, e o mercado de demonstração só roda nele; use DEMO=0.`] : []),
    ...(simulators
      ? [`ALLOW_SIMULATORS: ${place}; ali os simuladores pedem NODE_ENV=production e ALLOW_SIMULATORS=1.`]
      : []),
  ];
}

/** The provider's card fields are isolated by their own origin, so it must differ from the site's. */
function cardFieldsFaults({ cardFieldsUrl, publicUrl }: Config): string[] {
  if (cardFieldsUrl === null) return [];
  const fields = new URL(cardFieldsUrl);
  const site = new URL(publicUrl);
  const faults: string[] = [];
  if (fields.hostname === site.hostname)
    faults.push(
      'CARD_FIELDS_URL: precisa de um nome diferente do de PUBLIC_URL, por exemplo https://cartao.praca.example.',
    );
  if (fields.pathname !== '/' || fields.search !== '')
    faults.push('CARD_FIELDS_URL: é só a origem, sem caminho, por exemplo https://cartao.praca.example.');
  if (fields.protocol !== site.protocol)
    faults.push(`CARD_FIELDS_URL: precisa começar com ${site.protocol}// como PUBLIC_URL.`);
  return faults;
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * A number of hops, or addresses and networks of proxies. If every address were trusted, each visitor could choose the
 * address that rate limits count (T40).
 */
function readTrustedProxies(given: string | null, faults: string[]): boolean | number | string {
  if (given === null || given === '0') return false;
  if (/^\d{1,2}$/.test(given)) return Number(given);
  const wrong = given.split(',').find((each) => !isProxyNetwork(each.trim()));
  if (wrong === undefined) return given;
  faults.push(
    `TRUST_PROXY: «${wrong.trim()}» não serve; diga quantos proxies há na frente (1) ou as redes deles (10.0.0.0/8), nunca todas.`,
  );
  return false;
}

function isProxyNetwork(text: string): boolean {
  if (proxyNames.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}
