import type { Account } from '#contract/accounts/account.ts';
import type { Factors } from '#web/accounts/security/authenticator-section.tsx';

export interface SecurityStep {
  name: string;
  done: boolean;
  /** The current state as text. */
  value: string;
  /** The link to the next step; null when there is none. */
  next: { to: string; label: string } | null;
}

/** E-mail, phone and second factor, each with its missing step. */
export function securitySteps(
  { emailVerified, phone }: Pick<Account, 'emailVerified' | 'phone'>,
  { totpSince, passkeys }: Pick<Factors, 'totpSince' | 'passkeys'>,
): SecurityStep[] {
  return [
    {
      name: 'E-mail',
      done: emailVerified,
      value: emailVerified ? 'Confirmado' : 'Falta confirmar',
      next: emailVerified ? null : { to: '/verification?returnTo=/conta', label: 'Confirmar e-mail' },
    },
    {
      name: 'Celular',
      done: phone !== null,
      value: phone ?? 'Falta confirmar',
      next: phone === null ? { to: '/verification-phone?returnTo=/conta', label: 'Confirmar celular' } : null,
    },
    secondFactor(totpSince !== null, passkeys.length),
  ];
}

function secondFactor(totp: boolean, passkeys: number): SecurityStep {
  const done = totp || passkeys > 0;
  return {
    name: 'Duas etapas',
    done,
    value: totp ? 'Aplicativo ativo' : passkeys > 0 ? 'Chave de acesso' : 'Desligada',
    next: done ? null : { to: '/conta/seguranca', label: 'Ativar duas etapas' },
  };
}
