import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { durationText } from '#domain/text/durations.ts';
import { withdrawalRequirements } from '#domain/withdrawals/withdrawals.ts';
import type { WithdrawalRequirement } from '#domain/withdrawals/withdrawals.ts';
import { verificationPath } from '#web/accounts/sign-in/return-path.ts';
import { securityPath } from '#web/api/guard.ts';
import type { Balances } from '#web/ledger/balance-cards.tsx';
import { Check, CircleAlert } from '#web/ui/icons/icons.tsx';
import { requirementNames } from './requirement-names.ts';

interface RequirementsProps {
  withdrawal: Balances['withdrawal'];
  /** Where the other screens return to. */
  returnPath: string;
  /** Stores what was typed before another screen opens. */
  onLeave?: () => void;
}

/** What is done and what is missing before the first withdrawal, each with its screen; null when nothing is missing. */
export function WithdrawalRequirements({ withdrawal, returnPath, onLeave }: RequirementsProps) {
  const { missing, coolDownMs } = withdrawal;
  const ownKey = useDeviceKey();
  if (missing.length === 0) return null;
  const links: Record<WithdrawalRequirement, [to: string, label: string]> = {
    email: [verificationPath(returnPath), 'Confirmar e-mail'],
    phone: [verificationPath(returnPath, 'phone'), 'Confirmar celular'],
    identity: [`/conta/perfil?returnTo=${encodeURIComponent(returnPath)}#identidade`, 'Confirmar meus dados'],
    second_factor: ownKey
      ? [`${securityPath(returnPath)}#chaves`, 'Usar a trava deste aparelho']
      : [`${securityPath(returnPath)}#aplicativo`, 'Ativar segunda etapa'],
  };
  return (
    <section aria-labelledby="antes-do-saque" className="flex flex-col gap-2 rounded-lg bg-surface-2 p-4">
      <h3 id="antes-do-saque" className="text-h3">
        Antes do primeiro saque
      </h3>
      <ul className="flex flex-col text-sm">
        {withdrawalRequirements.map((each) => {
          const open = missing.includes(each);
          const [to, label] = links[each];
          return (
            <li key={each} className="flex min-h-11 flex-wrap items-center gap-x-2">
              {open ? (
                <CircleAlert aria-hidden="true" className="size-4.5 shrink-0 text-warning" />
              ) : (
                <Check aria-hidden="true" className="size-4.5 shrink-0 text-success" />
              )}
              <span className="min-w-0 flex-1">
                {requirementNames[each].title}
                <span className="sr-only">{open ? ', falta' : ', feito'}</span>
              </span>
              {open && (
                <Link
                  to={to}
                  onClick={onLeave}
                  className="inline-flex min-h-11 items-center font-semibold underline"
                >
                  {label}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {missing.includes('second_factor') && (
        <p className="text-sm text-ink-2">
          A segunda etapa é uma chave de acesso (rosto, dedo ou PIN do aparelho) ou um aplicativo
          autenticador. Ativar pausa os saques por {durationText(coolDownMs)}: assim ninguém a ativa por você
          e saca.
        </p>
      )}
    </section>
  );
}

/** Whether this device can create a passkey with its own lock. */
function useDeviceKey(): boolean {
  const [able, setAble] = useState(false);
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setAble, () => undefined);
  }, []);
  return able;
}
