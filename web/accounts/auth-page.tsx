import { data, Navigate, useSearchParams } from 'react-router';
import { getPublicSettings } from '#contract/catalogue.ts';
import type { Api } from '#web/api.ts';
import { api, apiContext } from '#web/api.ts';
import { orStatus } from '#web/load.ts';
import { useSession } from '#web/session.tsx';
import type { Route } from './+types/auth-page';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { safeReturnPath } from './return-path.ts';

const screens = { login: LoginForm, register: RegisterForm };
const titles = { login: 'Entrar', register: 'Criar conta' };

async function load(call: Api, auth: string) {
  if (!Object.hasOwn(screens, auth)) throw data({ code: 'not_found' }, { status: 404 });
  const settings = await orStatus(call(getPublicSettings));
  return { screen: auth as keyof typeof screens, demo: settings.demo };
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(context.get(apiContext), params.auth);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(api, params.auth);

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? titles[loaderData.screen] : 'Página não encontrada'} · Praça` },
    { name: 'description', content: 'Entre na Praça ou crie sua conta para comprar e vender com segurança.' },
    { name: 'robots', content: 'noindex' },
  ];
}

/** `/auth/login` and `/auth/register`; whoever is signed in already goes where they wanted to go. */
export default function AuthPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { signedIn } = useSession();
  const returnTo = safeReturnPath(query.get('returnTo'));
  if (signedIn) return <Navigate to={returnTo} replace />;
  const Form = screens[loaderData.screen];
  return <Form returnTo={returnTo} demo={loaderData.demo} />;
}
