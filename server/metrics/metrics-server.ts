import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Meter } from '@opentelemetry/api';
import { fault } from '#db/fault.ts';

/** More series than one instrument ever has: routes, methods and status classes. */
const maxSeries = 4_000;

export interface MetricsServer {
  meter: Meter;
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics` in Prometheus' text format on a port of its own. It has no login, so it belongs on loopback or a
 * network that only the monitoring reaches.
 * @throws a fault when the port is taken
 */
export async function startMetricsServer(place: { host: string; port: number }): Promise<MetricsServer> {
  // Loaded only with a metrics port, because the packages take 5.5 MB of heap.
  const [{ MeterProvider }, { PrometheusExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
  ]);
  const exporter = new PrometheusExporter({
    prefix: 'praca',
    // Its own server would not answer for errors of the port, and would be shared among the processes of a pool.
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({
    readers: [exporter],
    views: [{ instrumentName: '*', aggregationCardinalityLimit: maxSeries }],
  });
  const close = await listen(place, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end();
    else exporter.getMetricsRequestHandler(request, response);
  });
  return {
    meter: provider.getMeter('praca'),
    async stop() {
      await close();
      await provider.shutdown();
    },
  };
}

/** @returns what closes the port again */
async function listen(
  { host, port }: { host: string; port: number },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<() => Promise<void>> {
  const server = createServer(answer);
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  // Exclusive: in a pool another process must not answer on this one's port.
  server.listen({ host, port, exclusive: true }, listening.resolve);
  await listening.promise.catch((error: NodeJS.ErrnoException) => {
    throw fault(
      `METRICS_PORT: não consigo usar ${host}:${port} (${error.code}). Escolha outra porta.`,
      error,
    );
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
