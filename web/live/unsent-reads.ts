import { ownBrowser } from '#web/ui/storage/own-storage.ts';

const key = 'praca_avisos_lidos';
const kept = 100;

/**
 * Notices that were read here and of which the server does not know yet: they stay read, and are told again at the
 * next start. Without storage they come back unread, which is all that is lost.
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
    write([...unsentReads.read().filter((each) => each !== id), id].slice(-kept));
  },
  remove(id: number): void {
    write(unsentReads.read().filter((each) => each !== id));
  },
  /** The list as this browser knows it. */
  applyTo<T extends { id: number; read: number }>(list: readonly T[]): T[] {
    const ids = new Set(unsentReads.read());
    return list.map((item) => (ids.has(item.id) ? { ...item, read: 1 } : item));
  },
};

function write(ids: number[]): void {
  ownBrowser.write(key, ids.length > 0 ? JSON.stringify(ids) : null);
}
