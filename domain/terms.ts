/** Versions of the texts that people agree to, by the day they came into force; the pages show the same words. */
export const termsVersions = { terms: '2026-01-01', privacy: '2026-01-01', marketing: '2026-01-01' } as const;

export type ConsentKind = keyof typeof termsVersions;
