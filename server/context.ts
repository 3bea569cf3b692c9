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
import type { DocumentVerifier } from './adapters/documents/document-verifier.ts';
import type { PostalCodeLookup } from './adapters/postal-codes/postal-code-lookup.ts';
import type { ShippingProvider } from './adapters/shipping/shipping-provider.ts';
import type { SmsSender } from './adapters/sms/sms-sender.ts';
import type { KeyRing } from './secrets/seal.ts';
import type { ImageStore } from './adapters/storage/image-store.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** A connection that may or may not be inside a transaction. */
export type Queryable = Db | Tx;

/** A read replica of the database. */
export interface Replica {
  db: Db;
  /** Whether it answers and does not lag far behind. */
  isFresh: () => boolean;
  /** Since when it is not fresh, in seconds; 0 while it is. */
  staleSeconds: () => number;
  /** It is fresh, and the primary does not answer: visitors go on reading, and nothing can be written. */
  isAlone: () => boolean;
}

/** Everything a command may use. Built once at start, and passed first to every function that does I/O. */
export interface Ctx {
  db: Db;
  config: Config;
  log: Log;
  payments: PaymentProvider;
  mail: MailSender;
  sms: SmsSender;
  postalCodes: PostalCodeLookup;
  /** Quotes freight and buys labels. `null`: the own table quotes, and sellers post by themselves. */
  shipping: ShippingProvider | null;
  /** Compares documents with official records. `null`: staff examine them alone. */
  documents: DocumentVerifier | null;
  /** One for each kind of push token. */
  push: readonly PushSender[];
  images: ImageStore;
  realtime: Realtime;
  /** The read replica, for reads that may be seconds stale. `null`: none. */
  replica: Replica | null;
  /** Private files, such as exports of a person's data. */
  files: FileStore;
  /** The configured sign-in providers. */
  identityProviders: readonly IdentityProvider[];
  /** Derived from the secret key: seals codes, signs cookies and links. Never logged. */
  keys: Keys;
}

export interface Keys {
  /** AES-256-GCM keys for secrets at rest. */
  seal: KeyRing;
  /** HMAC key for the fingerprints of codes (N06). */
  fingerprint: Buffer;
  /** AES-256-GCM keys of authenticator app secrets. */
  secondFactor: KeyRing;
  /** HMAC key of typed codes: six-digit codes and recovery codes. */
  codes: Buffer;
  /** HMAC keys of the XSRF cookie. */
  xsrf: KeyRing;
  /** HMAC keys of links to private files. */
  files: KeyRing;
  /** AES-256 key of the codes on receipts. */
  receipts: Buffer;
  /** HMAC key of the receipts of revealed codes (N05). */
  reveals: Buffer;
  /** Ed25519 private key that signs dossiers of orders (N07). */
  dossiers: Buffer;
  /** Shared with the payment simulator: signs its webhooks. */
  webhook: Buffer;
  /** Signs subscriptions of the embedded realtime server. */
  realtime: Buffer;
  /** AES-256-GCM keys of provider accounts that administrators typed. */
  credentials: KeyRing;
}
