import { Logger, run } from 'graphile-worker';
import type { Runner } from 'graphile-worker';
import { sql } from 'kysely';
import type { Mail } from './adapters/mail/mail-sender.ts';
import type { TextMessage } from './adapters/sms/sms-sender.ts';
import type { Ctx, Tx } from './context.ts';

/** Messages to the background: each names one job with its payload. Timers are not here, they are due columns. */
export interface JobPayloads {
  'privacy.export': { exportId: number };
  'staff.check-books': Record<string, never>;
  'staff.export': { exportId: number };
  'privacy.remove-images': { keys: string[] };
  'password-reset.mail': { email: string; ip: string };
  'mail.send': Mail;
  'push.send': { notificationId: number; tokenId: number };
  'sms.send': TextMessage;
}

export type JobName = keyof JobPayloads;

export type JobHandlers = { [J in JobName]: (ctx: Ctx, payload: JobPayloads[J]) => Promise<void> };

/** Enqueues a job inside the transaction that needs it done: it exists exactly if the transaction commits. */
export async function enqueue<J extends JobName>(tx: Tx, job: J, payload: JobPayloads[J]): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, ${JSON.stringify(payload)}::json)`.execute(tx);
}

/** The same for many at once: the queue takes them in one go, at a fraction of the price of one after the other. */
export async function enqueueAll<J extends JobName>(
  tx: Tx,
  job: J,
  payloads: readonly JobPayloads[J][],
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`select graphile_worker.add_jobs(array(
    select row(${job}, payload, null, null, null, null, null, null)::graphile_worker.job_spec
    from json_array_elements(${JSON.stringify(payloads)}::json) payload))`.execute(tx);
}

/** Runs jobs until stopped; a job that throws is tried again with growing waits. */
export async function startJobs(ctx: Ctx, handlers: JobHandlers, connectionString: string): Promise<Runner> {
  return run({
    connectionString,
    concurrency: 4,
    noHandleSignals: true,
    logger: quiet(ctx),
    pollInterval: 1_000,
    taskList: Object.fromEntries(
      (Object.keys(handlers) as JobName[]).map((name) => [
        name,
        (payload: unknown) => handlers[name](ctx, payload as never),
      ]),
    ),
  });
}

/** The queue's own chatter is for debugging; its warnings and errors are the operator's. */
function quiet(ctx: Ctx): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') ctx.log.error(message);
    else if (level === 'warning') ctx.log.warn(message);
    else ctx.log.debug(message);
  });
}
