/** What people agree to. Terms and privacy are pages, kept in versions; the third is the switch on /conta/privacidade. */
export const consentKinds = ['terms', 'privacy', 'marketing'] as const;
export type ConsentKind = (typeof consentKinds)[number];
