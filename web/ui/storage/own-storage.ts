import { sessionToken } from './session-token.ts';

/**
 * Browser storage of one person, under keys that name the owner: `de:7:{name}`. A visitor is `v`; after the session of
 * person 7 expired, the visitor of this browser is `v7` (ADR 0077).
 */
const keyPattern = /^de:(v?)(\d*):(.+)$/s;
const ownerKey = 'praca_dono';
/** Keys of device preferences, which contain no personal data. */
export const deviceKeys =
  /^(tema|avisos|ultimo_provedor|praca_atalhos|praca_painel_recolhido|praca_push_asked)$/;

/** The person this page belongs to: from the first reply of the server until a reload. */
let pageOwner: number | null = null;
/** The token for which the server confirmed that person; null once the session was forgotten. */
let confirmedToken: string | null = null;
/** Another person signed in: the page stores, reads and sends nothing until it reloads. */
let blocked = false;
let signedOutHere = false;

/** The owner under which data is stored now; null while nothing may be stored or read. */
export function currentOwner(): string | null {
  if (blocked || typeof window === 'undefined') return null;
  const token = nullOnError(() => sessionToken.read());
  if (token && token === confirmedToken) return String(pageOwner);
  const last = readStoredOwner();
  if (token && last?.suffix === tokenSuffix(token))
    return pageOwner === null || pageOwner === last.id ? String(last.id) : null;
  if (last) return `v${last.id}`;
  // Another tab signed out and emptied the storage, so this page must not add to it.
  return pageOwner !== null && !signedOutHere ? null : 'v';
}

/**
 * Called when the server has confirmed the person of the current session. Data stored by a visitor of this tab becomes
 * theirs, unless another person's session ended in between.
 * @param token the token of the call
 * @returns false when the page belonged to another person: it must be reloaded
 */
export function confirmOwner(id: number, token: string | null): boolean {
  // The reply may belong to a call made before another sign-in.
  if (blocked || token === null || token !== sessionToken.read()) return !blocked;
  const last = readStoredOwner();
  for (const store of openStores()) nullOnError(() => transferVisitorKeys(store, id, last?.id ?? null));
  nullOnError(() => localStorage.setItem(ownerKey, `${id} ${tokenSuffix(token)}`));
  blocked = pageOwner !== null && pageOwner !== id;
  if (!blocked) [pageOwner, confirmedToken, signedOutHere] = [id, token, false];
  return !blocked;
}

/** Forgets the session without a sign-out: its person may come back, or another person may sign in. */
export function forgetOwner(): void {
  confirmedToken = null;
}

/** Called when the person signs out in this tab. */
export function endOwnership(): void {
  confirmedToken = null;
  signedOutHere = true;
}

/** The person in whose name this page makes calls; null before one is confirmed. */
export function currentCaller(): number | null {
  return confirmedToken === null ? null : pageOwner;
}

/** Whether the browser's token differs from the one for which the server confirmed this page's person. */
export function isUnconfirmed(): boolean {
  const token = sessionToken.read();
  return blocked || (confirmedToken !== null && token !== null && token !== confirmedToken);
}

interface OwnerStorage {
  /** Null when nothing is stored or storage is blocked. */
  read: (name: string, owner?: string | null) => string | null;
  /** Null removes the value. Errors of full or blocked storage are ignored. */
  write: (name: string, value: string | null, owner?: string | null) => void;
}

function ownerStorage(storage: () => Storage): OwnerStorage {
  return {
    read: (name, owner = currentOwner()) =>
      owner === null ? null : nullOnError(() => storage().getItem(keyOf(owner, name))),
    write(name, value, owner = currentOwner()) {
      if (owner === null) return;
      const key = keyOf(owner, name);
      nullOnError(() => (value === null ? storage().removeItem(key) : storage().setItem(key, value)));
    },
  };
}

/** Storage until the tab is closed. */
export const ownTab = ownerStorage(() => sessionStorage);
/** Storage shared by all tabs of this browser. */
export const ownBrowser = ownerStorage(() => localStorage);

/** The storage key of an owner's value. */
export const keyOf = (owner: string, name: string): string => `de:${owner}:${name}`;

/** This tab's and this browser's storage; empty when blocked. */
export function openStores(): Storage[] {
  return nullOnError(() => [sessionStorage, localStorage]) ?? [];
}

export function keysOf(store: Storage): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
}

/** Transfers a visitor's data to `id` and removes data without an owner; data of other people stays, unreadable. */
function transferVisitorKeys(store: Storage, id: number, lastId: number | null): void {
  for (const key of keysOf(store)) {
    const [, visitor, after, name] = keyPattern.exec(key) ?? [];
    if (visitor) {
      const value = store.getItem(key);
      store.removeItem(key);
      if ((after === '' || after === String(id)) && value !== null)
        store.setItem(keyOf(`${id}`, name!), value);
    } else if (
      name === undefined &&
      lastId !== id &&
      !/^marketplace_auth$/.test(key) &&
      !deviceKeys.test(key)
    )
      store.removeItem(key);
  }
}

function readStoredOwner(): { id: number; suffix: string } | null {
  const [id, suffix] = (nullOnError(() => localStorage.getItem(ownerKey)) ?? '').split(' ');
  return id && suffix ? { id: Number(id), suffix } : null;
}

/** The end of a token: enough to recognize it, too little to use it. */
function tokenSuffix(token: string): string {
  return token.slice(-8);
}

function nullOnError<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
