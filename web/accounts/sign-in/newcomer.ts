/** A person verified by a provider whose account only lacks a username and accepted terms. */
export interface NewIdentity {
  ticket: string;
  email: string;
  /** A suggested free username. */
  username: string;
  provider: string;
}

/** Reads the data of `registration_needed` that the provider's button stored in the history entry; null without it. */
export function readNewIdentity(state: unknown): NewIdentity | null {
  const { newcomer } = (state ?? {}) as { newcomer?: Partial<Record<keyof NewIdentity, unknown>> };
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
