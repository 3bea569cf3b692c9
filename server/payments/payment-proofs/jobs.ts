import type { Sweep } from '#server/background/worker.ts';
import { dropUnsentFiles } from './files.ts';

/** Files that were uploaded and never became a receipt. */
export const forgetReceiptFiles: Sweep = {
  name: 'receipts.forget-files',
  everyMs: 10 * 60_000,
  run: (ctx) => dropUnsentFiles(ctx),
};
