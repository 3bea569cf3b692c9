import { sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { noticeAttempts } from '#server/payments/webhooks/commands.ts';
import type { Command } from './command.ts';
import { recordOperator, wholeInstallation } from './decision.ts';

/** Queues again the jobs, and the provider notices, that failed all their attempts. */
export const retryJobs: Command = {
  usage: 'retry-jobs',
  summary: 'Tenta de novo as tarefas e os avisos de provedores que esgotaram as tentativas',
  takes: 0,
  async run({ db }, _given, { say }) {
    const { jobs, notices } = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ task: string }>`
        with failed as materialized (select id, task_identifier as task from graphile_worker.jobs
          where attempts >= max_attempts and locked_at is null)
        select f.task from graphile_worker.reschedule_jobs(array(select id from failed), run_at => now(),
          attempts => 0) r join failed f on f.id = r.id`.execute(tx);
      const again = await sql`update provider_events set attempts = 0
        where processed_at is null and attempts >= ${noticeAttempts} returning 1 as again`.execute(tx);
      const counts = { jobs: rows.length, notices: again.rows.length };
      if (counts.jobs + counts.notices > 0) {
        const tasks = [...new Set(rows.map(({ task }) => task))].toSorted().join(', ');
        const reason = 'npm run admin -- retry-jobs';
        const after = { ...counts, tasks };
        await recordOperator(tx, {
          kind: 'operator.jobs_retried',
          subject: wholeInstallation,
          before: null,
          after,
          reason,
        });
      }
      return counts;
    });
    await say(`De novo na fila: ${jobs} tarefas e ${notices} avisos de provedores.`);
  },
};
