import { SpanStatusCode, context } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isTracing, startRequestSpan } from '#server/tracing/spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: { span: Span; context: Context } | null;
  }
}

/**
 * Gives each request a span with the pattern of its address, its status and the code of its refusal. A page's own calls
 * of the API are spans below the page's.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    request.trace = startRequestSpan(`${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
      'praca.request_id': request.id,
    });
    context.with(request.trace.context, done);
  });
  // Reading the body leaves the context: its events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => context.with(request.trace!.context, done));
  app.addHook('onResponse', ({ trace, refusedWith, unavailableBecause }, { raw: { statusCode } }, done) => {
    if (!trace) return done();
    trace.span.setAttribute('http.response.status_code', statusCode);
    if (refusedWith) trace.span.setAttribute('praca.refusal', refusedWith);
    if (unavailableBecause) trace.span.setAttribute('praca.unavailable', unavailableBecause);
    if (statusCode >= 500) trace.span.setStatus({ code: SpanStatusCode.ERROR });
    trace.span.end();
    done();
  });
}
