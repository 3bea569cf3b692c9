import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool } from 'kysely';
import { Client as PlainClient, Pool, types as pgTypes } from 'pg';
import type { Client, CustomTypesConfig, PoolClient, PoolConfig } from 'pg';
import { BatchingClient } from './client.ts';
import type { DB } from './schema.ts';
import { clientOf, openTimeoutOf, serversOf, tryEach } from './servers.ts';
import type { Servers } from './servers.ts';

type Options = {
  /** The maximum number of connections of this process. */
  max: number;
  /** The name of the sessions in `pg_stat_activity`. */
  applicationName: string;
  /** The time limit for opening a connection, in milliseconds; a busy machine needs a long one. */
  openTimeoutMs?: number;
  /** A statement is cancelled after this many milliseconds. */
  statementTimeoutMs?: number;
  /** A query fails after this many milliseconds without a reply, also when the server is gone. */
  answerTimeoutMs?: number;
  /** The URL is a pooler's in transaction mode, which sets the limits of sessions itself. */
  pooled?: boolean;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
  /** Called with the milliseconds that a caller waited because every connection was in use, or until it gave up. */
  onWait?: (ms: number) => void;
  /** Called after each statement, in the context of its caller. */
  onStatement?: (statement: Statement) => void;
};

/** A statement that has ended, with its placeholders instead of its values, and its milliseconds. */
interface Statement {
  sql: string;
  ms: number;
  failed: boolean;
}

const defaultOpenTimeoutMs = 10_000;
/** The time limit for a free connection of an exhausted pool, so that an overload fails fast (T103). */
const poolTimeoutMs = 5_000;
const lockTimeoutMs = 2_000;
const idleInTransactionTimeoutMs = 10_000;

/**
 * A pool of connections to the application's database. `bigint` arrives as `number` (an error past 2^53),
 * `timestamptz` as `Date`, `date` and `numeric` as text: cast an aggregate (`sum(x)::bigint`) to count with it.
 */
export function connect(url: string, options: Options): Kysely<DB> {
  const { max, applicationName, statementTimeoutMs = 5_000, onIdleError = () => undefined } = options;
  const { onWait = () => undefined, onStatement } = options;
  const { openTimeoutMs = defaultOpenTimeoutMs, answerTimeoutMs } = options;
  const limits = {
    // Compiling a plan costs more than any of these short statements takes.
    jit: 'off',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  const { connectionString, options: sessionOptions } = target(url, options.pooled ? {} : limits);
  const servers = serversOf(connectionString);
  const pool = openPool(servers, BatchingClient, {
    options: sessionOptions,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: openTimeoutMs,
    query_timeout: answerTimeoutMs,
    idleTimeoutMillis: 60_000,
    types,
  });
  pool.on('error', onIdleError);
  const limited = withPoolTimeout(pool, { servers, max, onWait });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: limited }),
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis: ms }) =>
        onStatement({ sql: query.sql, ms, failed: level === 'error' }),
    }),
  });
  pools.set(db, pool);
  return db;
}

/** A pool of node-postgres' own for a library that takes one: it, too, finds the right one of several servers. */
export function connectPool(url: string, options: { max: number; applicationName: string }): Pool {
  const pool = openPool(serversOf(url), PlainClient, {
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: defaultOpenTimeoutMs,
  });
  pool.on('error', () => undefined);
  return pool;
}

function openPool(servers: Servers, Opened: typeof Client, options: PoolConfig): Pool {
  const pool = new Pool({
    ...options,
    Client: clientOf(servers, Opened) as never,
    connectionTimeoutMillis: openTimeoutOf(servers, options.connectionTimeoutMillis!),
    keepAlive: true,
  });
  // The pool handles errors of idle connections only. A connection in use that breaks between two statements has no other
  // listener, and an unhandled error would end the process; its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const pools = new WeakMap<object, Pool>();

/** The connections of a pool now, and how many callers wait for one. */
export function connectionsOf(db: Kysely<DB>): { used: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  if (!pool) return { used: 0, idle: 0, waiting: 0 };
  const { totalCount, idleCount, waitingCount } = pool;
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** The pool with a short time limit for a connection once all of them are in use; it tries each of several servers. */
function withPoolTimeout(
  pool: Pool,
  { servers, max, onWait }: { servers: Servers; max: number; onWait: (ms: number) => void },
): PostgresPool {
  async function inTurn(): Promise<PoolClient> {
    const since = performance.now();
    try {
      return await withinTimeout(pool.connect());
    } finally {
      onWait(performance.now() - since);
    }
  }

  return {
    connect: () =>
      tryEach(servers, () => (pool.totalCount < max || pool.idleCount > 0 ? pool.connect() : inTurn())),
    end: () => pool.end(),
    options: pool.options,
  };
}

/** @throws as the pool does when no connection can be opened in time */
function withinTimeout(turn: Promise<PoolClient>): Promise<PoolClient> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error('timeout exceeded when trying to connect'));
    // A caller that gave up leaves the connection to the next one.
    void turn.then((client) => client.release()).catch(() => undefined);
  }, poolTimeoutMs);
  return Promise.race([turn, late.promise]).finally(() => clearTimeout(timer));
}

/** The URL with these settings for its sessions, for callers that open them by the URL alone. */
export function withSettings(url: string, settings: Record<string, number | string>): string {
  const { connectionString, options } = target(url, settings);
  const separator = connectionString.includes('?') ? '&' : '?';
  return `${connectionString}${separator}options=${encodeURIComponent(options)}`;
}

/** The URL may carry session options of its own (`-c role=praca_app`); ours come first and never replace them. */
function target(
  url: string,
  settings: Record<string, number | string>,
): { connectionString: string; options: string } {
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const match = /[?&]options=([^&]*)/.exec(url);
  if (!match) return { connectionString: url, options: own.join(' ') };
  const given = decodeURIComponent(match[1]!.replaceAll('+', ' '));
  const rest = url.replace(match[0], match[0].startsWith('?') ? '?' : '').replace('?&', '?');
  return { connectionString: rest, options: [...own, given].join(' ') };
}

const oid = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009 };

const parsers: Record<number, (text: string) => unknown> = {
  [oid.int8]: wholeNumber,
  [oid.int8Array]: (text) => textArray(text).map((each) => (each === null ? null : wholeNumber(each))),
  [oid.date]: (text) => text,
  [oid.dateArray]: textArray,
};

function textArray(text: string): (string | null)[] {
  return pgTypes.getTypeParser(oid.textArray)(text) as (string | null)[];
}

const types: CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[id]) || pgTypes.getTypeParser(id, format)) as never,
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`);
  return value;
}
