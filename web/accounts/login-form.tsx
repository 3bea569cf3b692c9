import { Link } from 'react-router';
import { createSession } from '#contract/sessions.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/submission.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthHeader, DemoHint, authPath } from './auth-parts.tsx';

/** «Entrar»: e-mail (or username) and password. The page itself moves on once the session is there. */
export function LoginForm({ returnTo, demo }: { returnTo: string; demo: boolean }) {
  const { enter } = useSession();
  const { formProps, errors, problem, pending } = useSubmission(createSession, {
    read: (form) => ({
      login: String(form.get('login') ?? ''),
      password: String(form.get('password') ?? ''),
    }),
    onDone: async ({ token }) => {
      await enter(token);
    },
  });
  return (
    <>
      <AuthHeader title="Entrar">
        Ainda não tem conta?{' '}
        <Link to={authPath('register', returnTo)} className="font-semibold text-brand underline">
          Criar conta
        </Link>
      </AuthHeader>
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <Field label="E-mail ou nome de usuário" error={errors.login} announceError>
          <TextInput
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            enterKeyHint="next"
          />
        </Field>
        <Field label="Senha" error={errors.password} announceError>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
        </Field>
        <Button type="submit" size="lg" full loading={pending}>
          Entrar
        </Button>
      </form>
      <DemoHint demo={demo} />
    </>
  );
}
