import { ownTab } from '#web/ui/storage/own-storage.ts';

/** Reads a value that this tab stored for its person; null when there is none or storage is blocked. */
export function readFromTab<Value>(name: string): Value | null {
  try {
    return JSON.parse(ownTab.read(name) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

/** Stores a value for the person of this tab until it is closed; null removes it. */
export function storeInTab(name: string, value: unknown): void {
  ownTab.write(name, value === null ? null : JSON.stringify(value));
}
