import { mailPasswordReset } from './accounts/password-resets.ts';
import type { JobHandlers } from './jobs.ts';
import { privacyJobs } from './privacy/jobs.ts';
import { staffJobs } from './staff/jobs.ts';

/** Every job of the marketplace, by hand. */
export const allJobs: JobHandlers = {
  'mail.send': (ctx, mail) => ctx.mail.send(mail),
  ...privacyJobs,
  ...staffJobs,
  'password-reset.mail': mailPasswordReset,
  'sms.send': (ctx, message) => ctx.sms.send(message),
};
