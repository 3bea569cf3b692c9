import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take to arrive; half a minute where nothing is said. */
    patienceMs?: number;
  }
}

/** For what is too large for half a minute on a phone: 50 MB at 1 Mbit/s take seven minutes. */
export const longPatienceMs = 10 * 60_000;
const usualMs = 30_000;

/**
 * T100: slow senders are cut off; a reply may take as long as it needs. The server itself knows one limit for all, which
 * is the longest one; each route has its own here. Who was answered before the end of a long body has the usual time.
 */
export function cutOffSlowSenders(app: FastifyInstance, patienceMs = usualMs): void {
  app.server.headersTimeout = patienceMs;
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
