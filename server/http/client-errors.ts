import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { problemOf } from './errors.ts';

/** How long a refused client may go on sending before its connection is destroyed. */
const lingerMs = 2_000;

/**
 * Refuses bytes that are not HTTP, on their connection and in the form of every other error, and closes it. Further
 * bytes are read and discarded for a moment: if the connection were closed at once, a client that is still sending
 * would see a broken connection instead of the error (RFC 9112 §9.6).
 * @param headers the headers of every answer
 */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // The parser reports an error for each further chunk.
  if (socket.writableEnded) return;
  socket.end(refusal(codes[error.code ?? ''] ?? 'malformed_request', headers));
  const hangUp = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(hangUp));
}

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function refusal(code: ErrorCode, headers: Readonly<Record<string, string>>): string {
  const error = new AppError(code);
  const body = JSON.stringify(problemOf(error, crypto.randomUUID()));
  const head = {
    ...headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n');
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112 §3.2): two are a way to smuggle requests past a proxy. */
export function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((each, at) => at % 2 === 0 && each.toLowerCase() === 'host').length;
  return names === 1 || (names === 0 && httpVersion === '1.0');
}
