import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listIdentities } from '#contract/accounts/identities.ts';
import { linkIdentity, unlinkIdentity } from '#contract/accounts/identities.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Provider } from '#web/accounts/sign-in/provider-buttons.tsx';
import { GoogleButton } from '#web/accounts/sign-in/provider-buttons.tsx';
import { SettingList, SettingRow, SettingsSection } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';

type Identity = Reply<typeof listIdentities>['items'][number];

interface ProviderSectionProps {
  providers: readonly Provider[];
  identities: readonly Identity[];
}

/** Linked accounts of sign-in providers; nothing without a provider. */
export function ProviderSection({ providers, identities }: ProviderSectionProps) {
  const unlinked = providers.filter(({ slug }) => !identities.some(({ provider }) => provider === slug));
  if (unlinked.length === 0 && identities.length === 0) return null;
  return (
    <SettingsSection
      title="Contas conectadas"
      text="Entre com uma conta que você já tem. Não publicamos nada nela."
    >
      <SettingList>
        {identities.map((identity) => (
          <LinkedRow key={identity.provider} identity={identity} />
        ))}
        {unlinked.map((provider) => (
          <UnlinkedRow key={provider.slug} provider={provider} />
        ))}
      </SettingList>
    </SettingsSection>
  );
}

function LinkedRow({ identity: { provider, name, email, linkedAt } }: { identity: Identity }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem, forget } = useActionWithProof();
  const [open, setOpen] = useState(false);

  async function unlink(): Promise<void> {
    if (!(await run(() => api(unlinkIdentity, { params: { provider } })))) return;
    setOpen(false);
    await revalidate();
    aviso.sucesso(`${name} desconectado`);
  }

  return (
    <SettingRow
      title={name}
      value={
        email ? (
          <DotSeparated of={[email, `desde ${formatDate(linkedAt)}`]} />
        ) : (
          `Desde ${formatDate(linkedAt)}`
        )
      }
      badge={
        <StatusBadge tone="success" size="sm">
          Conectada
        </StatusBadge>
      }
      action={
        <AlertDialog
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            forget();
          }}
          trigger={<Button variant="secondary">Desconectar {name}</Button>}
          title={`Desconectar ${name}`}
          description={`Você não vai mais entrar com sua conta ${name}. Dá para conectar de novo quando quiser.`}
          cancelLabel={`Manter ${name}`}
          confirmLabel={`Desconectar ${name}`}
          loading={pending}
          onConfirm={() => void unlink()}
        >
          <ProblemBanner problem={problem} />
        </AlertDialog>
      }
    />
  );
}

function UnlinkedRow({ provider }: { provider: Provider }) {
  const { revalidate } = useRevalidator();
  const { run, problem } = useActionWithProof();
  const [blocked, setBlocked] = useState(false);
  // A nonce works once, so the button is rendered with another after every response.
  const [round, setRound] = useState(0);

  async function link(credential: string): Promise<void> {
    const done = await run(() => api(linkIdentity, { body: { provider: provider.slug, credential } }));
    if (!done) return setRound((past) => past + 1);
    await revalidate();
    aviso.sucesso(`${provider.name} conectado`, 'Agora você pode entrar com ele.');
  }

  return (
    <SettingRow
      title={provider.name}
      value={
        blocked
          ? 'Não conseguimos falar com este provedor. Recarregue a página para tentar.'
          : 'Não conectada'
      }
    >
      <ProblemBanner problem={problem} />
      {!blocked && (
        <GoogleButton
          key={round}
          provider={provider}
          context="signin"
          onCredential={link}
          onBlocked={() => setBlocked(true)}
        />
      )}
    </SettingRow>
  );
}
