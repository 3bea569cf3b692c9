import type { Server } from 'node:http';
import type { BatchObservableResult, Meter } from '@opentelemetry/api';
import { cached } from '#server/concurrency/cache.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx } from '#server/context.ts';
import { useMeter } from './instruments.ts';
import { startMetricsServer } from './metrics-server.ts';
import { observeProcess } from './process-gauges.ts';
import { pendingByQueue } from '#server/staff/overview/queues.ts';
import { systemState } from '#server/staff/overview/system-state.ts';
import type { SystemState } from '#server/staff/overview/system-state.ts';

export interface Metrics {
  /** Adds what the process and the database say at each scrape. */
  observe(ctx: Ctx, server: Server | null): void;
  stop(): Promise<void>;
}

/**
 * Opens the metrics port, where one is configured (decision 107). It answers from the start on, and with the state of
 * the process and the database once they are there.
 * @throws a fault when the port is taken
 */
export async function startMetrics({ metrics }: Config): Promise<Metrics | null> {
  if (metrics === null) return null;
  const { meter, stop } = await startMetricsServer(metrics);
  useMeter(meter);
  return {
    observe(ctx, server) {
      observeProcess(meter, ctx, server);
      observeDatabase(meter, ctx);
    },
    stop,
  };
}

/** Each number of the database's state, by the name of its series. */
const stateGauges: readonly [name: string, value: (state: SystemState) => number, description: string][] = [
  [
    'worker_seen_seconds',
    (s) => s.workerSeenSeconds ?? Infinity,
    'Since a worker gave its last sign of life.',
  ],
  [
    'timer_overdue_seconds',
    (s) => s.timerSeconds ?? 0,
    'Since the oldest deadline that is not carried out yet.',
  ],
  ['job_overdue_seconds', (s) => s.jobSeconds ?? 0, 'Since the oldest job may run that has not begun.'],
  ['jobs_failed', (s) => s.jobsFailed, 'Jobs that failed all their attempts.'],
  ['relay_lag_seconds', (s) => s.relaySeconds ?? 0, 'Age of the oldest event without its notifications.'],
  [
    'provider_notice_seconds',
    (s) => s.noticeSeconds ?? 0,
    'Age of the oldest provider notice to be processed.',
  ],
  ['provider_notices_failed', (s) => s.noticesFailed, 'Provider notices that failed all their attempts.'],
  ['money_frozen', (s) => Number(s.moneyFrozen), '1 while money is frozen.'],
  ['money_breaks', (s) => s.moneyBreaks, 'Differences found by the last full check of the books.'],
  ['books_checked_seconds', (s) => s.booksCheckedSeconds ?? 0, 'Since the last full check of the books.'],
  [
    'backup_age_seconds',
    (s) => s.backupAgeSeconds ?? 0,
    'Since the end of the newest backup; 0 while none is known.',
  ],
  [
    'backup_faulty',
    (s) => Number(s.backupFaulty),
    '1 while the last check of the backups found something wrong.',
  ],
  [
    'fund_due',
    (s) => s.fundDueSoon,
    'Cases that the guarantee fund pays within three days unless staff decide.',
  ],
  [
    'fund_paid',
    (s) => s.fundPaidOfDay,
    'Payments of the guarantee fund within a day for missed deadlines of staff.',
  ],
  [
    'clock_offset_seconds',
    (s) => s.clockOffsetSeconds,
    "How far the database's clock is ahead of this machine's.",
  ],
];

/** A reading is shared for seconds, so that frequent scrapes cost the database nothing more. */
const queuesCache = { name: 'queue-metrics', maxEntries: 1, ttlMs: 15_000 };

function observeDatabase(meter: Meter, ctx: Ctx): void {
  const up = meter.createObservableGauge('database_up', {
    description: '1 while the database answers; 0 else, and then its other series keep their last values.',
  });
  const gauges = stateGauges.map(
    ([name, value, description]) => [meter.createObservableGauge(name, { description }), value] as const,
  );
  const items = meter.createObservableGauge('staff_queue_items', {
    description: 'Pending items of a staff queue.',
  });
  const oldest = meter.createObservableGauge('staff_queue_oldest_seconds', {
    description: 'Age of the oldest pending item of a staff queue.',
  });

  async function read(result: BatchObservableResult): Promise<void> {
    try {
      const state = await systemState(ctx);
      const queues = await cached(ctx, queuesCache, '', () => pendingByQueue(ctx.db));
      result.observe(up, 1);
      for (const [gauge, value] of gauges) result.observe(gauge, value(state));
      for (const { queue, count, oldestSeconds } of queues) {
        result.observe(items, count, { queue });
        result.observe(oldest, oldestSeconds ?? 0, { queue });
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'the state of the database was not measured');
      result.observe(up, 0);
    }
  }

  meter.addBatchObservableCallback(read, [up, ...gauges.map(([gauge]) => gauge), items, oldest]);
}
