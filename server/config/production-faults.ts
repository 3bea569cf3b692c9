import { serversOf } from '#db/servers.ts';
import { isLoopback } from './loopback.ts';
import type { DocumentSettings } from './documents.ts';
import type { ShippingSettings } from './shipping.ts';
import { looksRandom } from './secret-strength.ts';
import type { Environment } from './environment.ts';

/** The settings that decide whether an installation is safe to expose. */
interface Exposure {
  readonly host: string;
  readonly publicUrl: string;
  readonly secretKey: string | null;
  readonly databaseUrl: string | null;
  readonly databaseAppUrl: string | null;
  readonly databaseReplicaUrl: string | null;
  readonly databasePoolUrl: string | null;
  readonly s3: { readonly endpoint: string } | null;
  readonly viaCep: { readonly baseUrl: string } | null;
  readonly shipping: ShippingSettings | null;
  readonly documents: DocumentSettings | null;
  readonly pusher: { readonly host?: string | null; readonly tls: boolean } | null;
}

/** Settings that production refuses to start with, one line each (ASVS 12.2.1, 12.3.3, 13.2). */
export function productionFaults(config: Exposure, environment: Environment): string[] {
  return [...addressFaults(config, environment), ...keyFaults(config), ...connectionFaults(config)];
}

function addressFaults({ host, publicUrl }: Exposure, environment: Environment): string[] {
  if (!environment.PUBLIC_URL?.trim())
    return isLoopback(host)
      ? []
      : ['PUBLIC_URL: é obrigatória em produção, por exemplo https://praca.example.'];
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || (isLoopback(hostname) && isLoopback(host))) return [];
  return ['PUBLIC_URL: em produção começa com https://, porque senhas e sessões passam por ela.'];
}

function keyFaults({ secretKey }: Exposure): string[] {
  if (secretKey === null) return ['SECRET_KEY: é obrigatória em produção (openssl rand -hex 32).'];
  if (looksRandom(secretKey)) return [];
  return ['SECRET_KEY: é fácil de adivinhar; faça outra com openssl rand -hex 32.'];
}

/** Every connection from this machine to the installation's own services needs TLS. */
function connectionFaults(config: Exposure): string[] {
  const databases = {
    DATABASE_URL: config.databaseUrl,
    DATABASE_APP_URL: config.databaseAppUrl,
    DATABASE_REPLICA_URL: config.databaseReplicaUrl,
    DATABASE_POOL_URL: config.databasePoolUrl,
  };
  const faults = Object.entries(databases)
    .filter(([, url]) => url !== null && !isPrivateDatabase(url))
    .map(
      ([name]) =>
        `${name}: em produção a conexão com outro computador precisa de TLS com certificado conferido; acrescente ?sslmode=verify-full (e sslrootcert=ARQUIVO para uma autoridade própria).`,
    );
  if (config.s3 && !isPrivateWeb(config.s3.endpoint))
    faults.push('S3_ENDPOINT: em produção começa com https://, porque arquivos privados passam por ele.');
  if (config.viaCep && !isPrivateWeb(config.viaCep.baseUrl))
    faults.push('CEP_BASE_URL: em produção começa com https://, porque as respostas vão para endereços.');
  if (config.shipping?.provider === 'melhor_envio' && !isPrivateWeb(config.shipping.melhorEnvio.baseUrl))
    faults.push('MELHOR_ENVIO_BASE_URL: em produção começa com https://, porque a chave passa por ele.');
  if (config.documents?.provider === 'datavalid' && !isPrivateWeb(config.documents.datavalid.baseUrl))
    faults.push('DATAVALID_BASE_URL: em produção começa com https://, porque documentos passam por ele.');
  if (config.pusher && !config.pusher.tls && !isLoopback(config.pusher.host ?? ''))
    faults.push('PUSHER_TLS: em produção não pode ser 0.');
  return faults;
}

/** In pg these three verify the certificate; `prefer` and `no-verify` allow a man in the middle. */
const verifiedModes = ['require', 'verify-ca', 'verify-full'];

/** Whether the connection cannot be read on the way: a Unix socket, this machine, or verified TLS. */
export function isPrivateDatabase(url: string): boolean {
  return serversOf(url).urls.every(isPrivateServer);
}

function isPrivateServer(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host.startsWith('/') || host === '' || isLoopback(host)) return true;
  const mode = searchParams.get('sslmode') ?? '';
  const isLax = searchParams.get('uselibpqcompat') === 'true' && mode === 'require';
  return verifiedModes.includes(mode) && !(isLax && !searchParams.has('sslrootcert'));
}

function isPrivateWeb(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
}
