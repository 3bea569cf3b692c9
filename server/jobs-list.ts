import type { JobHandlers } from './jobs.ts';

/** Every job of the marketplace, by hand. */
export const allJobs: JobHandlers = {
  'mail.send': (ctx, mail) => ctx.mail.send(mail),
  'sms.send': (ctx, message) => ctx.sms.send(message),
};
