import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream } from 'pino';

/** Structured logs; the only way to say something to the operator. Never carries tokens, keys or documents. */
export type Log = FastifyBaseLogger;

/** @param to where the lines go; the process's own output unless said otherwise */
export function createLog(level: string, to?: DestinationStream): Log {
  const serializers = { err: describeError, error: describeError };
  return to ? pino({ level, serializers }, to) : pino({ level, serializers });
}

/** What an error may bring into the log: names of things, never what people wrote (T134). */
const told = [
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
 * An error as it is logged. PostgreSQL tells the row that was refused (`detail`), the statement with its values (`where`,
 * `internalQuery`), and libraries hang whole requests on their errors: what is not named here does not leave.
 */
export function describeError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const facts = thrown as Error & Partial<Record<(typeof told)[number], unknown>>;
  const message = withoutValue(facts);
  return {
    type: thrown.constructor.name,
    message,
    stack: thrown.stack?.replace(thrown.message, () => message),
    ...Object.fromEntries(
      told.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
    ),
    ...(thrown.cause !== undefined && { cause: describeError(thrown.cause) }),
    ...(thrown instanceof AggregateError && { errors: thrown.errors.map(describeError) }),
  };
}

/** PostgreSQL's complaints about a value (class 22) end in the value itself. */
const aboutValue = /^22[0-9A-Z]{3}$/;

function withoutValue({ message, code }: { message: string; code?: unknown }): string {
  return typeof code === 'string' && aboutValue.test(code) ? message.replace(/".*"/s, '"…"') : message;
}
