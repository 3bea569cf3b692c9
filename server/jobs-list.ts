import { mailPasswordReset } from './accounts/password-resets.ts';
import type { JobHandlers } from './jobs.ts';
import { sendPush } from './push/jobs.ts';
import { privacyJobs } from './privacy/jobs.ts';
import { staffJobs } from './staff/jobs.ts';

/** Every job of the marketplace, by hand. */
export const allJobs: JobHandlers = {
  'mail.send': (ctx, mail) => ctx.mail.send(mail),
  ...privacyJobs,
  ...staffJobs,
  'password-reset.mail': mailPasswordReset,
  'push.send': sendPush,
  'sms.send': (ctx, message) => ctx.sms.send(message),
};
