import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import { describeError } from '#server/log.ts';

let tracing = false;

/** Whether this process sends traces, so that callers may skip work for them. */
export const isTracing = () => tracing;

/** From now on spans go to the provider that is registered. */
export function useTracer(): void {
  tracing = true;
}

const tracer = () => trace.getTracer('praca');

/**
 * Runs this work as a span, whose children are the spans that begin meanwhile; an error that it throws marks the span.
 * @param attributes of few values, and without a person's data
 */
export function inSpan<T>(name: string, attributes: Attributes, run: () => T): T {
  if (!tracing) return run();
  return tracer().startActiveSpan(name, { attributes }, (span) => {
    const end = () => span.end();
    const fail = (error: unknown) => {
      markFailed(span, error);
      span.end();
    };
    try {
      const result = run();
      if (result instanceof Promise) void result.then(end, fail);
      else end();
      return result;
    } catch (error) {
      fail(error);
      throw error;
    }
  });
}

/** A request's span, which begins a trace of its own: a trace named by a stranger is never continued. */
export function startRequestSpan(name: string, attributes: Attributes): { span: Span; context: Context } {
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes });
  return { span, context: trace.setSpan(context.active(), span) };
}

/** Records a statement that has ended, where it ran for a span: sweeps that find nothing have none. */
export function recordStatement({ sql, ms, failed }: { sql: string; ms: number; failed: boolean }): void {
  if (!tracing || !trace.getActiveSpan()?.isRecording()) return;
  const end = Date.now();
  const span = tracer().startSpan(`SQL ${operationOf(sql)}`, {
    kind: SpanKind.CLIENT,
    startTime: end - ms,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
  });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}

const operationOf = (sql: string) => /[a-z]+/i.exec(sql.replace(/\/\*.*?\*\//g, ''))?.[0] ?? '';

/** Marks the span with the error as the log describes it, because others repeat addresses in theirs. */
function markFailed(span: Span, error: unknown): void {
  const { type, message } = describeError(error) as { type: string; message?: string };
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message && { message }) });
  span.setAttribute('error.type', type);
}
