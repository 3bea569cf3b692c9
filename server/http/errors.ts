import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorTable } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { countRefusal, countUnavailable } from '#server/metrics/instruments.ts';
import { logDenial } from './limits/denials.ts';
import { noteFullDisk } from './readiness.ts';
import { dataHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content types that the endpoint accepts. */
    acceptedTypes?: readonly string[];
  }
}

/** Every error is an `application/problem+json` (RFC 9457) with a code, a Portuguese detail and a request id. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') keepReading(request, reply);
    return sendProblem(request, reply, toAppError(error, request));
  });
  app.setNotFoundHandler((request, reply) => {
    // TRACE is never allowed (T63); other methods are checked by the contract's routes.
    if (request.method === 'TRACE') return rejectMethod(request, reply, allMethods);
    const isPage = !/^\/(api|realtime)\//.test(request.url);
    if (isPage && !readMethods.includes(request.method)) return rejectMethod(request, reply, readMethods);
    return sendProblem(request, reply, new AppError('not_found'));
  });
}

const readMethods = ['GET', 'HEAD'];
export const allMethods = [...readMethods, 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 with the methods that the address accepts (RFC 9110 §15.5.6). */
export function rejectMethod(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) {
  const detail = `Este endereço não aceita ${request.method}. Use ${anyOf.format(allowed)}.`;
  reply.header('Allow', allowed.join(', '));
  return sendProblem(request, reply, new AppError('method_not_allowed', { detail }));
}

const maxDiscardedBytes = 100 * 1024 * 1024;

/**
 * Fastify closes the connection on a body that is too large, so a client that is still sending sees a broken connection
 * instead of the error. Up to 100 MB the rest is read and discarded instead; the request's time limit still applies.
 */
function keepReading(request: FastifyRequest, reply: FastifyReply): void {
  if (Number(request.headers['content-length']) <= maxDiscardedBytes)
    reply.header('connection', 'keep-alive');
}

/** Suggested retry delay when the server is busy. */
const retryAfterSeconds = 2;

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  logDenial(request, error);
  request.refusedWith = error.code;
  countRefusal(error.code);
  if (error.status === 503) countUnavailable(request.unavailableBecause ?? error.code);
  const seconds = error.extras.meta?.retryAfterSeconds ?? (error.status === 503 ? retryAfterSeconds : null);
  if (typeof seconds === 'number') reply.header('Retry-After', String(seconds));
  return reply
    .code(error.status)
    .headers(dataHeaders)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(error, request.id)));
}

/** The body of an error (RFC 9457). Its type is a name, not an address: no page stands behind it. */
export function problemOf(error: AppError, requestId: string) {
  const { errors, meta } = error.extras;
  return {
    type: `urn:praca:erro:${error.code}`,
    title: errorTable[error.code][1],
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(errors && { errors }),
    ...(meta && { meta }),
    requestId,
  };
}

/** Maps errors of Fastify and PostgreSQL to the contract's codes. Any other error is a bug and is logged. */
function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const known = frameworkCodes[error.code] ?? databaseCodes[error.code];
  if (brokenConnection.test(error.message)) return unavailable(request, 'no_connection');
  if (known === 'unavailable') return unavailable(request, error.code);
  if (known === 'unsupported_media') return unsupported(request);
  if (known) return new AppError(known);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('malformed_body');
  request.log.error({ err: error }, 'request failed');
  return new AppError('internal');
}

/** The cause is one of {@link databaseCodes}: the request's log line and the metrics name it. */
function unavailable(request: FastifyRequest, cause: string): AppError {
  if (fullDisk.has(cause)) noteFullDisk(request.server.server);
  request.unavailableBecause = cause;
  return new AppError('unavailable');
}

/** Names the formats that the called endpoint accepts: JSON for most, files for some. */
export function unsupported({ routeOptions }: FastifyRequest): AppError {
  const { acceptedTypes } = routeOptions.config;
  if (!acceptedTypes) return new AppError('unsupported_media');
  const names = acceptedTypes.map((type) => fileNames[type] ?? type);
  return new AppError('unsupported_media', {
    detail: acceptedTypes.includes('application/json')
      ? 'Este formato não é aceito aqui. Envie como application/json.'
      : `Este tipo de arquivo não é aceito aqui. Envie ${anyOf.format(names)}.`,
  });
}

/** File types as people call them. */
const fileNames: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'application/pdf': 'PDF',
  'text/plain': 'texto',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
};

const anyOf = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_NOT_FOUND: 'not_found',
};

/**
 * Messages of node-postgres for a broken session or a pool without a free connection (T103), and of Kysely for a
 * destroyed driver while the process stops; these errors have no codes.
 */
const brokenConnection =
  /^Connection terminated|^timeout exceeded when trying to connect$|is not queryable$|^driver has already been destroyed$/;

const fullDisk = new Set(['53100', 'ENOSPC']);

/**
 * A pooler without its database, out of space or of connections, a primary that became a standby, shutting down, crashed or recovering, statement or
 * lock timeout: busy, not broken.
 */
const databaseCodes: Record<string, ErrorCode> = {
  '08P01': 'unavailable',
  '25006': 'unavailable',
  '53100': 'unavailable',
  ENOSPC: 'unavailable',
  '53300': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  ECONNRESET: 'unavailable',
  ECONNREFUSED: 'unavailable',
  '57014': 'unavailable',
  '55P03': 'unavailable',
  // A NUL byte or a broken surrogate in a text is bad input, not a defect.
  '22021': 'malformed_body',
  '22P05': 'malformed_body',
};
