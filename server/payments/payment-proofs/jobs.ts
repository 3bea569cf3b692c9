import type { Sweep } from '#server/background/worker.ts';
import { deleteUnsentFiles } from './files.ts';

/** Deletes uploaded files that were never sent as a proof. */
export const deleteUnsentProofFiles: Sweep = {
  name: 'receipts.forget-files',
  everyMs: 10 * 60_000,
  run: (ctx) => deleteUnsentFiles(ctx),
};
