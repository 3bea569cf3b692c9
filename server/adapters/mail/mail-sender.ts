/** An e-mail, ready to be sent; `server/letters/letters.ts` renders both forms from one description. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The notice that it carries, if it does: names the e-mail at each attempt, so that a repeated one can be dropped. */
  notificationId?: number;
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
