import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import type { Runner, WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { withSettings } from '#db/connect.ts';
import type { TextMessage } from '#server/adapters/sms/sms-sender.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { Sweep } from './worker.ts';
import type { LetterParts } from '#server/letters/letters.ts';

/** Messages to the background: each names one job with its payload. Timers are not here, they are due columns. */
export interface JobPayloads {
  'privacy.export': { exportId: number };
  'accounts.prove-document': { userId: number };
  'staff.check-books': Record<string, never>;
  'staff.export': { exportId: number };
  'privacy.remove-images': { keys: string[] };
  'files.remove': { keys: string[] };
  'files.remove-unnamed': { key: string };
  'photos.remove-unnamed': { key: string };
  'password-reset.mail': { email: string; ip: string };
  'mail.send': LetterParts;
  'push.send': { notificationId: number; tokenId: number };
  'sms.send': TextMessage;
}

export type JobName = keyof JobPayloads;

/** A job is tried so often, with waits that grow over half a day; then the admins are told (T122). */
export const jobAttempts = 12;

export type JobHandlers = { [J in JobName]: (ctx: Ctx, payload: JobPayloads[J]) => Promise<void> };

/**
 * Enqueues a job inside the transaction that needs it done: it exists exactly if the transaction commits.
 * @param afterMs how long it waits at least, by the machine's clock
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

/** The same for many at once: the queue takes them in one go, at a fraction of the price of one after the other. */
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
  /** Lets the jobs at hand finish. */
  stop(): Promise<void>;
}

/** Jobs come and go by the handful: one by one, the queue's own work was half of what a letter costs PostgreSQL. */
const jobsAtOnce = 32;
/**
 * How long, in milliseconds, a finished job waits for others to be noted with. Only in batches, if of one, is it heard
 * that the end of a job could not be noted; else it ends the process.
 */
const completeJobBatchDelay = 20;
const firstWaitMs = 100;
const longestWaitMs = 5_000;

/**
 * Runs jobs until stopped; a job that throws is tried again with growing waits. A runner ends when the database breaks
 * off under it, and another takes its place as soon as there is one again.
 */
export async function startJobs(ctx: Ctx, handlers: JobHandlers, connectionString: string): Promise<Jobs> {
  const stopping = new AbortController();
  let runner = await open();
  const running = keepRunning();

  function open(): Promise<Runner> {
    return run({
      // A job whose end a crash takes back is done again, which it must bear anyway.
      connectionString: withSettings(connectionString, { synchronous_commit: 'off' }),
      concurrency: 8,
      noHandleSignals: true,
      logger: quiet(ctx),
      events: eventsOfRelease(),
      pollInterval: 1_000,
      preset: { worker: { localQueue: { size: jobsAtOnce }, completeJobBatchDelay, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries(
        (Object.keys(handlers) as JobName[]).map((name) => [
          name,
          (payload: unknown) => handlers[name](ctx, payload as never),
        ]),
      ),
    });
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: Error) =>
        ctx.log.warn({ reason: error.message }, 'the jobs stopped'),
      );
      await reopen();
    }
  }

  async function reopen(): Promise<void> {
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
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
      // One that has ended by itself can't be stopped, and one that is opened this moment is the last.
      await runner.stop().catch(() => undefined);
      await running;
      await runner.stop().catch(() => undefined);
    },
  };
}

interface Background {
  backgroundCount: number;
  decreaseBackgroundCount(): void;
}

/**
 * A queue that is stopped while jobs wait in it gives them back in the background, and in 0.18 refuses that very work
 * when nothing else is going on there: the jobs stayed taken and every session was cut off with an error. It is told of
 * something else until the next turn of the loop.
 */
function eventsOfRelease(): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    if (newMode !== 'RELEASED') return;
    const queue = localQueue as unknown as Background;
    queue.backgroundCount += 1;
    setImmediate(() => queue.decreaseBackgroundCount());
  });
  return events;
}

/** No job works for as long as this. */
const abandonedMinutes = 15;

/**
 * Gives jobs back that a process took and never finished, because it was killed; the queue itself would wait four
 * hours. A job may therefore run twice, which it must bear anyway.
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

/** The queue's own chatter is for debugging; its warnings and errors are the operator's. */
function quiet(ctx: Ctx): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') ctx.log.error(message);
    else if (level === 'warning') ctx.log.warn(message);
    else ctx.log.debug(message);
  });
}
