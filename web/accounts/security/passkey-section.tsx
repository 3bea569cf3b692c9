import { KeyRound } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { deletePasskey } from '#contract/accounts/second-factors.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate, formatRelative } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { SettingList, SettingRow, SettingsSection } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';
import type { Factors } from './authenticator-section.tsx';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

type Passkey = Factors['passkeys'][number];

/** Passkeys: they sign in without a password and count as both steps. */
export function PasskeySection({ passkeys, now }: { passkeys: readonly Passkey[]; now: string }) {
  const { revalidate } = useRevalidator();
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const supported = 'PublicKeyCredential' in window;
  return (
    <SettingsSection
      id="chaves"
      title="Chaves de acesso"
      text="Entre com o rosto, o dedo ou o PIN do aparelho, sem digitar senha nem código."
    >
      {passkeys.length > 0 && (
        <SettingList>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} now={now} />
          ))}
        </SettingList>
      )}
      <Button
        variant="secondary"
        className="self-start"
        icon={<KeyRound aria-hidden="true" />}
        disabledReason={supported ? undefined : 'Este navegador não cria chaves de acesso.'}
        onClick={() => setAdding(true)}
      >
        Criar chave de acesso
      </Button>
      {adding && (
        <NewPasskeyDialog
          onClose={() => setAdding(false)}
          onCreated={(passkey, recoveryCodes) => {
            setAdding(false);
            setCodes(recoveryCodes);
            aviso.sucesso('Chave criada', `Agora você pode entrar com «${passkey.name}».`);
            void revalidate();
          }}
        />
      )}
      {codes && <RecoveryCodeDialog codes={codes} onConfirmed={() => setCodes(null)} />}
    </SettingsSection>
  );
}

function PasskeyRow({ passkey, now }: { passkey: Passkey; now: string }) {
  const { name, createdAt, lastUsedAt, backedUp } = passkey;
  const [renaming, setRenaming] = useState(false);
  return (
    <SettingRow
      icon={<KeyRound aria-hidden="true" />}
      title={<span className="wrap-anywhere">{name}</span>}
      value={
        <DotSeparated
          of={[
            `Criada em ${formatDate(createdAt)}`,
            lastUsedAt ? `usada ${formatRelative(lastUsedAt, now)}` : 'ainda não usada',
          ]}
        />
      }
      badge={
        backedUp && (
          <StatusBadge tone="neutral" size="sm">
            Em vários aparelhos
          </StatusBadge>
        )
      }
      action={
        <div className="-mx-3 flex flex-wrap">
          <Button
            variant="quiet"
            className="px-3"
            aria-label={`Renomear ${name}`}
            onClick={() => setRenaming(true)}
          >
            Renomear
          </Button>
          <DeletePasskey passkey={passkey} />
        </div>
      }
    >
      {renaming && <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />}
    </SettingRow>
  );
}

function DeletePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem, forget } = useActionWithProof();
  const [open, setOpen] = useState(false);

  async function remove(): Promise<void> {
    if (!(await run(() => api(deletePasskey, { params: { id: String(id) } })))) return;
    setOpen(false);
    await revalidate();
    aviso.sucesso('Chave apagada', `«${name}» não abre mais sua conta.`);
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={
        <Button variant="quiet" className="px-3 text-danger" aria-label={`Apagar ${name}`}>
          Apagar
        </Button>
      }
      title="Apagar chave de acesso"
      description={`«${name}» deixa de abrir sua conta. Apague-a também na lista de chaves do aparelho.`}
      cancelLabel="Manter chave"
      confirmLabel="Apagar chave"
      loading={pending}
      onConfirm={() => void remove()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
