import type { Body } from '#contract/endpoint.ts';
import type { createPasskeySession } from '#contract/accounts/sessions.ts';

export type PasskeyResponse = Body<typeof createPasskeySession>['response'];

/**
 * Requests a passkey from the browser. The library loads on demand; `autofill` waits without a dialog for a choice among
 * the suggestions of a field with `autocomplete="… webauthn"`.
 */
export async function requestPasskey(
  options: Record<string, unknown>,
  { autofill = false } = {},
): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer: unknown = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: autofill,
  });
  return answer as PasskeyResponse;
}

/** Cancels a pending request, such as that of autofill. */
export async function cancelPasskeyRequest(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Whether the person closed the browser's dialog, or another request replaced it; this is no error. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** The error text when the browser, not the server, could not use a passkey. */
export const passkeyFailureText =
  'Não deu para confirmar esta chave de acesso. Tente de novo ou use outro meio.';
