import { CircleAlert } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getPrivacy } from '#contract/accounts/privacy.ts';
import { cancelClosure, requestClosure } from '#contract/accounts/privacy.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';
import { resolutionLinks } from './closure-links.ts';

interface ClosureSectionProps {
  privacy: Pick<Reply<typeof getPrivacy>, 'closure' | 'closureBlockedBy' | 'closureWaitDays'>;
  username: string;
}

/** Closing the account: consequences, reasons against it, the waiting period and its cancellation (§4.17). */
export function ClosureSection({ privacy, username }: ClosureSectionProps) {
  const { closure, closureBlockedBy: reasons, closureWaitDays: days } = privacy;
  return (
    <SettingsSection id="excluir" title="Excluir conta" text="Sai do ar seu perfil e o que é só seu.">
      {closure && <PendingClosure dueAt={closure.dueAt} />}
      {!closure && (
        <>
          <ul className="flex list-disc flex-col gap-1.5 pl-5 text-body text-ink-2">
            <li>Seus anúncios são pausados na hora.</li>
            <li>Por {formatCount(days, 'dia', 'dias')} você pode voltar atrás, entrando de novo.</li>
            <li>Depois disso nome, e-mail, celular e foto são apagados, e não dá para recuperar a conta.</li>
            <li>Pedidos e pagamentos ficam guardados sem o seu nome, pelo prazo que a lei manda.</li>
          </ul>
          {reasons.length > 0 && <Reasons reasons={reasons} />}
          <RequestClosure days={days} username={username} blocked={reasons.length > 0} />
        </>
      )}
    </SettingsSection>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <Banner tone="warning" title="Antes de excluir, falta resolver">
      <ul className="mt-1 flex flex-col gap-2">
        {reasons.map((reason) => (
          <li key={reason}>
            {reason}
            <span className="flex flex-wrap gap-x-4">
              {resolutionLinks(reason).map(({ to, label }) => (
                <Link
                  key={to}
                  to={to}
                  className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
                >
                  {label}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

interface RequestClosureProps {
  days: number;
  username: string;
  blocked: boolean;
}

function RequestClosure({ days, username, blocked }: RequestClosureProps) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem, forget } = useActionWithProof();
  const [open, setOpen] = useState(false);

  async function request(): Promise<void> {
    const done = await run(() => api(requestClosure, { body: { username } }));
    if (done) setOpen(false);
    await revalidate();
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={
        <Button
          variant="secondary"
          className="self-start text-danger"
          disabledReason={blocked ? 'Resolva o que falta antes de excluir a conta.' : undefined}
        >
          Excluir conta
        </Button>
      }
      title="Excluir conta"
      description={`Sua conta sai do ar em ${formatCount(days, 'dia', 'dias')}. Até lá você pode cancelar; depois não dá para desfazer.`}
      cancelLabel="Manter conta"
      confirmLabel="Excluir conta"
      typeToConfirm={username}
      loading={pending}
      onConfirm={() => void request()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}

function PendingClosure({ dueAt }: { dueAt: string }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();

  async function keepAccount(): Promise<void> {
    if (!(await run(() => api(cancelClosure)))) return;
    await revalidate();
    aviso.sucesso('Que bom que ficou', 'Sua conta continua. Reative seus anúncios quando quiser.');
  }

  return (
    <div className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 md:p-5">
      <p className="flex gap-3 text-body">
        <CircleAlert aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
        <span>
          Sua conta será excluída em <strong className="font-semibold">{formatDateTime(dueAt)}</strong>. Seus
          anúncios estão pausados.
        </span>
      </p>
      <ProblemBanner problem={problem} />
      <Button className="self-start" loading={pending} onClick={() => void keepAccount()}>
        Cancelar exclusão
      </Button>
    </div>
  );
}
