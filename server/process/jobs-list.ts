import { proveAfterPayment } from '#server/accounts/documents/document-proofs.ts';
import { mailPasswordReset } from '#server/accounts/passwords/resets.ts';
import type { JobHandlers } from '#server/background/jobs.ts';
import { sendLetter } from '#server/settings/letters.ts';
import { mailNotices } from '#server/notifications/letters.ts';
import { sendPush } from '#server/notifications/push/jobs.ts';
import { privacyJobs } from '#server/accounts/privacy/jobs.ts';
import { confirmationJobs } from '#server/staff/confirmations/jobs.ts';
import { staffJobs } from '#server/staff/jobs.ts';
import { removeFiles, removeUnreferencedFile } from '#server/files/orphaned-files.ts';
import { removeUnreferencedPhoto } from '#server/files/orphaned-photos.ts';

/** Every job of the marketplace. */
export const allJobs: JobHandlers = {
  'mail.send': (ctx, parts) => sendLetter(ctx, parts),
  'notifications.mail': mailNotices,
  'accounts.prove-document': proveAfterPayment,
  'files.remove': removeFiles,
  'files.remove-unnamed': removeUnreferencedFile,
  'photos.remove-unnamed': removeUnreferencedPhoto,
  ...privacyJobs,
  ...staffJobs,
  ...confirmationJobs,
  'password-reset.mail': mailPasswordReset,
  'push.send': sendPush,
  'sms.send': (ctx, message) => ctx.sms.send(message),
};
