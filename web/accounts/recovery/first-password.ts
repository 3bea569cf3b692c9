import type { NavigateOptions } from 'react-router';

/** Navigation state: the e-mail address was confirmed in another browser, so the account has no password yet (ADR 70). */
const firstPassword = { firstPassword: true } as const;

/** The navigation to the form for the first password, with the token of the confirmation. */
export function choosePassword(token: string, returnTo: string): [string, NavigateOptions] {
  const query = new URLSearchParams({ token, ...(returnTo !== '/' && { returnTo }) });
  return [`/auth/recovery?${query}`, { replace: true, state: firstPassword }];
}

/** Whether the form for a new password was reached that way. */
export function isFirstPassword(state: unknown): boolean {
  return (state as Partial<typeof firstPassword> | null)?.firstPassword === true;
}
