/** Reads what this tab kept under a name; null when there is nothing, or the browser keeps nothing. */
export function readKept<Value>(name: string): Value | null {
  try {
    const kept = sessionStorage.getItem(name);
    return kept === null ? null : (JSON.parse(kept) as Value);
  } catch {
    return null;
  }
}

/** Keeps a value in this tab until it is closed; null forgets it. A full or blocked store loses nothing else. */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing only forgets the draft on reload.
  }
}
