import type { ProofMethod } from '#domain/accounts/accounts.ts';

/** The quickest and safest methods first; a recovery code is the last resort. */
const preferred: readonly ProofMethod[] = ['totp', 'passkey', 'password', 'email', 'recovery'];

/** Sorts a person's methods in the order they are offered. */
export function sortMethods(methods: readonly ProofMethod[]): ProofMethod[] {
  return preferred.filter((method) => methods.includes(method));
}

/** Labels of the links to other methods. */
export const methodLabels: Record<ProofMethod, string> = {
  totp: 'Usar o aplicativo autenticador',
  passkey: 'Usar chave de acesso',
  password: 'Usar a senha',
  email: 'Receber código por e-mail',
  recovery: 'Usar código reserva',
};
