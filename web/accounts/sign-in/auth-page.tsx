import { brandName } from '#web/ui/theme/brand.ts';
import { useState } from 'react';
import { data, Navigate, redirectDocument, useLocation, useSearchParams } from 'react-router';
import { getPublicSettings } from '#contract/listings/catalogue.ts';
import { listSignInProviders } from '#contract/accounts/identities.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { useSession } from '#web/session.tsx';
import type { Route } from './+types/auth-page';
import { LoginForm } from './login-form.tsx';
import { readNewIdentity } from './newcomer.ts';
import { NewcomerForm } from './newcomer-form.tsx';
import { Recovery } from '#web/accounts/recovery/recovery.tsx';
import { RegisterForm } from './register-form.tsx';
import type { AuthScreen } from './return-path.ts';
import { safeReturnPath, verificationPath, withHash } from './return-path.ts';
import { SecondStep } from './second-step.tsx';

const titles: Record<AuthScreen, string> = {
  login: 'Entrar',
  register: 'Criar conta',
  recovery: 'Recuperar acesso',
  twofactor: 'Confirme que é você',
};

/** Loads the sign-in providers; when that fails, sign-in by e-mail still works. */
async function load(call: Api, auth: string) {
  if (!Object.hasOwn(titles, auth)) throw data({ code: 'not_found' }, { status: 404 });
  const [settings, providers] = await Promise.all([
    orErrorStatus(call(getPublicSettings)),
    call(listSignInProviders).catch(() => ({ items: [] })),
  ]);
  return { screen: auth as AuthScreen, demo: settings.demo, providers: providers.items };
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(context.get(apiContext), params.auth);

/**
 * A provider's script may run only in a document served for a sign-in page, because the CSP of other pages forbids it. A
 * client navigation from another page therefore loads a new document.
 */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const loaded = await load(api, params.auth);
  const { pathname, search } = new URL(request.url);
  const offersProvider = loaded.screen === 'login' || loaded.screen === 'register';
  if (offersProvider && loaded.providers.length > 0 && !isSignInDocument())
    throw redirectDocument(pathname + search);
  return loaded;
}

function isSignInDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document !== undefined && new URL(document.name).pathname.startsWith('/auth/');
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? titles[loaderData.screen] : 'Página não encontrada'} · ${brandName}` },
    {
      name: 'description',
      content: `Entre na ${brandName} ou crie sua conta para comprar e vender com segurança.`,
    },
    { name: 'robots', content: 'noindex' },
  ];
}

/** A constant, because `Navigate` navigates again whenever it gets a new object. */
const emailSentState = { justSent: true };

/** `/auth/{auth}`. People who are already signed in are redirected to the return path. */
export default function AuthPage({ loaderData }: Route.ComponentProps) {
  const { screen, demo, providers } = loaderData;
  const [query] = useSearchParams();
  const { state, hash } = useLocation();
  const session = useSession();
  // A person whose session ended must sign in again instead of being redirected back.
  const signedIn = session.signedIn && !session.ended;
  const [registered, setRegistered] = useState(false);
  const returnTo = safeReturnPath(withHash(query.get('returnTo'), hash));
  // The link to a new password also works while signed in.
  if (screen === 'recovery') return <Recovery token={query.get('token')} returnTo={returnTo} />;
  if (signedIn && registered && !session.user.email_verified)
    return <Navigate to={verificationPath(returnTo)} state={emailSentState} replace />;
  if (signedIn) return <Navigate to={returnTo} replace />;
  if (screen === 'twofactor') return <SecondStep returnTo={returnTo} />;
  const form = { returnTo, demo, providers };
  if (screen === 'login') return <LoginForm {...form} />;
  const newcomer = readNewIdentity(state);
  if (newcomer) return <NewcomerForm newcomer={newcomer} returnTo={returnTo} />;
  return <RegisterForm {...form} onRegistered={() => setRegistered(true)} />;
}
