import type { NavigateOptions } from 'react-router';

/** The address was proved outside the browser that registered: the account has no password yet (ADR 70). */
const firstPassword = { firstPassword: true } as const;

/** Where the account gets its password, with the secret that the proof brought. */
export function choosePassword(token: string, returnTo: string): [string, NavigateOptions] {
  const query = new URLSearchParams({ token, ...(returnTo !== '/' && { returnTo }) });
  return [`/auth/recovery?${query}`, { replace: true, state: firstPassword }];
}

/** Whether the screen of a new password was reached that way. */
export function isFirstPassword(state: unknown): boolean {
  return (state as Partial<typeof firstPassword> | null)?.firstPassword === true;
}
