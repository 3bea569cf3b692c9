/** Kinds of consent. Terms and privacy are versioned pages; marketing is the switch on /conta/privacidade. */
export const consentKinds = ['terms', 'privacy', 'marketing'] as const;
export type ConsentKind = (typeof consentKinds)[number];
