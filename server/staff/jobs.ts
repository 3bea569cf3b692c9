import type { JobHandlers } from '#server/jobs.ts';
import type { Sweep } from '#server/worker.ts';
import { buildTableExport, expireTableExports } from './exports.ts';

export const staffJobs = {
  'staff.export': (ctx, { exportId }) => buildTableExport(ctx, exportId),
} satisfies Partial<JobHandlers>;

export const staffSweeps: readonly Sweep[] = [
  { name: 'staff.expire-exports', everyMs: 600_000, run: expireTableExports },
];
