import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getSecondFactors } from '#contract/accounts/second-factors.ts';
import { beginTotp, removeTotp, renewRecoveryCodes } from '#contract/accounts/second-factors.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { SettingList, SettingRow, SettingsSection } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx';
import type { Secret } from './totp-sheet.tsx';
import { TotpSheet } from './totp-sheet.tsx';

export type Factors = Reply<typeof getSecondFactors>;

/** The authenticator app and its recovery codes. */
export function AuthenticatorSection({ factors }: { factors: Factors }) {
  const { totpSince, passkeys } = factors;
  const [secret, setSecret] = useState<Secret | null>(null);
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const hasFactor = totpSince !== null || passkeys.length > 0;
  return (
    <SettingsSection
      id="aplicativo"
      title="Verificação em duas etapas"
      text="Além da senha, você digita um código gerado no seu celular. É obrigatória para sacar."
    >
      <ProblemBanner problem={problem} />
      <SettingList>
        <SettingRow
          title="Aplicativo autenticador"
          value={totpSince ? `Ativo desde ${formatDate(totpSince)}` : 'Um código novo a cada 30 segundos'}
          badge={
            totpSince && (
              <StatusBadge tone="success" size="sm">
                Ativo
              </StatusBadge>
            )
          }
          action={
            totpSince ? (
              <TurnOff passkeys={passkeys.length} />
            ) : (
              <Button
                variant={hasFactor ? 'secondary' : 'primary'}
                loading={pending}
                onClick={() => void run(async () => setSecret(await api(beginTotp)))}
              >
                Ativar aplicativo
              </Button>
            )
          }
        />
        {hasFactor && <RecoveryRow left={factors.recoveryCodesLeft} />}
      </SettingList>
      {secret && (
        <TotpSheet
          secret={secret}
          onClose={() => {
            setSecret(null);
            void revalidate();
          }}
        />
      )}
    </SettingsSection>
  );
}

function TurnOff({ passkeys }: { passkeys: number }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem, forget } = useActionWithProof();
  const [open, setOpen] = useState(false);

  async function turnOff(): Promise<void> {
    if (!(await run(() => api(removeTotp)))) return;
    setOpen(false);
    await revalidate();
    aviso.sucesso('Aplicativo desativado');
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={<Button variant="secondary">Desativar aplicativo</Button>}
      title="Desativar o aplicativo"
      description={
        passkeys > 0
          ? 'Você vai confirmar só com suas chaves de acesso.'
          : 'Só a senha vai proteger sua conta. Os códigos reserva deixam de valer e os saques ficam parados até você ativar de novo.'
      }
      cancelLabel="Manter aplicativo"
      confirmLabel="Desativar aplicativo"
      loading={pending}
      onConfirm={() => void turnOff()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}

const fewCodes = 3;

/** The number of unused recovery codes, and a button that replaces them. */
function RecoveryRow({ left }: { left: number }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem, forget } = useActionWithProof();
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function renew(): Promise<void> {
    const done = await run(async () => setCodes((await api(renewRecoveryCodes)).recoveryCodes));
    if (done) setOpen(false);
  }

  return (
    <SettingRow
      title="Códigos reserva"
      value={
        left === 0 ? 'Nenhum código restante' : `${formatCount(left, 'código restante', 'códigos restantes')}`
      }
      badge={
        left <= fewCodes && (
          <StatusBadge tone="warning" size="sm">
            Gere outros
          </StatusBadge>
        )
      }
      action={
        <AlertDialog
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            forget();
          }}
          trigger={<Button variant="secondary">Gerar outros códigos</Button>}
          title="Gerar outros códigos"
          description={
            left === 0
              ? 'Você recebe códigos novos.'
              : `${left === 1 ? 'O código restante deixa' : `Os ${left} códigos restantes deixam`} de valer, e você recebe 10 novos.`
          }
          cancelLabel="Manter códigos"
          confirmLabel="Gerar códigos"
          tone="primary"
          loading={pending}
          onConfirm={() => void renew()}
        >
          <ProblemBanner problem={problem} />
        </AlertDialog>
      }
    >
      {codes && (
        <RecoveryCodeDialog
          codes={codes}
          onConfirmed={() => {
            setCodes(null);
            void revalidate();
          }}
        />
      )}
    </SettingRow>
  );
}
