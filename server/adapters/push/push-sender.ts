import { beginningOf } from '#domain/text/excerpts.ts';

/** The text that a browser shows, and a path of the site to open. */
export interface PushMessage {
  title: string;
  body: string;
  /** A path on this site. */
  url: string;
  /** A later message with the same tag replaces the earlier one. */
  tag: string;
  /** Seconds that the push service stores it while the browser is offline. */
  ttlSeconds: number;
}

/** `gone`: the permission was revoked or the browser was reset, so its token is invalid. */
export type PushOutcome = 'sent' | 'gone';

/** Sends a message to the push service of a browser. An error is retried later. */
export interface PushSender {
  readonly provider: 'web' | 'fcm';
  /** @param hash what the browser sent to `POST /user-tokens` */
  send(hash: string, message: PushMessage): Promise<PushOutcome>;
  /** Authenticates at the service without sending; throws when it refuses. */
  check(): Promise<void>;
}

/** The body that a browser's service worker reads; push services limit it to 4,096 bytes, encryption included. */
export function payloadOf({ title, body, url, tag }: PushMessage): string {
  return JSON.stringify({ v: 1, title: beginningOf(title, 120), body: beginningOf(body, 400), url, tag });
}
