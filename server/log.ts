import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream } from 'pino';

/** Structured logs: the only output to the operator. They never contain tokens, keys or documents. */
export type Log = FastifyBaseLogger;

/** @param to the destination of the lines; by default the standard output */
export function createLog(level: string, to?: DestinationStream): Log {
  const serializers = { err: describeError, error: describeError };
  return to ? pino({ level, serializers }, to) : pino({ level, serializers });
}

/** The fields of an error that may be logged: names of things, never people's input (T134). */
const loggedFields = [
  'code',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'syscall',
  'address',
  'port',
] as const;

/**
 * An error as it is logged. PostgreSQL's errors contain the refused row (`detail`) and the statement with its values
 * (`where`, `internalQuery`), and libraries attach whole requests; only the fields listed above are logged.
 */
export function describeError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const facts = thrown as Error & Partial<Record<(typeof loggedFields)[number], unknown>>;
  const message = withoutValue(facts);
  return {
    type: thrown.constructor.name,
    message,
    stack: thrown.stack?.replace(thrown.message, () => message),
    ...Object.fromEntries(
      loggedFields.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
    ),
    ...(thrown.cause !== undefined && { cause: describeError(thrown.cause) }),
    ...(thrown instanceof AggregateError && { errors: thrown.errors.map(describeError) }),
  };
}

/** Messages of PostgreSQL's data exceptions (class 22) end in the value itself. */
const dataException = /^22[0-9A-Z]{3}$/;

function withoutValue({ message, code }: { message: string; code?: unknown }): string {
  return typeof code === 'string' && dataException.test(code) ? message.replace(/".*"/s, '"…"') : message;
}
