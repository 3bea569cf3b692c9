import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit of a body, in milliseconds; 15 seconds by default. */
    bodyTimeoutMs?: number;
  }
}

/** For uploads that take long on a phone: 50 MB at 1 Mbit/s take seven minutes. */
export const streamTimeoutMs = 10 * 60_000;
/** For a file or a list: 5 MB at 1.5 Mbit/s take half a minute. */
export const fileTimeoutMs = 30_000;
const defaultTimeoutMs = 15_000;
const headersMs = 10_000;
/** How often Node checks for connections with overdue headers; its default is twice a minute. */
export const overdueCheckMs = 5_000;
/** How long a connection may be silent in both directions, also because its client does not read the answer. */
const silenceMs = 60_000;
/** The most connections of one process, limited by memory and file descriptors; further ones are closed at once. */
const maxConnections = 10_000;

/**
 * T100: disconnects slow senders; answers may take any time. Node has one time limit for all requests, which is the
 * longest; this adds one for each route. A client that was answered before the end of its body has the usual time.
 */
export function disconnectSlowSenders(app: FastifyInstance, patienceMs = defaultTimeoutMs): void {
  app.server.headersTimeout = Math.min(headersMs, patienceMs);
  app.addHook('onRequest', (request, reply, done) => {
    // Reads have no body.
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const { raw } = request;
    const cutOff = () => void (raw.complete || raw.destroy());
    let timer = setTimeout(cutOff, request.routeOptions.config.bodyTimeoutMs ?? patienceMs).unref();
    raw.once('close', () => clearTimeout(timer));
    reply.raw.once('finish', () => {
      clearTimeout(timer);
      if (!raw.complete) timer = setTimeout(cutOff, patienceMs).unref();
    });
    done();
  });
}

/**
 * T100: limits idle connections and their number. WebSockets (RFC 6455) have their own heartbeat and are not affected.
 */
export function limitIdleConnections(
  { server }: FastifyInstance,
  silentFor = silenceMs,
  most = maxConnections,
): void {
  server.timeout = silentFor;
  server.maxConnections = most;
}
