import { ownTab } from '#web/ui/storage/own-storage.ts';

/** Actions that may be started before signing in, proving one's identity or confirming an e-mail address. */
export type Intent = 'perguntar' | 'favoritar' | 'avisar' | 'seguir' | 'denunciar' | 'sacar';

/** Stores an intent in this tab with its typed text; it is finished after the next sign-in. */
export function storeIntent(intent: Intent, thing: string, content: string): void {
  ownTab.write(keyOf(intent, thing), content);
}

/** Removes an intent and returns its content, or null without one; the caller must finish it. */
export function takeIntent(intent: Intent, thing: string): string | null {
  const content = ownTab.read(keyOf(intent, thing));
  ownTab.write(keyOf(intent, thing), null);
  return content;
}

/** The content of an intent, which stays stored; empty without one. */
export function readIntent(intent: Intent, thing: string): string {
  return ownTab.read(keyOf(intent, thing)) ?? '';
}

function keyOf(intent: Intent, thing: string): string {
  return `vontade:${intent}:${thing}`;
}
