import type { Ctx } from '#server/context.ts';
import type { JobHandlers } from '#server/background/jobs.ts';
import type { Sweep } from '#server/background/worker.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardPhotos } from '#server/files/orphaned-photos.ts';
import { closeDue, remindClosures } from './closing.ts';
import { buildExport, expireExports } from './export/exports.ts';
import { deleteOld } from './retention.ts';
import { endSuspensions } from './standing.ts';

const minuteMs = 60_000;

const sweep = (name: string, everyMs: number, run: (ctx: Ctx) => Promise<number>): Sweep => ({
  name: `privacy.${name}`,
  everyMs,
  run,
});

export const privacySweeps: readonly Sweep[] = [
  sweep('remind-closures', 10 * minuteMs, remindClosures),
  sweep('close-due', 10 * minuteMs, closeDue),
  sweep('end-suspensions', minuteMs, endSuspensions),
  sweep('expire-exports', 10 * minuteMs, expireExports),
  sweep('forget-old', 60 * minuteMs, deleteOld),
];

export const privacyJobs = {
  'privacy.export': (ctx, { exportId }) => buildExport(ctx, exportId),
  // For jobs enqueued by an earlier version; photos now have one job each.
  'privacy.remove-images': (ctx, { keys }) => inTransaction(ctx.db, (tx) => discardPhotos(tx, keys)),
} satisfies Partial<JobHandlers>;
