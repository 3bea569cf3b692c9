import { context, trace } from '@opentelemetry/api';
import type { Config } from '#server/config/config.ts';
import { useTracer } from './spans.ts';

/** A collector that does not answer must not delay the end of the process. */
const exportTimeoutMs = 2_000;

/**
 * Sends spans by OTLP over HTTP to the configured collector (decision 117).
 * @returns what sends the last ones, or `null` without a collector
 */
export async function startTraces({ traces, role }: Config): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null;
  // Loaded only with a collector, because the packages take some megabytes of heap.
  const [{ OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: traces.url,
    headers: traces.headers,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `praca-${role}` }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traces.share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  useTracer();
  return () => provider.shutdown();
}
