import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { Log } from './log.ts';
import type { Config } from './config/config.ts';
import type { MailSender } from './adapters/mail/mail-sender.ts';
import type { IdentityProvider } from './adapters/oauth/identity-provider.ts';
import type { PaymentProvider } from './adapters/payments/payment-provider.ts';
import type { Realtime } from './adapters/realtime/realtime.ts';
import type { PushSender } from './adapters/push/push-sender.ts';
import type { FileStore } from './adapters/storage/file-store.ts';
import type { SmsSender } from './adapters/sms/sms-sender.ts';
import type { KeyRing } from './secrets/seal.ts';
import type { ImageStore } from './adapters/storage/image-store.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** A connection that may or may not be inside a transaction. */
export type Queryable = Db | Tx;

/** A copy of the database that follows it; nothing is written there. */
export interface DatabaseCopy {
  db: Db;
  /** Whether it answers and is not far behind. */
  isFresh: () => boolean;
}

/** Everything a command may touch. Built once in `main.ts`, passed first to every function that does I/O. */
export interface Ctx {
  db: Db;
  config: Config;
  log: Log;
  payments: PaymentProvider;
  mail: MailSender;
  sms: SmsSender;
  /** One for each kind of token a browser may bring. */
  push: readonly PushSender[];
  images: ImageStore;
  realtime: Realtime;
  /** A copy of the database for what may be seconds old. `null`: none. */
  copy: DatabaseCopy | null;
  /** Private files: exports of a person's data. */
  files: FileStore;
  /** The providers one can sign in with; none where none is configured. */
  identityProviders: readonly IdentityProvider[];
  /** Derived from the secret key: seals codes, signs cookies and links. Never logged. */
  keys: Keys;
}

export interface Keys {
  /** AES-256-GCM keys for secrets at rest. */
  seal: KeyRing;
  /** HMAC key for the fingerprints of codes (N06). */
  fingerprint: Buffer;
  /** AES-256-GCM keys of the secrets that authenticator apps share with us. */
  secondFactor: KeyRing;
  /** HMAC key of what people type: six-digit codes and recovery codes. */
  codes: Buffer;
  /** HMAC keys of the XSRF cookie. */
  xsrf: KeyRing;
  /** HMAC keys of links to private files. */
  files: KeyRing;
  /** AES-256 key of the codes on receipts. */
  receipts: Buffer;
  /** HMAC key of the receipts of revealed codes (N05). */
  reveals: Buffer;
  /** Shared with the payment simulator: signs its webhooks. */
  webhook: Buffer;
  /** Signs subscriptions of the embedded realtime server. */
  realtime: Buffer;
  /** AES-256-GCM keys of accounts at providers that were typed on the screen. */
  credentials: KeyRing;
}
