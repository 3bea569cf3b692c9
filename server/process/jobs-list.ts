import { proveAfterPayment } from '#server/accounts/documents/document-proofs.ts';
import { mailPasswordReset } from '#server/accounts/passwords/resets.ts';
import type { JobHandlers } from '#server/background/jobs.ts';
import { sendLetter } from '#server/settings/letters.ts';
import { sendPush } from '#server/notifications/push/jobs.ts';
import { privacyJobs } from '#server/accounts/privacy/jobs.ts';
import { staffJobs } from '#server/staff/jobs.ts';
import { removeFiles, removeUnnamedFile } from '#server/files/unwanted-files.ts';
import { removeUnnamedPhoto } from '#server/files/unwanted-photos.ts';

/** Every job of the marketplace. */
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
