export interface TextMessage {
  /** E.164: `+5511987654321`. */
  to: string;
  text: string;
}

/** Sends a text message. Called by jobs only, never inside a transaction; an error is retried. */
export interface SmsSender {
  readonly name: string;
  send(message: TextMessage): Promise<void>;
  /** Signs in at the provider without sending; throws when it refuses. */
  check(): Promise<void>;
}
