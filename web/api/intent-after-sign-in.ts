import { ownTab } from '#web/ui/storage/own-storage.ts';

/** What may be asked for before one has signed in, proved to be there or confirmed an address. */
export type Wish = 'perguntar' | 'favoritar' | 'avisar' | 'seguir' | 'denunciar' | 'sacar';

/** Stores what somebody asked for in this tab, with what was typed for it. Whoever signs in next finishes it. */
export function keepWish(wish: Wish, thing: string, content: string): void {
  ownTab.write(keyOf(wish, thing), content);
}

/** The content of a wish, or null without one. Taken once: whoever takes it finishes it. */
export function takeWish(wish: Wish, thing: string): string | null {
  const content = ownTab.read(keyOf(wish, thing));
  ownTab.write(keyOf(wish, thing), null);
  return content;
}

/** The content of a wish that stays stored; empty without one. */
export function readWish(wish: Wish, thing: string): string {
  return ownTab.read(keyOf(wish, thing)) ?? '';
}

function keyOf(wish: Wish, thing: string): string {
  return `vontade:${wish}:${thing}`;
}
