import type { ProofMethod } from '#domain/accounts/accounts.ts';

/** The quickest and safest first; a reserve code is the last resort. */
const preferred: readonly ProofMethod[] = ['totp', 'passkey', 'password', 'email', 'recovery'];

/** The ways open to this person, in the order they are offered. */
export function inOrder(methods: readonly ProofMethod[]): ProofMethod[] {
  return preferred.filter((method) => methods.includes(method));
}

/** What a person may switch to. */
export const methodWords: Record<ProofMethod, string> = {
  totp: 'Usar o aplicativo de códigos',
  passkey: 'Usar chave de acesso',
  password: 'Usar a senha',
  email: 'Receber código por e-mail',
  recovery: 'Usar código reserva',
};
