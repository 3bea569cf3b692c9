import { register } from '#contract/accounts/accounts.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { AuthFormProps } from './auth-parts.tsx';
import { AuthHeader, DemoHint, OtherScreenLink } from './auth-parts.tsx';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from '#web/accounts/recovery/new-password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { authPath } from './return-path.ts';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { UsernameField } from './username-field.tsx';

interface RegisterFormProps extends AuthFormProps {
  /** Called when the account exists; its e-mail is not confirmed yet. */
  onRegistered: () => void;
}

/** «Criar conta»: the registration form. The server sends a link and a code that confirm the e-mail. */
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
      <OtherScreenLink question="Já tem conta?" to={authPath('login', returnTo)}>
        Entrar
      </OtherScreenLink>
      <DemoHint demo={demo} />
    </>
  );
}
