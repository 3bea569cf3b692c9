import { proveAfterPayment } from './accounts/document-proofs.ts';
import { mailPasswordReset } from './accounts/password-resets.ts';
import type { JobHandlers } from './jobs.ts';
import { sendLetter } from './settings/letters.ts';
import { sendPush } from './push/jobs.ts';
import { privacyJobs } from './privacy/jobs.ts';
import { staffJobs } from './staff/jobs.ts';
import { removeFiles, removeUnnamedFile } from './unwanted-files.ts';
import { removeUnnamedPhoto } from './unwanted-photos.ts';

/** Every job of the marketplace, by hand. */
export const allJobs: JobHandlers = {
  'mail.send': sendLetter,
  'accounts.prove-document': proveAfterPayment,
  'files.remove': removeFiles,
  'files.remove-unnamed': removeUnnamedFile,
  'photos.remove-unnamed': removeUnnamedPhoto,
  ...privacyJobs,
  ...staffJobs,
  'password-reset.mail': mailPasswordReset,
  'push.send': sendPush,
  'sms.send': (ctx, message) => ctx.sms.send(message),
};
