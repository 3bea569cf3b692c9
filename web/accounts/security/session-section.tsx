import { Laptop, Smartphone } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listSessions } from '#contract/accounts/sessions.ts';
import { endOtherSessions, endSession } from '#contract/accounts/sessions.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatDate, formatRelative } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { SettingList, SettingRow, SettingsSection } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';

type OwnSession = Reply<typeof listSessions>['items'][number];

interface SessionSectionProps {
  sessions: readonly OwnSession[];
  now: string;
}

/** The account's sessions, this device first. */
export function SessionSection({ sessions, now }: SessionSectionProps) {
  const others = sessions.filter(({ current }) => !current);
  return (
    <SettingsSection
      id="aparelhos"
      title="Aparelhos"
      text="Onde sua conta está aberta. Não reconhece algum? Encerre a sessão e troque a senha."
    >
      <SettingList>
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow key={session.id} session={session} now={now} />
        ))}
      </SettingList>
      {others.length > 0 && <EndOthers count={others.length} />}
    </SettingsSection>
  );
}

function SessionRow({ session, now }: { session: OwnSession; now: string }) {
  const { id, device, ip, current, trusted, createdAt, lastUsedAt } = session;
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const Icon = /Android|iPhone|iPad|iOS/.test(device) ? Smartphone : Laptop;

  async function end(): Promise<void> {
    if (!(await run(() => api(endSession, { params: { id: String(id) } })))) return;
    await revalidate();
    aviso.sucesso('Sessão encerrada', `${device} precisa entrar de novo.`);
  }

  return (
    <SettingRow
      icon={<Icon aria-hidden="true" />}
      title={<span className="wrap-anywhere">{device}</span>}
      value={
        <DotSeparated
          of={[
            current ? 'Em uso agora' : `Usada ${formatRelative(lastUsedAt, now)}`,
            `desde ${formatDate(createdAt)}`,
            <span key="ip" className="tabular-nums">
              {ip}
            </span>,
          ]}
        />
      }
      badge={
        <>
          {current && (
            <StatusBadge tone="brand" size="sm">
              Este aparelho
            </StatusBadge>
          )}
          {trusted && (
            <StatusBadge tone="neutral" size="sm">
              De confiança
            </StatusBadge>
          )}
        </>
      }
      action={
        !current && (
          <Button
            variant="quiet"
            className="-mx-5"
            aria-label={`Encerrar sessão: ${device}`}
            loading={pending}
            onClick={() => void end()}
          >
            Encerrar sessão
          </Button>
        )
      }
    >
      {problem && <ProblemBanner problem={problem} />}
    </SettingRow>
  );
}

function EndOthers({ count }: { count: number }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem, forget } = useActionWithProof();
  const [open, setOpen] = useState(false);

  async function end(): Promise<void> {
    if (!(await run(() => api(endOtherSessions)))) return;
    setOpen(false);
    await revalidate();
    aviso.sucesso('Outras sessões encerradas', 'Só este aparelho continua na sua conta.');
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={
        <Button variant="secondary" className="self-start">
          Encerrar as outras sessões
        </Button>
      }
      title="Encerrar as outras sessões"
      description={`${formatCount(count, 'aparelho vai precisar', 'aparelhos vão precisar')} entrar de novo, e nenhum aparelho continua de confiança.`}
      cancelLabel="Manter sessões"
      confirmLabel="Encerrar sessões"
      loading={pending}
      onConfirm={() => void end()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
