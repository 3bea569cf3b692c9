import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import type { Runner, WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { connectPool, withSettings } from '#db/connect.ts';
import type { TextMessage } from '#server/adapters/sms/sms-sender.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { withoutPersonalData } from '#server/log.ts';
import { inSpan } from '#server/tracing/spans.ts';
import type { Sweep } from './worker.ts';
import type { LetterParts } from '#server/letters/letters.ts';

/** Background jobs by name, with their payloads. Timers are not jobs: they are due columns, which sweeps read. */
export interface JobPayloads {
  'privacy.export': { exportId: number };
  'accounts.prove-document': { userId: number };
  'staff.check-books': Record<string, never>;
  'staff.export': { exportId: number };
  'proposals.run-due': Record<string, never>;
  'privacy.remove-images': { keys: string[] };
  'files.remove': { keys: string[] };
  'files.remove-unnamed': { key: string };
  'photos.remove-unnamed': { key: string };
  'password-reset.mail': { email: string; ip: string };
  'mail.send': LetterParts;
  'notifications.mail': { notificationIds: number[] };
  'push.send': { notificationId: number; tokenId: number };
  'sms.send': TextMessage;
}

export type JobName = keyof JobPayloads;

/** Attempts of a job, with delays that grow over half a day; after the last one the admins are notified (T122). */
export const jobAttempts = 12;

export type JobHandlers = { [J in JobName]: (ctx: Ctx, payload: JobPayloads[J]) => Promise<void> };

/**
 * Enqueues a job inside the transaction that needs it done: the job exists exactly if the transaction commits.
 * @param afterMs minimum delay, by the machine's clock
 */
export async function enqueue<J extends JobName>(
  tx: Tx,
  job: J,
  payload: JobPayloads[J],
  afterMs = 0,
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, ${JSON.stringify(payload)}::json,
    run_at => now() + ${afterMs} * interval '1 millisecond', max_attempts => ${jobAttempts})`.execute(tx);
}

/** Enqueues many jobs in one statement, which costs a fraction of one statement each. */
export async function enqueueAll<J extends JobName>(
  tx: Tx,
  job: J,
  payloads: readonly JobPayloads[J][],
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`select graphile_worker.add_jobs(array(
    select row(${job}, payload, null, null, ${jobAttempts}::int, null, null, null)::graphile_worker.job_spec
    from json_array_elements(${JSON.stringify(payloads)}::json) payload))`.execute(tx);
}

export interface Jobs {
  /** Finishes the running jobs first. */
  stop(): Promise<void>;
}

const connections = 10;
/** Jobs fetched from the queue at once: fetched one by one, the queue's own work was half of a mail's database cost. */
const localQueueSize = 32;
/**
 * Milliseconds that a finished job waits to be marked as completed together with others. Only in batches, even of one,
 * does graphile-worker report a failed mark; otherwise the failure ends the process.
 */
const completeJobBatchDelay = 20;
const minDelayMs = 100;
const maxDelayMs = 5_000;

/**
 * Runs jobs until stopped; a job that throws is retried with growing delays. When the database connection breaks, the
 * runner ends and a new one starts as soon as the database is back.
 */
export async function startJobs(ctx: Ctx, handlers: JobHandlers, connectionString: string): Promise<Jobs> {
  const stopping = new AbortController();
  // A crash may undo the completion of a job; it then runs again, which every job tolerates anyway.
  const url = withSettings(connectionString, { synchronous_commit: 'off' });
  const pgPool = connectPool(url, { max: connections, applicationName: 'praca-jobs' });
  let runner = await open().catch(async (error: unknown) => {
    await pgPool.end();
    throw error;
  });
  const running = restartUntilStopped();

  function open(): Promise<Runner> {
    return run({
      pgPool,
      concurrency: 8,
      noHandleSignals: true,
      logger: createWorkerLogger(ctx),
      events: createWorkerEvents(),
      pollInterval: 1_000,
      preset: {
        worker: { localQueue: { size: localQueueSize }, completeJobBatchDelay, failJobBatchDelay: 0 },
      },
      taskList: Object.fromEntries(
        (Object.keys(handlers) as JobName[]).map((name) => [
          name,
          (payload: unknown) => inSpan(`job ${name}`, {}, () => handlers[name](ctx, payload as never)),
        ]),
      ),
    });
  }

  async function restartUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: Error) =>
        ctx.log.warn({ reason: error.message }, 'the jobs stopped'),
      );
      await reopen();
    }
  }

  async function reopen(): Promise<void> {
    for (let waitMs = minDelayMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, maxDelayMs)) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      const opened = stopping.signal.aborted ? null : await open().catch(() => null);
      if (!opened) continue;
      runner = opened;
      return;
    }
  }

  return {
    async stop() {
      stopping.abort();
      // A runner that has ended already rejects stop(); one that is being opened meanwhile is stopped by the second
      // call.
      await runner.stop().catch(() => undefined);
      await running;
      await runner.stop().catch(() => undefined);
      await pgPool.end();
    },
  };
}

interface BackgroundCounter {
  backgroundCount: number;
  decreaseBackgroundCount(): void;
}

/**
 * A queue that stops gives its unstarted jobs back in the background. graphile-worker 0.18 refuses that work when its
 * background count is zero: the jobs stayed locked, and each session was closed with an error. Raising the count until
 * the next iteration of the event loop avoids it.
 */
function createWorkerEvents(): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    if (newMode !== 'RELEASED') return;
    const queue = localQueue as unknown as BackgroundCounter;
    queue.backgroundCount += 1;
    setImmediate(() => queue.decreaseBackgroundCount());
  });
  return events;
}

/** Longer than any job runs. */
const abandonedMinutes = 15;

/**
 * Releases the jobs that a killed process had locked; graphile-worker itself would wait four hours. A job may therefore
 * run twice, which every job tolerates anyway.
 */
export const releaseAbandonedJobs: Sweep = {
  name: 'jobs.release-abandoned',
  everyMs: 60_000,
  async run({ db }) {
    const { numAffectedRows } = await sql`update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
      where locked_at < now() - ${abandonedMinutes} * interval '1 minute'`.execute(db);
    return Number(numAffectedRows ?? 0);
  },
};

/** Routes graphile-worker's log: info at debug level, warnings and errors to the operator. */
function createWorkerLogger(ctx: Ctx): Logger {
  return new Logger(() => (level, message) => {
    // It repeats what made a job fail, such as the refusal of a mail server.
    const line = withoutPersonalData(message);
    if (level === 'error') ctx.log.error(line);
    else if (level === 'warning') ctx.log.warn(line);
    else ctx.log.debug(line);
  });
}
