import type { Body } from '#contract/endpoint.ts';
import type { createPasskeySession } from '#contract/accounts/sessions.ts';

export type PasskeyAnswer = Body<typeof createPasskeySession>['response'];

/**
 * Asks the browser for a passkey. The library is loaded when it is needed; `autofill` waits silently for a choice
 * among the suggestions of a field with `autocomplete="… webauthn"`.
 */
export async function askPasskey(
  options: Record<string, unknown>,
  { autofill = false } = {},
): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer: unknown = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: autofill,
  });
  return answer as PasskeyAnswer;
}

/** Ends a ceremony that waits, such as the silent one of autofill. */
export async function stopAskingPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** The person closed the browser's dialog, or another ceremony took its place: nothing to complain of. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** Said when the browser, not the server, could not use a passkey. */
export const passkeyFailed = 'Não deu para confirmar esta chave de acesso. Tente de novo ou use outro meio.';
