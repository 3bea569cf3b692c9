import { isIP } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream } from 'pino';

/** Structured logs: the only output to the operator. They never contain tokens, keys or documents. */
export type Log = FastifyBaseLogger;

/** @param to the destination of the lines; by default the standard output */
export function createLog(level: string, to?: DestinationStream): Log {
  const serializers = { err: describeError, error: describeError, reason: withoutPersonalData };
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
  const message = withoutPersonalData(withoutValue(facts));
  return {
    type: thrown.constructor.name,
    message,
    stack: placesOf(thrown),
    ...Object.fromEntries(
      loggedFields.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
    ),
    ...(thrown.cause !== undefined && { cause: describeError(thrown.cause) }),
    ...(thrown instanceof AggregateError && { errors: thrown.errors.map(describeError) }),
  };
}

/** The stack without its first lines, which repeat the message as it was when the error was made. */
function placesOf({ stack = '' }: Error): string {
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  return places.join('\n');
}

const emailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
/** Ten digits or more, as a document, a phone or a card is written; not a part of a longer name. */
const longNumber = /(?<![\w.-])\+?\(?\d(?:[ ./()-]{0,2}\d){9,18}(?![\w-])/g;

/**
 * A text of a third party as it may be logged: SMTP servers and providers repeat addresses, documents and phone numbers
 * in their refusals (T134).
 */
export function withoutPersonalData(text: unknown): string {
  return String(text)
    .replace(emailAddress, '[e-mail]')
    .replace(longNumber, (found) => (isIP(found) > 0 || isoDate.test(found) ? found : '[number]'));
}

const isoDate = /^\d{4}-\d{2}-\d{2}\b/;

/** Messages of PostgreSQL's data exceptions (class 22) end in the value itself. */
const dataException = /^22[0-9A-Z]{3}$/;

function withoutValue({ message, code }: { message: string; code?: unknown }): string {
  return typeof code === 'string' && dataException.test(code) ? message.replace(/".*"/s, '"…"') : message;
}
