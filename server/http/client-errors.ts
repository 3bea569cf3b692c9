import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { problemOf } from './errors.ts';

/** How long whoever was refused may go on sending before nobody listens any more. */
const hearOutMs = 2_000;

/**
 * Bytes that are no HTTP never become a request: they are refused on their connection, in the form of every other
 * refusal, and the connection ends. What still comes is read and thrown away for a moment: hung up on, whoever is in the
 * middle of sending would hear a broken connection instead of the refusal (RFC 9112 §9.6).
 * @param headers what every answer carries
 */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // The parser says of each further piece that it is none of a request.
  if (socket.writableEnded) return;
  socket.end(refusal(codes[error.code ?? ''] ?? 'malformed_request', headers));
  const hangUp = setTimeout(() => socket.destroy(), hearOutMs).unref();
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

/** A request of HTTP/1.1 names its host once (RFC 9112 §3.2): two names are how one is smuggled past a proxy. */
export function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((each, at) => at % 2 === 0 && each.toLowerCase() === 'host').length;
  return names === 1 || (names === 0 && httpVersion === '1.0');
}
