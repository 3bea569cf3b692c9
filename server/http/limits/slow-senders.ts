import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take to arrive; a quarter of a minute where nothing is said. */
    patienceMs?: number;
  }
}

/** For what is too large for half a minute on a phone: 50 MB at 1 Mbit/s take seven minutes. */
export const longPatienceMs = 10 * 60_000;
/** For a file or a list: 5 MB at 1.5 Mbit/s take half a minute. */
export const filePatienceMs = 30_000;
const usualMs = 15_000;
const headersMs = 10_000;
/** How often Node looks for connections whose headers are overdue: by itself twice a minute. */
export const overdueCheckMs = 5_000;
/** How long a connection may be silent on both sides, be it that its client does not read what was sent. */
const silenceMs = 60_000;
/** Of one process. More would take its memory and its files; whoever comes then is hung up on at once. */
const mostConnections = 10_000;

/**
 * T100: slow senders are cut off; a reply may take as long as it needs. The server itself knows one limit for all, which
 * is the longest one; each route has its own here. Who was answered before the end of a long body has the usual time.
 */
export function cutOffSlowSenders(app: FastifyInstance, patienceMs = usualMs): void {
  app.server.headersTimeout = Math.min(headersMs, patienceMs);
  app.addHook('onRequest', (request, reply, done) => {
    // The many that only read bring no body.
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const { raw } = request;
    const cutOff = () => void (raw.complete || raw.destroy());
    let timer = setTimeout(cutOff, request.routeOptions.config.patienceMs ?? patienceMs).unref();
    raw.once('close', () => clearTimeout(timer));
    reply.raw.once('finish', () => {
      clearTimeout(timer);
      if (!raw.complete) timer = setTimeout(cutOff, patienceMs).unref();
    });
    done();
  });
}

/**
 * T100: who asks and then reads nothing, or opens connections without end, takes no more than its share. Our own sockets
 * (RFC 6455) have beats of their own and no such end.
 */
export function boundConnections(
  { server }: FastifyInstance,
  silentFor = silenceMs,
  most = mostConnections,
): void {
  server.timeout = silentFor;
  server.maxConnections = most;
}
