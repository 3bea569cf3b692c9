const minute = 60_000;
const day = 1_440 * minute;

/** What slows guessing down (§4.17, T39, T45); times in milliseconds. Every rest is twice the one before it. */
export interface SignInRules {
  /** Wrong passwords for an account from one place, then a rest. */
  placeTries: number;
  /** Wrong passwords for an account from all strange places together. */
  accountTries: number;
  /** Wrong passwords from one network over all accounts: many people may stand behind one address. */
  networkTries: number;
  firstPauseMs: number;
  /** The longest rest of one place … */
  placePauseMs: number;
  /** … and of an account or a network, which attackers fill and others suffer. */
  sharedPauseMs: number;
  /** Wrong codes of a second step in one session, then a rest. */
  proofTries: number;
  proofPauseMs: number;
  /** Wrong codes of a second step a day, however many sessions. */
  proofTriesPerDay: number;
  /** A sign-in that waits for its second step waits this long. */
  pendingMs: number;
}

export const defaultSignInRules: SignInRules = {
  placeTries: 5,
  accountTries: 10,
  networkTries: 50,
  firstPauseMs: 15 * minute,
  placePauseMs: day,
  sharedPauseMs: 60 * minute,
  proofTries: 5,
  proofPauseMs: 15 * minute,
  proofTriesPerDay: 20,
  pendingMs: 15 * minute,
};

/** Codes and links that are sent, and keys a person holds (§4.14, §4.17, T53); times in milliseconds. */
export interface CodeRules {
  /** How long six digits count, and how often they may be typed wrong. */
  validMs: number;
  tries: number;
  triesPerDay: number;
  /** Until another code may be asked for. */
  resendMs: number;
  /** Text messages a day for one account or number, and from one address: every one costs money. */
  textsPerDay: number;
  textsPerAddressPerDay: number;
  /** How long the link of each letter opens. */
  confirmationMs: number;
  emailChangeMs: number;
  passwordResetMs: number;
  /** Letters to one mailbox: nobody's is a target. */
  emailChangesPerDay: number;
  passwordResetsPerHour: number;
  /** How long somebody who came by a provider has to choose a name. */
  registrationMs: number;
  recoveryCodes: number;
  maxPasskeys: number;
}

export const defaultCodeRules: CodeRules = {
  validMs: 10 * minute,
  tries: 5,
  triesPerDay: 20,
  resendMs: minute,
  textsPerDay: 3,
  textsPerAddressPerDay: 30,
  confirmationMs: 3 * day,
  emailChangeMs: 3 * day,
  passwordResetMs: 30 * minute,
  emailChangesPerDay: 5,
  passwordResetsPerHour: 5,
  registrationMs: 30 * minute,
  recoveryCodes: 10,
  maxPasskeys: 10,
};
