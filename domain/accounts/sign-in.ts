const minute = 60_000;
const day = 1_440 * minute;

/** Limits on password guessing (§4.17, T39, T45); times in milliseconds. Each pause is twice as long as the last. */
export interface SignInRules {
  /** Wrong passwords for an account from one known device or network until a pause. */
  placeTries: number;
  /** Wrong passwords for an account from all unknown places together. */
  accountTries: number;
  /** Wrong passwords from one network over all accounts: many people may stand behind one address. */
  networkTries: number;
  firstPauseMs: number;
  /** The longest pause of one place. */
  placePauseMs: number;
  /** The longest pause of an account or a network, which also affects people other than the attacker. */
  sharedPauseMs: number;
  /** Wrong second-step codes in one session until a pause. */
  proofTries: number;
  proofPauseMs: number;
  /** Wrong second-step codes per day over all sessions. */
  proofTriesPerDay: number;
  /** How long a sign-in may stay pending before its second step. */
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

/** Sent codes and links, recovery codes and passkeys (§4.14, §4.17, T53); times in milliseconds. */
export interface CodeRules {
  /** How long a six-digit code is valid, and how many wrong tries it allows. */
  validMs: number;
  tries: number;
  triesPerDay: number;
  /** The time until another code may be requested. */
  resendMs: number;
  /** Text messages a day for one account or number, and from one address: every one costs money. */
  textsPerDay: number;
  textsPerAddressPerDay: number;
  /** How long the link in each e-mail is valid. */
  confirmationMs: number;
  emailChangeMs: number;
  passwordResetMs: number;
  /** Limits on e-mails to one address, so that it cannot be flooded. */
  emailChangesPerDay: number;
  passwordResetsPerHour: number;
  /** How long a person who signed in with an identity provider has to choose a username. */
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
