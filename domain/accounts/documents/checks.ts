/** A sending of documents and what became of it (§4.14, F51). */

/**
 * `claimed`: its sender asks for a document back that confirms another account. `replaced`: a newer sending of the same
 * person was approved.
 */
export const documentStates = [
  'sent',
  'in_review',
  'claimed',
  'approved',
  'refused',
  'expired',
  'revoked',
  'replaced',
] as const;
export type DocumentState = (typeof documentStates)[number];

/** States in which staff may read the files and decide. */
export const openDocumentStates = ['sent', 'in_review', 'claimed'] as const satisfies DocumentState[];
/** States in which the person may send again. */
export const endedDocumentStates = [
  'refused',
  'expired',
  'revoked',
  'replaced',
] as const satisfies DocumentState[];

export type DocumentEvent =
  | 'open'
  | 'approve_first'
  | 'approve'
  | 'refuse'
  | 'claim'
  | 'expire'
  | 'revoke'
  | 'replace';

/** The states that each event leads from, and the one it leads to; `null` keeps the state. */
export const documentTransitions: Record<
  DocumentEvent,
  { from: readonly DocumentState[]; to: DocumentState | null }
> = {
  open: { from: ['sent'], to: 'in_review' },
  approve_first: { from: openDocumentStates, to: null },
  approve: { from: openDocumentStates, to: 'approved' },
  refuse: { from: openDocumentStates, to: 'refused' },
  claim: { from: ['refused'], to: 'claimed' },
  expire: { from: ['approved'], to: 'expired' },
  revoke: { from: ['approved'], to: 'revoked' },
  replace: { from: ['approved'], to: 'replaced' },
};

/** The levels that documents are sent for: N2 needs one person of the team, N3 two (§4.14). */
export const documentLevels = ['N2', 'N3'] as const;
export type DocumentLevel = (typeof documentLevels)[number];

/** `company` is for accounts with a CNPJ: its registration, beside the document of who answers for it. */
export const documentKinds = ['rg', 'cnh', 'passport', 'crnm', 'company'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentParts = ['front', 'back', 'selfie'] as const;
export type DocumentPart = (typeof documentParts)[number];

/** Reasons that help the owner. `in_use` is for a document that was found to be the sender's. */
export const documentRefusals = [
  'unreadable',
  'expired',
  'other_person',
  'incomplete',
  'altered',
  'in_use',
] as const;
export type DocumentRefusal = (typeof documentRefusals)[number];

/** What the provider of verification says; `waiting`: not yet, `unavailable`: nothing, so that staff decide alone. */
export const providerAnswers = ['waiting', 'match', 'mismatch', 'unsure', 'unavailable'] as const;
export type ProviderAnswer = (typeof providerAnswers)[number];

/** Bounds of what is typed and sent. */
export const documentLimits = {
  file: { maxBytes: 10 * 1_048_576, types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] },
  claimWords: { min: 20, max: 1_000 },
};

/** What decides how many people must agree. */
interface Weight {
  level: DocumentLevel;
  isClaim: boolean;
}

/** Two people of the team decide about N3, and about taking a document from another account. */
export function needsTwoPeople({ level, isClaim }: Weight): boolean {
  return level === 'N3' || isClaim;
}

/** The effect of an approval by this person: it is the first of two, or it decides; null for a second by the same. */
export function approvalEffect(
  check: Weight & { firstBy: number | null },
  viewerId: number,
): 'approve_first' | 'approve' | null {
  if (!needsTwoPeople(check)) return 'approve';
  if (check.firstBy === null) return 'approve_first';
  return check.firstBy === viewerId ? null : 'approve';
}

/**
 * The last day of an approval: the document's own, or as many days as the rules give.
 * @param expiresOn of the document, `YYYY-MM-DD`; null where it has none
 */
export function validUntil(today: string, expiresOn: string | null, validDays: number): string {
  const end = new Date(`${today}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + validDays);
  const latest = end.toISOString().slice(0, 10);
  return expiresOn !== null && expiresOn < latest ? expiresOn : latest;
}

/** Whether a clear match of the provider may approve without staff: never N3, a claim, or a company. */
export function mayApproveAlone(
  { level, isClaim, kind }: Weight & { kind: DocumentKind },
  providerApproves: boolean,
): boolean {
  return providerApproves && kind !== 'company' && !needsTwoPeople({ level, isClaim });
}
