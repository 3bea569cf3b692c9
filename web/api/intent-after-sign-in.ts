import { ownTab } from '#web/ui/storage/own-storage.ts';

/** Actions that may be started before signing in, proving one's identity or confirming an e-mail address. */
export type Intent = 'perguntar' | 'favoritar' | 'avisar' | 'seguir' | 'denunciar' | 'sacar';

/** Stores an intent in this tab with its typed text; it is finished after the next sign-in. */
export function storeIntent(wish: Intent, thing: string, content: string): void {
  ownTab.write(keyOf(wish, thing), content);
}

/** Removes an intent and returns its content, or null without one; the caller must finish it. */
export function takeIntent(wish: Intent, thing: string): string | null {
  const content = ownTab.read(keyOf(wish, thing));
  ownTab.write(keyOf(wish, thing), null);
  return content;
}

/** The content of an intent, which stays stored; empty without one. */
export function readIntent(wish: Intent, thing: string): string {
  return ownTab.read(keyOf(wish, thing)) ?? '';
}

function keyOf(wish: Intent, thing: string): string {
  return `vontade:${wish}:${thing}`;
}
