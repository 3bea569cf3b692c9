const day = 86_400_000;

/** How long what is kept is kept (docs/privacy.md), where the law leaves it to us; times in milliseconds. */
export interface PrivacyRules {
  /** Letters and text messages that were sent. */
  messagesMs: number;
  /** Notices, and requests for another address. */
  noticesMs: number;
  /** How many visited a listing, day by day; nobody is named. */
  visitsMs: number;
  /** Whole months of access records (Marco Civil, art. 15: never less than six). */
  accessMonths: number;
  /** Whole years of what may be evidence: conversations, tickets, identities (CDC art. 27, CTN art. 173). */
  evidenceYears: number;
  /** How long a finished file with somebody's data can be fetched, and how often one may be asked for. */
  exportKeptMs: number;
  exportEveryMs: number;
  /** Whose masked data an admin, and whose conversations and delivery notes anybody of the team, may read in a day (T110). */
  staffPeoplePerDay: number;
  staffOrdersPerDay: number;
  /** How long before an account is deleted its owner is reminded. */
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
