import { sessionToken } from './session-token.ts';

/**
 * What the browser stores for a person, under keys that name the owner: `de:7:{name}`. A visitor is `v`; after the
 * session of person 7 ended by itself the visitor of this browser is `v7` (ADR 0077).
 */
const keyPattern = /^de:(v?)(\d*):(.+)$/s;
const ownerKey = 'praca_dono';
/** How the site looks and behaves in this browser, which says nothing of a person. */
export const deviceKeys =
  /^(tema|avisos|ultimo_provedor|praca_atalhos|praca_painel_recolhido(_larga)?|praca_push_asked)$/;

/** Whose page this is: from the first answer of the server until the page is loaded again. */
let pageOwner: number | null = null;
/** The token under which the server named that person; null once the session was let go. */
let confirmedToken: string | null = null;
/** Another person signed in: the page stores, reads and sends nothing until it is loaded again. */
let blocked = false;
let signedOutHere = false;

/** The owner of what is stored now; null while nothing may be stored or read. */
export function currentOwner(): string | null {
  if (blocked || typeof window === 'undefined') return null;
  const token = nullOnError(() => sessionToken.read());
  if (token && token === confirmedToken) return String(pageOwner);
  const last = readStoredOwner();
  if (token && last?.tail === tailOf(token))
    return pageOwner === null || pageOwner === last.id ? String(last.id) : null;
  if (last) return `v${last.id}`;
  // Another tab signed out and emptied the storage: this page has nothing to add.
  return pageOwner !== null && !signedOutHere ? null : 'v';
}

/**
 * The server named the person of the present session. What a visitor of this tab stored becomes theirs, unless the
 * session of somebody else ended in between.
 * @param token the one under which the server was asked
 * @returns false when the page belonged to another person: it must be loaded again
 */
export function confirmOwner(id: number, token: string | null): boolean {
  // The answer may be to a call of before another sign-in.
  if (blocked || token === null || token !== sessionToken.read()) return !blocked;
  const last = readStoredOwner();
  for (const store of openStores()) nullOnError(() => transferVisitorKeys(store, id, last?.id ?? null));
  nullOnError(() => localStorage.setItem(ownerKey, `${id} ${tailOf(token)}`));
  blocked = pageOwner !== null && pageOwner !== id;
  if (!blocked) [pageOwner, confirmedToken, signedOutHere] = [id, token, false];
  return !blocked;
}

/** The session is let go without a sign-out: its person may come back, another person may sign in. */
export function forgetOwner(): void {
  confirmedToken = null;
}

/** The person signed out in this tab. */
export function endOwnership(): void {
  confirmedToken = null;
  signedOutHere = true;
}

/** The person as whom this page calls; null before anybody is known. */
export function currentCaller(): number | null {
  return confirmedToken === null ? null : pageOwner;
}

/** Whether the token of this browser is not the one under which the server named the person of this page. */
export function isUnconfirmed(): boolean {
  const token = sessionToken.read();
  return blocked || (confirmedToken !== null && token !== null && token !== confirmedToken);
}

interface OwnerStorage {
  /** Null when nothing is stored, or the store is blocked. */
  read: (name: string, owner?: string | null) => string | null;
  /** Null removes it. A full or blocked store loses nothing else. */
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

/** Until the tab is closed. */
export const ownTab = ownerStorage(() => sessionStorage);
/** In every tab of this browser. */
export const ownBrowser = ownerStorage(() => localStorage);

/** The beginning of the keys of an owner. */
export const keyOf = (owner: string, name: string): string => `de:${owner}:${name}`;

/** This tab's and this browser's storage; none where it is blocked. */
export function openStores(): Storage[] {
  return nullOnError(() => [sessionStorage, localStorage]) ?? [];
}

export function keysOf(store: Storage): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
}

/** Gives `id` what a visitor stored, and removes what is nobody's; what belongs to other people stays hidden. */
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

function readStoredOwner(): { id: number; tail: string } | null {
  const [id, tail] = (nullOnError(() => localStorage.getItem(ownerKey)) ?? '').split(' ');
  return id && tail ? { id: Number(id), tail } : null;
}

/** Enough to know a token again, too little to use it. */
function tailOf(token: string): string {
  return token.slice(-8);
}

function nullOnError<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
