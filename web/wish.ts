/** What may be asked for before one has signed in, proved to be there or confirmed an address. */
export type Wish = 'perguntar' | 'favoritar' | 'avisar' | 'seguir' | 'denunciar' | 'sacar';

/** Keeps a wish about a thing for this tab, with what was typed for it. */
export function keepWish(wish: Wish, thing: string, content: string): void {
  attempt(() => sessionStorage.setItem(keyOf(wish, thing), content));
}

/** The content of a wish, or null without one. Taken once: whoever takes it finishes it. */
export function takeWish(wish: Wish, thing: string): string | null {
  const content = attempt(() => sessionStorage.getItem(keyOf(wish, thing)));
  attempt(() => sessionStorage.removeItem(keyOf(wish, thing)));
  return content;
}

/** The content of a wish that stays kept; empty without one. */
export function readWish(wish: Wish, thing: string): string {
  return attempt(() => sessionStorage.getItem(keyOf(wish, thing))) ?? '';
}

function keyOf(wish: Wish, thing: string): string {
  return `vontade:${wish}:${thing}`;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Storage is blocked: what was typed lives only on the screen.
    return null;
  }
}
