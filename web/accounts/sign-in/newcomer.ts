/** A person whom a provider vouched for and whose account lacks only a name and the terms. */
export interface Newcomer {
  ticket: string;
  email: string;
  /** A free name, to begin with. */
  username: string;
  provider: string;
}

/** What `registration_needed` told, as the provider's button left it in the history entry; null without it. */
export function newcomerOf(state: unknown): Newcomer | null {
  const { newcomer } = (state ?? {}) as { newcomer?: Partial<Record<keyof Newcomer, unknown>> };
  if (typeof newcomer?.ticket !== 'string') return null;
  return {
    ticket: newcomer.ticket,
    email: text(newcomer.email),
    username: text(newcomer.username),
    provider: text(newcomer.provider),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
