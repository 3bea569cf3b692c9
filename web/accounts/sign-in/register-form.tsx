import { register } from '#contract/accounts/accounts.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { AuthFormProps } from './auth-parts.tsx';
import { AuthHeader, DemoHint, OtherWay } from './auth-parts.tsx';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from '#web/accounts/recovery/new-password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { authPath } from './return-path.ts';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { UsernameField } from './username-field.tsx';

interface RegisterFormProps extends AuthFormProps {
  /** The account exists; its e-mail waits to be confirmed. */
  onRegistered: () => void;
}

/** «Criar conta»: four answers, one column. A link and a code to confirm the e-mail are mailed by the server. */
export function RegisterForm({ returnTo, demo, providers, onRegistered }: RegisterFormProps) {
  const { signIn } = useSession();
  const { formProps, errors, problem, pending, recheck } = useSubmission(register, {
    read: (form) => ({
      username: String(form.get('username') ?? ''),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? ''),
      termsAccepted: (form.get('termsAccepted') !== null) as true,
    }),
    fieldOf: { username_taken: 'username', weak_password: 'password' },
    onDone: async ({ token }) => {
      onRegistered();
      await signIn(token);
    },
  });
  return (
    <>
      <AuthHeader title="Criar conta" />
      <ProviderButtons providers={providers} context="signup" returnTo={returnTo} />
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <UsernameField error={errors.username} onChosen={() => recheck('username')} />
        <EmailField error={errors.email} onChosen={() => recheck('email')} />
        <NewPasswordField label="Senha" error={errors.password} />
        <TermsCheckbox error={errors.termsAccepted} onChange={() => recheck('termsAccepted')} />
        <Button type="submit" size="lg" full loading={pending}>
          Criar conta
        </Button>
      </form>
      <OtherWay question="Já tem conta?" to={authPath('login', returnTo)}>
        Entrar
      </OtherWay>
      <DemoHint demo={demo} />
    </>
  );
}
