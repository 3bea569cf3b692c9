/** From which level on the team's approval of a document is required; `none`: never. */
export const documentNeeds = ['none', 'N3', 'N2'] as const;
export type DocumentNeed = (typeof documentNeeds)[number];

/** Documents of people (§4.14, F51). */
export interface DocumentRules {
  neededFrom: DocumentNeed;
  /** Whether a selfie with the document is part of every sending. */
  selfie: boolean;
  /** Days for which an approval lasts at most; the document's own date may end it earlier. */
  validDays: number;
  /** Days after the decision for which the files are stored. */
  filesDays: number;
  /** Whether a clear match of the provider approves level N2 without staff. */
  providerApproves: boolean;
}

export const defaultDocumentRules: DocumentRules = {
  neededFrom: 'N3',
  selfie: true,
  validDays: 730,
  filesDays: 90,
  providerApproves: false,
};
