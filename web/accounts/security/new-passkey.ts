import { beginPasskey, createPasskey } from '#contract/accounts/second-factors.ts';
import { api } from '#web/api/api.ts';
import type { PasskeyResponse } from '../passkeys.ts';

/** Creates a passkey in this browser and saves it to the account. The library loads on demand. */
export async function makePasskey(name: string) {
  const { challengeId, options } = await api(beginPasskey);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer: unknown = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return api(createPasskey, { body: { challengeId, name, response: answer as PasskeyResponse } });
}

/** The error text when the browser, not the server, created no passkey; null when the person closed its dialog. */
export function creationFailure(error: unknown): string | null {
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'AbortError') return null;
  if (name === 'InvalidStateError') return 'Este aparelho já tem uma chave da sua conta.';
  return 'Não deu para criar a chave neste aparelho. Tente de novo ou use outro.';
}
