import { beginningOf } from '#domain/text/excerpts.ts';

/** What a browser shows: words, and an address of our own to open. */
export interface PushMessage {
  title: string;
  body: string;
  /** A path on this site. */
  url: string;
  /** A later message with the same tag takes the place of the earlier one. */
  tag: string;
  /** Seconds the push service keeps it while the browser is away. */
  ttlSeconds: number;
}

/** `gone`: the browser took the permission back or was reset, so its token is worth nothing any more. */
export type PushOutcome = 'sent' | 'gone';

/** Hands a message to the service that reaches a browser. A throw is tried again later. */
export interface PushSender {
  readonly provider: 'web' | 'fcm';
  /** @param hash what the browser sent to `POST /user-tokens` */
  send(hash: string, message: PushMessage): Promise<PushOutcome>;
  /** Proves to the service who we are and sends nothing; throws when it refuses. */
  check(): Promise<void>;
}

/** The body a browser's worker reads; push services cap it at 4,096 bytes, encryption included. */
export function payloadOf({ title, body, url, tag }: PushMessage): string {
  return JSON.stringify({ v: 1, title: beginningOf(title, 120), body: beginningOf(body, 400), url, tag });
}
