import { Link, useLocation } from 'react-router';
import { createSession } from '#contract/sessions.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/submission.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { AuthFormProps } from './auth-parts.tsx';
import { AuthHeader, DemoHint, OtherWay } from './auth-parts.tsx';
import { lastProvider } from './last-provider.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { authPath } from './return-path.ts';

/** «Entrar»: e-mail (or username) and password. The page itself moves on once the session is there. */
export function LoginForm({ returnTo, demo, providers }: AuthFormProps) {
  const { enter } = useSession();
  const { notice, login } = (useLocation().state ?? {}) as { notice?: string; login?: string };
  const { formProps, errors, problem, pending } = useSubmission(createSession, {
    read: (form) => ({
      login: String(form.get('login') ?? ''),
      password: String(form.get('password') ?? ''),
    }),
    onDone: async ({ token }) => {
      lastProvider.forget();
      await enter(token);
    },
  });
  return (
    <>
      <AuthHeader title="Entrar" />
      {notice && (
        <Banner tone="warning" role="alert" className="mb-6">
          {notice}
        </Banner>
      )}
      <ProviderButtons providers={providers} context="signin" returnTo={returnTo} />
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <Field label="E-mail ou nome de usuário" error={errors.login} announceError>
          <TextInput
            name="login"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            enterKeyHint="next"
            defaultValue={login}
          />
        </Field>
        <div className="flex flex-col gap-1">
          <Field label="Senha" error={errors.password} announceError>
            <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
          </Field>
          <Link
            to={authPath('recovery', returnTo)}
            className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand underline underline-offset-2"
          >
            Esqueci a senha
          </Link>
        </div>
        <div className="flex flex-col gap-3">
          <Button type="submit" size="lg" full loading={pending}>
            Entrar
          </Button>
          <PasskeySignIn />
        </div>
      </form>
      <OtherWay question="Ainda não tem conta?" to={authPath('register', returnTo)}>
        Criar conta
      </OtherWay>
      <DemoHint demo={demo} />
    </>
  );
}
