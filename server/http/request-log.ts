import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { measureRequest } from '#server/metrics/instruments.ts';
import { isCountedAlready } from './limits/read-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was sent. */
    refusedWith: string | undefined;
    /** The SQLSTATE or system error behind a 503. */
    unavailableBecause: string | undefined;
  }
}

/**
 * Measures each request and writes its line to the log: at level `info`, and one that failed on our side with its cause
 * at `warn`. The line has the pattern of the address, never the address, and nothing of the person.
 */
export function followRequests(app: FastifyInstance): void {
  app.decorateRequest('refusedWith', undefined);
  app.decorateRequest('unavailableBecause', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    follow(request, reply);
    done();
  });
}

function follow(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const { statusCode: status } = reply.raw;
  // A call of a page that is being rendered is part of the page's own request; its failure is not.
  const isPart = isCountedAlready(request);
  if (isPart && status < 500) return;
  const route = routeOptions.url ?? 'none';
  const ms = reply.elapsedTime;
  if (!isPart) measureRequest({ route, method: knownMethods.has(method) ? method : 'OTHER', status, ms });
  const { refusedWith: code, unavailableBecause: cause } = request;
  const trace = request.trace?.span.spanContext().traceId;
  request.log[status >= 500 ? 'warn' : 'info'](
    {
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(code && { code }),
      ...(cause && { cause }),
      ...(trace && { trace }),
    },
    'request',
  );
}

/** Anyone may send another name of a method, and each would be a series of its own. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
