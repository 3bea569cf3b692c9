/** The person as their documents say. */
export interface DocumentSubject {
  /** Digits only. */
  cpf: string;
  fullName: string;
  /** `YYYY-MM-DD`. */
  bornOn: string;
  /** The selfie as JPEG; null where none was sent. */
  selfie: Buffer | null;
}

/** `match`: number, name, birth date and face belong together. `unsure`: some of it could not be compared. */
export type DocumentAnswer = 'match' | 'mismatch' | 'unsure';

/** Compares a person's data and face with official records. Never called inside a transaction. */
export interface DocumentVerifier {
  readonly name: string;
  /** @throws when the service is away, slow (15 s) or replies something else */
  verify(subject: DocumentSubject): Promise<DocumentAnswer>;
}
