/** A letter, ready to be sent; `server/letters/letters.ts` makes both forms from one description. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one link the letter is about, so that the workbench can show it as a button. */
  url?: string;
}

/** Sends a letter. Called by jobs only, never inside a transaction. */
export interface MailSender {
  readonly name: string;
  send(mail: Mail): Promise<void>;
  /** Signs in at the provider and sends nothing; throws when it refuses. */
  check(): Promise<void>;
}
