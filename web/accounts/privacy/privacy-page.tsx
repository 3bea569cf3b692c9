import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import { getUser } from '#contract/accounts/accounts.ts';
import { getPrivacy } from '#contract/accounts/privacy.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { SettingsSkeleton } from '../settings-skeleton.tsx';
import type { Route } from './+types/privacy-page';
import { ClosureSection } from './closure-section.tsx';
import { ConsentSection } from './consent-section.tsx';
import { ExportList } from './export-list.tsx';

export const ErrorBoundary = () => <PageError title="Privacidade" thing="seus dados" />;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whenSignedIn(request, async () => {
    const [user, privacy] = await Promise.all([api(getUser), api(getPrivacy)]);
    return { user, privacy };
  });
}

export function meta() {
  return [{ title: `Privacidade · Sua conta · ${brandName}` }];
}

export const HydrateFallback = () => <SettingsSkeleton name="sua privacidade" />;

/** `/conta/privacidade`: export of one's data, consents, and closing the account (LGPD art. 18). */
export default function PrivacyPage({ loaderData: { user, privacy } }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title="Privacidade"
        text="Seus dados são seus: leve uma cópia, mude de ideia ou vá embora."
      />
      <SettingsSection
        title="Cópia dos seus dados"
        text="Um arquivo com o que guardamos sobre você: perfil, anúncios, pedidos, dinheiro e acessos."
      >
        <ExportList exports={privacy.exports} />
        <Link
          to="/conta/v1"
          className="-my-2 inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
        >
          Ver a conta antiga
        </Link>
        <Link
          to="/conta/responsavel"
          className="-my-2 inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
        >
          Idade e responsável
        </Link>
      </SettingsSection>
      <ConsentSection consents={privacy.consents} marketing={privacy.marketing} />
      <ClosureSection privacy={privacy} username={user.username} />
    </div>
  );
}
