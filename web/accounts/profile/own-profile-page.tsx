import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import type { Account } from '#contract/accounts/account.ts';
import { getAccount } from '#contract/accounts/account.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { EditableRow, SettingList, SettingRow, SettingsSection } from '../settings-section.tsx';
import { SettingsSkeleton } from '../settings-skeleton.tsx';
import type { Route } from './+types/own-profile-page';
import { AboutForm } from './about-form.tsx';
import { EmailRow } from './email-row.tsx';
import { IdentitySection } from './identity-section.tsx';
import { Portrait } from './portrait.tsx';
import { UsernameForm } from './username-form.tsx';

export const ErrorBoundary = () => <PageError title="Perfil" thing="seu perfil" />;

export const handle: EarlyHandle = { reads: () => [readOf(getAccount)] };

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => api(getAccount));

export function meta() {
  return [{ title: `Perfil · Sua conta · ${brandName}` }];
}

export const HydrateFallback = () => <SettingsSkeleton name="seu perfil" />;

/** `/conta/perfil`: public profile, contact data and identity. */
export default function OwnProfilePage({ loaderData: account }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title="Perfil"
        actions={
          <Button asChild variant="quiet" className="px-0">
            <Link to={`/perfil/${account.username}`}>Ver perfil público</Link>
          </Button>
        }
      />
      <SettingsSection
        title="O que os outros veem"
        text="Foto, cidade e algumas linhas ajudam quem compra a confiar em você."
      >
        <Portrait account={account} />
        <AboutForm key={account.id} account={account} />
      </SettingsSection>
      <SettingsSection title="Nome e contato" text="E-mail e celular não aparecem para ninguém.">
        <SettingList>
          <UsernameRow account={account} />
          <EmailRow account={account} />
          <PhoneRow phone={account.phone} />
        </SettingList>
      </SettingsSection>
      <IdentitySection account={account} />
    </div>
  );
}

function UsernameRow({ account: { username, usernameChangeableAt: again } }: { account: Account }) {
  const locked = again === null ? undefined : `Dá para mudar de novo em ${formatDate(again)}.`;
  return (
    <EditableRow
      title="Nome de usuário"
      value={`@${username}`}
      editLabel="Trocar nome"
      lockedReason={locked}
      note={locked && <p className="-mt-2 text-sm text-ink-3">{locked}</p>}
      renderForm={(close) => <UsernameForm onClose={close} />}
    />
  );
}

function PhoneRow({ phone }: { phone: string | null }) {
  return (
    <SettingRow
      title="Celular"
      value={phone ?? 'Nenhum ainda'}
      badge={
        phone && (
          <StatusBadge tone="success" size="sm">
            Confirmado
          </StatusBadge>
        )
      }
      action={
        <Button asChild variant="secondary">
          <Link to="/verification-phone?returnTo=/conta/perfil">
            {phone ? 'Trocar celular' : 'Confirmar celular'}
          </Link>
        </Button>
      }
    />
  );
}
