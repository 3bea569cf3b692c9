import { useLocation } from 'react-router';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import type { AuthFormProps } from './auth-parts.tsx';
import { AuthHeader, DemoHint, OtherScreenLink } from './auth-parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { authPath } from './return-path.ts';

/** «Entrar»: e-mail (or username) and password. The page redirects once the session exists. */
export function LoginForm({ returnTo, demo, providers }: AuthFormProps) {
  const { signIn } = useSession();
  const { notice, login } = (useLocation().state ?? {}) as { notice?: string; login?: string };
  return (
    <>
      <AuthHeader title="Entrar" />
      {notice && (
        <Banner tone="warning" role="alert" className="mb-6">
          {notice}
        </Banner>
      )}
      <ProviderButtons providers={providers} context="signin" returnTo={returnTo} />
      <PasswordForm returnTo={returnTo} login={login} onOpened={({ token }) => signIn(token)} />
      <OtherScreenLink question="Ainda não tem conta?" to={authPath('register', returnTo)}>
        Criar conta
      </OtherScreenLink>
      <DemoHint demo={demo} />
    </>
  );
}
