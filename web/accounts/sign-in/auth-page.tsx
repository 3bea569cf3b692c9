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
import { newcomerOf } from './newcomer.ts';
import { NewcomerForm } from './newcomer-form.tsx';
import { Recovery } from '#web/accounts/recovery/recovery.tsx';
import { RegisterForm } from './register-form.tsx';
import type { AuthScreen } from './return-path.ts';
import { safeReturnPath, verificationPath, withPlace } from './return-path.ts';
import { SecondStep } from './second-step.tsx';

const titles: Record<AuthScreen, string> = {
  login: 'Entrar',
  register: 'Criar conta',
  recovery: 'Recuperar acesso',
  twofactor: 'Confirme que é você',
};

/** Providers are a convenience: without the list one enters by e-mail. */
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
 * A provider's script may run only in a document that was served for a sign-in screen: the policies of other pages
 * forbid it. Whoever comes from one of those gets a document of its own.
 */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const loaded = await load(api, params.auth);
  const { pathname, search } = new URL(request.url);
  const offersProvider = loaded.screen === 'login' || loaded.screen === 'register';
  if (offersProvider && loaded.providers.length > 0 && !servedForSignIn())
    throw redirectDocument(pathname + search);
  return loaded;
}

function servedForSignIn(): boolean {
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

/** A constant: `Navigate` goes again whenever it is given another object. */
const letterSent = { justSent: true };

/** `/auth/{auth}`. Whoever is signed in already goes where they wanted to go. */
export default function AuthPage({ loaderData }: Route.ComponentProps) {
  const { screen, demo, providers } = loaderData;
  const [query] = useSearchParams();
  const { state, hash } = useLocation();
  const session = useSession();
  // Whose session ended signs in again, instead of being sent back to what asked for it.
  const signedIn = session.signedIn && !session.ended;
  const [registered, setRegistered] = useState(false);
  const returnTo = safeReturnPath(withPlace(query.get('returnTo'), hash));
  // A link to a new password counts for whoever opens it, signed in or not.
  if (screen === 'recovery') return <Recovery token={query.get('token')} returnTo={returnTo} />;
  if (signedIn && registered && !session.user.email_verified)
    return <Navigate to={verificationPath(returnTo)} state={letterSent} replace />;
  if (signedIn) return <Navigate to={returnTo} replace />;
  if (screen === 'twofactor') return <SecondStep returnTo={returnTo} />;
  const form = { returnTo, demo, providers };
  if (screen === 'login') return <LoginForm {...form} />;
  const newcomer = newcomerOf(state);
  if (newcomer) return <NewcomerForm newcomer={newcomer} returnTo={returnTo} />;
  return <RegisterForm {...form} onRegistered={() => setRegistered(true)} />;
}
