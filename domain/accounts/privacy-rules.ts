const day = 86_400_000;

/** Retention of personal data (docs/privacy.md), where the law leaves the duration open; times in milliseconds. */
export interface PrivacyRules {
  /** Sent e-mails and text messages. */
  messagesMs: number;
  /** Notices, and requests to change the e-mail address. */
  noticesMs: number;
  /** Daily view counts of listings, without personal data. */
  visitsMs: number;
  /** Whole months of access records (Marco Civil, art. 15: never less than six). */
  accessMonths: number;
  /** Whole years of possible evidence: conversations, tickets, identities (CDC art. 27, CTN art. 173). */
  evidenceYears: number;
  /** How long a finished data export can be downloaded, and the minimum time between two requests. */
  exportKeptMs: number;
  exportEveryMs: number;
  /** How many people an admin may unmask, and how many orders' conversations a staff member may read, in a day (T110). */
  staffPeoplePerDay: number;
  staffOrdersPerDay: number;
  /** How long before the deletion of an account its owner is reminded. */
  closureReminderMs: number;
}

export const defaultPrivacyRules: PrivacyRules = {
  messagesMs: 90 * day,
  noticesMs: 365 * day,
  visitsMs: 90 * day,
  accessMonths: 6,
  evidenceYears: 5,
  exportKeptMs: 7 * day,
  exportEveryMs: day,
  staffPeoplePerDay: 30,
  staffOrdersPerDay: 60,
  closureReminderMs: 2 * day,
};
