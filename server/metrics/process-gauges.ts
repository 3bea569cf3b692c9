import { statfs } from 'node:fs/promises';
import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BatchObservableResult, Meter } from '@opentelemetry/api';
import { connectionsOf } from '#db/connect.ts';
import { isEmbedded } from '#server/adapters/realtime/embedded.ts';
import type { Ctx } from '#server/context.ts';

/** What is in this process and on this machine at the time of a scrape. */
export function observeProcess(meter: Meter, ctx: Ctx, server: Server | null): void {
  observeMemory(meter);
  observeEventLoop(meter);
  observeConnections(meter, ctx, server);
  observeDisk(meter, ctx);
}

function observeMemory(meter: Meter): void {
  const bytes = meter.createObservableGauge<{ kind: string }>('memory_bytes', {
    description: 'Memory of this process.',
  });
  bytes.addCallback((result) => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    for (const [kind, size] of Object.entries({ rss, heap_used: heapUsed, heap_total: heapTotal, external }))
      result.observe(size, { kind });
  });
  meter
    .createObservableCounter('cpu_seconds', { description: 'Processor time of this process.' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / 1_000_000);
    });
}

const loopResolutionMs = 20;

/** The delay since the last scrape, beyond the interval at which it is measured. */
function observeEventLoop(meter: Meter): void {
  const histogram = monitorEventLoopDelay({ resolution: loopResolutionMs });
  histogram.enable();
  const delay = meter.createObservableGauge<{ quantile: string }>('event_loop_delay_seconds', {
    description: 'How late the event loop came to its work since the last scrape.',
  });
  delay.addCallback((result) => {
    for (const [quantile, nanoseconds] of [
      ['0.5', histogram.percentile(50)],
      ['0.99', histogram.percentile(99)],
      ['1', histogram.max],
    ] as const)
      result.observe(Math.max(0, nanoseconds / 1e9 - loopResolutionMs / 1e3), { quantile });
    histogram.reset();
  });
}

function observeConnections(meter: Meter, ctx: Ctx, server: Server | null): void {
  const pool = meter.createObservableGauge<{ pool: string; state: string }>('database_connections', {
    description: 'Connections of a pool in use and idle, and callers that wait for one.',
  });
  pool.addCallback((result) => {
    for (const [name, db] of Object.entries({ primary: ctx.db, replica: ctx.replica?.db }))
      if (db)
        for (const [state, count] of Object.entries(connectionsOf(db)))
          result.observe(count, { pool: name, state });
  });
  meter
    .createObservableGauge('realtime_sockets', { description: 'Open sockets of the realtime server.' })
    .addCallback((result) => {
      if (isEmbedded(ctx.realtime)) result.observe(ctx.realtime.openSockets());
    });
  if (server)
    meter
      .createObservableGauge('http_connections', { description: 'Open connections of visitors.' })
      .addCallback(async (result) => result.observe(await openConnections(server)));
  observeReplica(meter, ctx);
}

function observeReplica(meter: Meter, ctx: Ctx): void {
  meter
    .createObservableGauge('replica_stale_seconds', {
      description: 'Since when the read replica lags or does not answer; 0 while it is fresh.',
    })
    .addCallback((result) => {
      if (ctx.replica) result.observe(ctx.replica.staleSeconds());
    });
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

function observeDisk(meter: Meter, { config, log }: Ctx): void {
  const free = meter.createObservableGauge('disk_free_bytes', {
    description: 'Space that this process may still use on the disk of DATA_DIR.',
  });
  const size = meter.createObservableGauge('disk_size_bytes', {
    description: 'Size of the disk of DATA_DIR.',
  });
  const read = async (result: BatchObservableResult) => {
    try {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      result.observe(free, bavail * bsize);
      result.observe(size, blocks * bsize);
    } catch (error) {
      // With database, key and files elsewhere there need be no such folder.
      log.debug({ err: error }, 'the disk was not measured');
    }
  };
  meter.addBatchObservableCallback(read, [free, size]);
}
