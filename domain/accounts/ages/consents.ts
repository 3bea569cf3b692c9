/** Where the request to a guardian stands. `ended`: refused, taken back, revoked or without an answer. */
export const consentStates = ['pending', 'given', 'ended'] as const;
export type ConsentState = (typeof consentStates)[number];

/** Wrong births by which a request ends, so that no stranger guesses the birth of a minor. */
export const wrongBirthsLeft = 3;
