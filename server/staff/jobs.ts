import type { JobHandlers } from '#server/background/jobs.ts';
import type { Sweep } from '#server/background/worker.ts';
import { checkAndStore, checkAllBooksDaily, checkRecentBooks } from './books.ts';
import { countDays } from './overview/days.ts';
import { buildTableExport, expireTableExports } from './tables/exports.ts';
import { sendDueReminders } from './notes.ts';
import { sealDecisions } from './seals.ts';
import { notifyStuckWork } from './overview/stuck-work.ts';

export const staffJobs = {
  'staff.export': (ctx, { exportId }) => buildTableExport(ctx, exportId),
  'staff.check-books': (ctx) => checkAndStore(ctx),
} satisfies Partial<JobHandlers>;

export const staffSweeps: readonly Sweep[] = [
  { name: 'staff.expire-exports', everyMs: 600_000, run: expireTableExports },
  { name: 'staff.remind', everyMs: 30_000, run: sendDueReminders },
  { name: 'staff.count-days', everyMs: 30_000, run: countDays },
  sealDecisions,
  notifyStuckWork,
  { name: 'staff.check-books', everyMs: 600_000, run: checkAllBooksDaily },
  { name: 'staff.check-recent-books', everyMs: 60_000, run: checkRecentBooks },
];
