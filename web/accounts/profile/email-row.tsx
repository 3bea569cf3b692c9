import { CircleCheck, CircleDashed } from '#web/ui/icons/icons.tsx';
import { Link, useRevalidator } from 'react-router';
import type { Account } from '#contract/accounts/account.ts';
import { cancelEmailChange } from '#contract/accounts/account.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { ChangeEmail } from '#web/accounts/verification/change-email.tsx';
import { EditableRow } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';

/** The e-mail address, whether it is confirmed, and a pending change that awaits its confirmations. */
export function EmailRow({ account }: { account: Account }) {
  const { email, emailVerified, emailChange } = account;
  const { revalidate } = useRevalidator();
  return (
    <EditableRow
      title="E-mail"
      value={email}
      badge={
        emailVerified ? (
          <StatusBadge tone="success" size="sm">
            Confirmado
          </StatusBadge>
        ) : (
          <Link
            to="/verification?returnTo=/conta/perfil"
            className="inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-2 hit-44"
          >
            Confirmar e-mail
          </Link>
        )
      }
      editLabel={emailChange ? 'Trocar de novo' : 'Trocar e-mail'}
      note={emailChange && <PendingChange change={emailChange} verified={emailVerified} />}
      renderForm={(close) => (
        <ChangeEmail
          email={email}
          onCancel={close}
          onRequested={async (asked) => {
            await revalidate();
            aviso.sucesso('Confira seu e-mail', `Mandamos um link para ${asked}.`);
            close();
          }}
        />
      )}
    />
  );
}

interface PendingChangeProps {
  change: NonNullable<Account['emailChange']>;
  /** An old address that was never confirmed need not confirm the change. */
  verified: boolean;
}

function PendingChange({ change, verified }: PendingChangeProps) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();

  async function cancel(): Promise<void> {
    if (!(await run(() => api(cancelEmailChange)))) return;
    await revalidate();
    aviso.sucesso('Troca cancelada', 'Seu e-mail continua o mesmo.');
  }

  return (
    <div className="flex flex-col gap-3 rounded-md bg-surface-2 p-4 text-sm">
      <p>
        Troca para <strong className="font-semibold wrap-anywhere">{change.email}</strong> em andamento. Abra
        o link de cada e-mail até {formatDateTime(change.expiresAt)}.
      </p>
      <ul className="flex flex-col gap-1.5 text-ink-2">
        <Side confirmed={change.newConfirmed} name="Endereço novo" />
        {verified && <Side confirmed={change.oldConfirmed} name="Endereço atual" />}
      </ul>
      <ProblemBanner problem={problem} />
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        loading={pending}
        onClick={() => void cancel()}
      >
        Cancelar troca
      </Button>
    </div>
  );
}

function Side({ confirmed, name }: { confirmed: boolean; name: string }) {
  const Icon = confirmed ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden="true" className={confirmed ? 'size-4 text-success' : 'size-4 text-ink-3'} />
      {name}: {confirmed ? 'confirmado' : 'falta confirmar'}
    </li>
  );
}
