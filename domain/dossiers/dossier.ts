import type { ShownMovement } from './ledger-view.ts';
import type { DossierReader } from './readers.ts';

/** Names the form of the file; a change of the form is a new name. */
export const dossierFormat = 'praca-dossier-1';

/**
 * Bounds of a dossier. Beyond them it lists the newest and says how many there are, so that its time and memory do not
 * grow with the order.
 */
export const dossierBounds = {
  messages: 2_000,
  /** Letters of all messages together. */
  messageLetters: 300_000,
  /** Steps of a parcel, openings of files, and uploaded files. */
  entries: 500,
} as const;

/** Some of a list that may be long. */
export interface Listed<T> {
  /** How many there are; more than `items` has when the bound left the oldest out. */
  total: number;
  items: T[];
}

export type DossierSide = 'buyer' | 'seller' | 'staff' | 'system';

export interface DossierPerson {
  username: string;
  /** Null where the reader may not see it. */
  civilName: string | null;
  document: string | null;
}

export interface DossierMessage {
  number: number;
  at: string;
  by: DossierSide;
  /** As its reader saw it; null where the dossier's reader may not see it. */
  text: string | null;
  /** What a masked message said; null unless the reader may see it. */
  original: string | null;
  handling: 'as_written' | 'as_warned' | 'masked' | 'held' | 'removed';
  files: { name: string; kind: string; bytes: number }[];
}

export interface DossierFile {
  name: string;
  kind: string;
  bytes: number;
  sha256: string;
  at: string;
  by: DossierSide;
}

export interface DossierParcel {
  carrier: string | null;
  service: string | null;
  trackingCode: string | null;
  state: string;
  originState: string | null;
  destinationState: string | null;
  weightGrams: number | null;
  postedAt: string | null;
  deliveredAt: string | null;
  events: Listed<{ at: string; kind: string; place: string; words: string }>;
}

export interface DossierDelivery {
  promisedAt: string | null;
  startedAt: string | null;
  deliveredAt: string | null;
  /** The text of a manual delivery. */
  note: { sha256: string; text: string | null } | null;
  codes: {
    sold: number;
    reveals: {
      at: string;
      by: string;
      device: string;
      network: string | null;
      sha256: string;
    }[];
  } | null;
  files: (DossierFile & {
    proves: string;
    openings: { at: string; by: DossierSide; network: string | null }[];
  })[];
  parcel: DossierParcel | null;
  /** Handed over in person: wrong tries of the code. */
  pickup: { failedTries: number } | null;
  returns: (Pick<DossierParcel, 'carrier' | 'trackingCode' | 'state' | 'postedAt' | 'events'> & {
    reason: string;
    openedAt: string;
    arrivedAt: string | null;
    closedAt: string | null;
    outcome: string | null;
  })[];
}

export interface DossierJournal {
  kind: string;
  at: string;
  movements: ShownMovement[];
  /** Its place in the published chain (N10); null until the day is closed. */
  chain: { day: string; root: string; hash: string } | null;
}

export interface DossierComplaint {
  reason: string;
  wish: string;
  state: string;
  openedAt: string;
  closedAt: string | null;
  words: string;
  result: string | null;
  refundCents: number;
  ending: string | null;
  proposals: { by: string; kind: string; refundCents: number; words: string; state: string; at: string }[];
  requests: { to: string; words: string; at: string; answer: string | null; answeredAt: string | null }[];
  appeals: { by: string; ground: string; words: string; at: string }[];
  decisions: {
    instance: string;
    result: string;
    refundCents: number;
    percent: number | null;
    grounds: string;
    rule: string;
    byDeadline: boolean;
    at: string;
  }[];
  files: DossierFile[];
}

/** Everything about one order for one reader (N07). Amounts in cents, times in UTC, hashes in hexadecimal. */
export interface Dossier {
  reader: DossierReader;
  madeAt: string;
  site: { name: string; address: string };
  order: {
    code: string;
    state: string;
    placedAt: string;
    paidAt: string | null;
    closedAt: string | null;
    cancelReason: string | null;
    quantity: number;
    unitPriceCents: number;
    freightCents: number;
    totalCents: number;
    refundedCents: number;
    commissionCents: number | null;
    netCents: number | null;
    deliveryType: string;
    promisedHours: number;
    warrantyDays: number;
    invoiceKey: string | null;
  };
  people: { buyer: DossierPerson; seller: DossierPerson & { taxType: string | null } };
  /** The version of the listing that was bought. */
  listing: {
    version: number;
    since: string;
    title: string;
    category: string;
    description: string;
    attributes: string;
    priceCents: number;
    photos: number;
    sha256: string;
  };
  agreement: {
    buyerTerms: DossierText;
    sellerTerms: DossierText;
    rules: DossierText;
  };
  timeline: { at: string; event: string; state: string; by: string }[];
  messages: Listed<DossierMessage>;
  delivery: DossierDelivery;
  cancellation: {
    state: string;
    note: string;
    answer: string | null;
    askedAt: string;
    answeredAt: string | null;
  } | null;
  payments: {
    method: string;
    state: string;
    amountCents: number;
    receivedCents: number;
    createdAt: string;
    confirmedAt: string | null;
    contestedAt: string | null;
    bankNumber: string | null;
  }[];
  refunds: {
    reason: string;
    state: string;
    amountCents: number;
    destination: string;
    createdAt: string;
    completedAt: string | null;
  }[];
  ledger: DossierJournal[];
  complaints: DossierComplaint[];
  /** Decisions of the team about the order outside of a complaint. */
  decisions: { kind: string; at: string; endedAt: string | null; amountCents: number | null }[];
  omissions: string[];
}

/** A text that bound a side, by its version and hash. */
export interface DossierText {
  version: number;
  since: string;
  sha256: string;
}

/** A dossier as a file: `sha256` of its canonical JSON, and a signature that names it. */
export interface SignedDossier {
  format: typeof dossierFormat;
  dossier: Dossier;
  sha256: string;
  signature: { algorithm: 'Ed25519'; keyId: string; publicKey: string; value: string };
}
