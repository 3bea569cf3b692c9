/** An e-mail, ready to be sent; `server/letters/letters.ts` renders both forms from one description. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same at each attempt, so that a mailbox may drop a repeated one (RFC 5322 `Message-ID`). */
  id?: string;
  /** The e-mail's only link, so that /dev can show it as a button. */
  url?: string;
}

/** Sends an e-mail. Called by jobs only, never inside a transaction. */
export interface MailSender {
  readonly name: string;
  send(mail: Mail): Promise<void>;
  /** Signs in at the provider without sending; throws when it refuses. */
  check(): Promise<void>;
}
