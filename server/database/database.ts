import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '#db/embedded.ts';
import { fault } from '#db/fault.ts';
import { appRole, appUrlOf, migrate } from '#db/migrate.ts';
import { openClient, serversOf } from '#db/servers.ts';
import type { Config } from '#server/config/config.ts';
import { refuseWrongInstallation } from './installation-check.ts';

/** The database, migrated and reachable. */
export interface Database {
  ownerUrl: string;
  appUrl: string;
  /** Resolves if the embedded server stops by itself; for an external one the pool notices it. */
  lost: Promise<void>;
  stop(): Promise<void>;
}

type Say = (line: string) => void;

const waitForServerMs = 30_000;
const retryMs = 500;
const lossNoticedMs = 300;

/**
 * Opens the database of `DATABASE_URL`, or the embedded one, and migrates it to the newest version, unless the secret or
 * the providers do not fit it.
 */
export async function openDatabase(config: Config, say: Say, signal: AbortSignal): Promise<Database> {
  const database = await reachDatabase(config, say, signal);
  try {
    await refuseWrongInstallation(database.ownerUrl, config);
    await migrate(database.ownerUrl, { log: say, signal });
    if (config.databaseAppUrl) await checkAppRole(config.databaseAppUrl, say, signal);
    return database;
  } catch (error) {
    const cause = await causeOf(error, database);
    await database.stop();
    throw cause;
  }
}

/** Opens the database of the settings as it is, without a migration; the embedded one is joined where it runs. */
export function reachDatabase(config: Config, say: Say, signal: AbortSignal): Promise<Database> {
  return config.databaseUrl
    ? openExternal(config.databaseUrl, config.databaseAppUrl, say, signal)
    : startEmbedded({ dataDir: config.dataDir, log: say });
}

/** Explains an error during the start by the loss of the database or a lack of connections, where one is the cause. */
export async function causeOf(error: unknown, { lost }: Pick<Database, 'lost'>): Promise<unknown> {
  if (codeOf(error) === tooManyConnections)
    return fault(`O banco parou de atender: ${reasons[tooManyConnections]}`, error);
  const isLost = await Promise.race([lost.then(() => true), sleep(lossNoticedMs, false)]);
  return isLost ? fault('O banco de dados caiu durante a partida. Tente de novo.', error) : error;
}

async function openExternal(
  url: string,
  appUrl: string | null,
  say: Say,
  signal: AbortSignal,
): Promise<Database> {
  await waitForServer('DATABASE_URL', url, say, signal);
  return {
    ownerUrl: url,
    appUrl: appUrl ?? appUrlOf(url),
    lost: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/** Waits for a database that starts together with this process; a wrong password fails at once. */
async function waitForServer(name: string, url: string, say: Say, signal: AbortSignal): Promise<void> {
  const until = performance.now() + waitForServerMs;
  for (let announced = false; ; announced = true) {
    const error = await tryToConnect(url);
    if (!error) return;
    const starting = startingCodes.includes(codeOf(error));
    if (!starting || performance.now() > until) {
      const reason = reasons[codeOf(error)] ?? `${error.message || error.code}.`;
      throw fault(`Não consigo entrar no banco de ${name} (${placeOf(url)}): ${reason}`, error);
    }
    if (!announced) say(`Esperando o banco em ${placeOf(url)}…`);
    await sleep(retryMs, undefined, { signal });
  }
}

/** No server yet, one that is starting, or of several only those that follow: one of them may be promoted now. */
const startingCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '25006'];

/** The application's own login must exist and have the application's rights; otherwise every request would fail. */
async function checkAppRole(url: string, say: Say, signal: AbortSignal): Promise<void> {
  await waitForServer('DATABASE_APP_URL', url, say, signal);
  const client = await openClient(url);
  try {
    const { rows } = await client.query(
      `select current_user as me,
        exists (select from pg_roles where rolname = $1 and pg_has_role(oid, 'usage')) as member`,
      [appRole],
    );
    const { me, member } = rows[0];
    if (member) return;
    throw fault(
      `O usuário ${me} de DATABASE_APP_URL não tem os direitos da aplicação. ` +
        `Rode uma vez, como administrador do banco:\n  grant ${appRole} to ${client.escapeIdentifier(me)};`,
    );
  } finally {
    await client.end();
  }
}

async function tryToConnect(url: string): Promise<(Error & { code?: string }) | undefined> {
  try {
    const client = await openClient(url, { connectionTimeoutMillis: 5_000 });
    await client.end();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Error codes of PostgreSQL and of the network that an operator can fix, and how. */
const tooManyConnections = '53300';
const reasons: Record<string, string> = {
  [tooManyConnections]:
    'não há mais conexões livres. Feche quem não precisa delas, aumente o limite (max_connections do servidor, ' +
    'ou o do usuário ou do banco), ou peça menos com DATABASE_CONNECTIONS.',
  '28P01': 'usuário ou senha não conferem. Corrija-os no endereço.',
  '28000': 'o servidor não deixa este usuário entrar. Confira o pg_hba.conf dele.',
  '3D000': 'este banco não existe. Crie-o (create database) ou corrija o nome no endereço.',
  '25006': 'nenhum dos servidores aceita escritas. Promova um deles, ou corrija o endereço.',
  '57P03': 'o servidor ainda está começando. Tente de novo em instantes.',
  ECONNREFUSED: 'ninguém atende nesta porta. Confira se o PostgreSQL está de pé e se o endereço está certo.',
  ENOTFOUND: 'não existe servidor com este nome. Corrija-o no endereço.',
  EAI_AGAIN: 'não consigo procurar este nome agora. Confira a rede.',
  ETIMEDOUT: 'o servidor não responde. Confira o endereço, a rede e o firewall.',
};

/** node-postgres gives the connection timeout no error code. */
function codeOf(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  return code ?? (/timeout/.test(message) ? 'ETIMEDOUT' : '');
}

/** The address without the password. */
function placeOf(url: string): string {
  const places = serversOf(url).urls.map((each) => new URL(each));
  return `${places.map(({ host }) => host).join(',')}${places[0]!.pathname}`;
}
