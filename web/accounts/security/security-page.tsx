import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link, useSearchParams } from 'react-router';
import { getAccount } from '#contract/accounts/account.ts';
import { listIdentities, listSignInProviders } from '#contract/accounts/identities.ts';
import { getSecondFactors } from '#contract/accounts/second-factors.ts';
import { listSessions } from '#contract/accounts/sessions.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { safeReturnPath } from '#web/accounts/sign-in/return-path.ts';
import { SettingsSection } from '../settings-section.tsx';
import { SettingsSkeleton } from '../settings-skeleton.tsx';
import type { Route } from './+types/security-page';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordRow } from './password-row.tsx';
import { ProviderSection } from './provider-section.tsx';
import { SessionSection } from './session-section.tsx';

export const ErrorBoundary = () => <PageError title="Segurança" thing="a segurança da sua conta" />;

export const handle: EarlyHandle = {
  reads: () =>
    [getAccount, getSecondFactors, listSessions, listIdentities, listSignInProviders].map((call) =>
      readOf(call),
    ),
};

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whenSignedIn(request, async () => {
    const [account, factors, sessions, identities, providers] = await Promise.all([
      api(getAccount),
      api(getSecondFactors),
      api(listSessions),
      api(listIdentities),
      // Without the providers only linking is missing, so a failure does not fail the page.
      api(listSignInProviders).catch(() => ({ items: [] })),
    ]);
    const now = new Date().toISOString();
    return {
      account,
      factors,
      sessions: sessions.items,
      identities: identities.items,
      providers: providers.items,
      now,
    };
  });
}

export function meta() {
  return [{ title: `Segurança · Sua conta · ${brandName}` }];
}

export const HydrateFallback = () => <SettingsSkeleton name="a segurança da sua conta" />;

/** `/conta/seguranca`: sign-in methods and sessions of the account. */
export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { account, factors, sessions, identities, providers, now } = loaderData;
  const protectedTwice = factors.totpSince !== null || factors.passkeys.length > 0;
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader title="Segurança" text="Como você entra na conta e em quais aparelhos ela está aberta." />
      <SecondFactorNotice mandatory={factors.mandatory} done={protectedTwice} />
      <AuthenticatorSection factors={factors} />
      <PasskeySection passkeys={factors.passkeys} now={now} />
      <SettingsSection title="Senha" text="Use uma que você não usa em outro lugar.">
        <PasswordRow hasPassword={account.hasPassword} />
      </SettingsSection>
      <ProviderSection providers={providers} identities={identities} />
      <SessionSection sessions={sessions} now={now} />
    </div>
  );
}

/** Shown when a page that requires a second factor sent the person here, with the link back to it. */
function SecondFactorNotice({ mandatory, done }: { mandatory: boolean; done: boolean }) {
  const [query] = useSearchParams();
  const returnTo = safeReturnPath(query.get('returnTo'));
  const sent = returnTo !== '/';
  if (done)
    return (
      sent && (
        <Banner
          tone="success"
          action={
            <Button asChild variant="secondary">
              <Link to={returnTo}>Continuar</Link>
            </Button>
          }
        >
          A verificação em duas etapas está ativa. Continue de onde parou.
        </Banner>
      )
    );
  if (!mandatory && !sent) return null;
  return (
    <Banner
      tone="warning"
      title={
        mandatory ? 'A equipe precisa de verificação em duas etapas' : 'Falta a verificação em duas etapas'
      }
    >
      Ative um aplicativo autenticador ou crie uma chave de acesso{sent ? ' para continuar.' : '.'}
    </Banner>
  );
}
