import { ownBrowser } from '#web/ui/storage/own-storage.ts';

const key = 'praca_avisos_lidos';
const maxStored = 100;

/**
 * Notices that were read here and that the server does not know as read yet: they stay read, and are sent again at the
 * next start. Without storage they only come back unread.
 */
export const unsentReads = {
  read(): number[] {
    try {
      return (JSON.parse(ownBrowser.read(key) ?? '[]') as number[]).filter(Number.isInteger);
    } catch {
      return [];
    }
  },
  add(id: number): void {
    write([...unsentReads.read().filter((each) => each !== id), id].slice(-maxStored));
  },
  remove(id: number): void {
    write(unsentReads.read().filter((each) => each !== id));
  },
  /** The list with the notices read in this browser marked as read. */
  applyTo<T extends { id: number; read: number }>(list: readonly T[]): T[] {
    const ids = new Set(unsentReads.read());
    return list.map((item) => (ids.has(item.id) ? { ...item, read: 1 } : item));
  },
};

function write(ids: number[]): void {
  ownBrowser.write(key, ids.length > 0 ? JSON.stringify(ids) : null);
}
