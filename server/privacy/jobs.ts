import type { Ctx } from '#server/context.ts';
import type { JobHandlers } from '#server/jobs.ts';
import type { Sweep } from '#server/worker.ts';
import { closeDue, remindClosures, removeImages } from './closing.ts';
import { buildExport, expireExports } from './exports.ts';
import { forgetOld } from './retention.ts';
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
  sweep('forget-old', 60 * minuteMs, forgetOld),
];

export const privacyJobs = {
  'privacy.export': (ctx, { exportId }) => buildExport(ctx, exportId),
  'privacy.remove-images': (ctx, { keys }) => removeImages(ctx, keys),
} satisfies Partial<JobHandlers>;
