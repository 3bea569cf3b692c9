import { connect as openSocket } from 'node:net';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';

/** Which server of a URL is meant, in libpq's words: any, the one that takes writes, or one that follows another. */
const wantedServers = ['any', 'read-write', 'standby'] as const;
type Wanted = (typeof wantedServers)[number];

/** The servers that a URL names, and the one that answered last. */
export interface Servers {
  /** A URL for each, in the order in which they are tried. */
  readonly urls: readonly string[];
  readonly wanted: Wanted;
  /** The URL to try now. */
  current(): string;
  /** Goes on to the next server after a failure of this one; another caller may have done so already. */
  leave(url: string): void;
}

/** As PostgreSQL reports a write that a server refuses, which callers know as a database that is away. */
const readOnlyCode = '25006';
/** Of several servers one may be gone without a word, so each gets less time than a single one. */
const openTimeoutMs = 3_000;
/** A query without an answer for so long makes us ask whether its server still answers. */
const silenceMs = 5_000;
const reachTimeoutMs = 3_000;
/** The first message of a session that would like TLS; the answer is one byte. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** The position in each list of servers, shared by all pools and sessions of this process. */
const positions = new Map<string, number>();

/**
 * Reads a URL as libpq does: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`. A URL
 * with one server is a list of one.
 */
export function serversOf(url: string): Servers {
  const [, login = '', hosts = '', rest = ''] = /^([^:]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = query.split('&').filter(Boolean);
  const wanted = parameters.find((each) => each.startsWith(attribute))?.slice(attribute.length) ?? 'any';
  const others = parameters.filter((each) => !each.startsWith(attribute));
  const end = `${path}${others.length > 0 ? `?${others.join('&')}` : ''}`;
  const urls = hosts.split(',').map((host) => `${login}${host}${end}`);
  const key = `${hosts} ${wanted}`;
  const at = () => positions.get(key) ?? 0;
  return {
    urls,
    wanted: wanted as Wanted,
    current: () => urls[at()]!,
    leave(left) {
      if (urls[at()] === left) positions.set(key, (at() + 1) % urls.length);
    },
  };
}

const attribute = 'target_session_attrs=';

/** What is wrong with the servers of a URL, in Portuguese; `null` if nothing is. */
export function serversFault(url: string): string | null {
  const { urls, wanted } = serversOf(url);
  if (!urls.every((each) => URL.canParse(each)))
    return 'cada servidor se escreve nome:porta, separados por vírgula.';
  if (!wantedServers.includes(wanted))
    return `target_session_attrs=${wanted} não serve; use ${wantedServers.join(', ')}.`;
  return null;
}

/** The time limit for opening a connection: shorter where another server can be asked. */
export function openTimeoutOf({ urls }: Servers, oneServerMs: number): number {
  return urls.length > 1 ? Math.min(oneServerMs, openTimeoutMs) : oneServerMs;
}

/**
 * A client that connects to the server that answered last. If it can't be reached, or is not one that the URL wants, the
 * attempt fails and the next client tries the server after it.
 */
export function clientOf(servers: Servers, Base: typeof Client): typeof Client {
  const baseConnect = Base.prototype.connect as (this: Client) => Promise<Client>;
  const ServerClient = class extends Base {
    readonly #url: string;

    constructor(config: ClientConfig = {}) {
      const connectionString = servers.current();
      super({ ...config, connectionString });
      this.#url = connectionString;
    }

    async open(): Promise<Client> {
      try {
        await baseConnect.call(this);
        endWhenSilent(this);
        await refuseOtherServer(this, servers);
        return this;
      } catch (error) {
        servers.leave(this.#url);
        void this.end().catch(() => undefined);
        throw error;
      }
    }
  };
  ServerClient.prototype.connect = openWith;
  return ServerClient as typeof Client;
}

/** Instead of `connect`, whose types are overloads: a pool passes a callback, others wait for the promise. */
const openWith = function connect(this: Client & Opening, done?: (error: Error) => void) {
  const opened = this.open();
  return done ? void opened.then(() => done(undefined as never), done) : opened;
} as typeof Client.prototype.connect;

interface Opening {
  open(): Promise<Client>;
}

/** @throws an error with the code of a read-only transaction where the server is not one that the URL wants */
async function refuseOtherServer(client: Client, { wanted }: Servers): Promise<void> {
  if (wanted === 'any') return;
  const { rows } = await client.query(
    `select pg_is_in_recovery() as follows, current_setting('transaction_read_only')::boolean as "readOnly"`,
  );
  const { follows, readOnly } = rows[0] as { follows: boolean; readOnly: boolean };
  if (wanted === 'standby' ? follows : !follows && !readOnly) return;
  throw Object.assign(new Error(`the server is not ${wanted}`), { code: readOnlyCode });
}

/**
 * Opens a session at the first server of the URL that answers as it wants, beginning with the one that did so last.
 * Errors of the open session that have no other listener are ignored: its next query fails with them.
 * @throws the error of the server that was tried last
 */
export async function openClient(url: string, config: ClientConfig = {}): Promise<Client> {
  const servers = serversOf(url);
  const ServerClient = clientOf(servers, Client);
  const connectionTimeoutMillis = openTimeoutOf(servers, config.connectionTimeoutMillis ?? oneServerMs);
  return tryEach(servers, async () => {
    const client = new ServerClient({ ...config, connectionTimeoutMillis });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  });
}

const oneServerMs = 10_000;

/** Makes as many attempts as there are servers, as long as a failed one leads to another server. */
export async function tryEach<T>(servers: Servers, attempt: () => Promise<T>): Promise<T> {
  for (let left = servers.urls.length; ; left--) {
    const url = servers.current();
    try {
      return await attempt();
    } catch (error) {
      if (left <= 1 || servers.current() === url) throw error;
    }
  }
}

/**
 * Breaks a session off when a query has no answer and its server answers no one else either. Without it the query would
 * wait a quarter of an hour for a machine whose network is gone; a server that only works for long is left alone.
 */
function endWhenSilent(client: Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const { stream } = connection;
  const { remoteAddress: host, remotePort: port } = stream;
  if (host === undefined || port === undefined) return;
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    // An idle session is silent for hours, and the timeout restarts with its next query.
    if ((client as unknown as { readyForQuery: boolean }).readyForQuery) return;
    // What the server answers before any login: it lives, however long the query takes.
    const probe = openSocket({ host, port, timeout: reachTimeoutMs });
    const isReached = (reached: boolean) => {
      probe.destroy();
      if (reached) stream.setTimeout(silenceMs);
      else stream.destroy(new Error('Connection terminated: its server does not answer'));
    };
    probe.once('connect', () => probe.write(sslRequest)).once('data', () => isReached(true));
    for (const event of ['timeout', 'error', 'end']) probe.once(event, () => isReached(false));
  });
}
