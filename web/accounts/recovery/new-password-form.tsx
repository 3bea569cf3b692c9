import { useLocation, useNavigate } from 'react-router';
import { resetPassword } from '#contract/accounts/sessions.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { AuthHeader } from '#web/accounts/sign-in/auth-parts.tsx';
import { ExpiredLink } from '#web/accounts/verification/expired-link.tsx';
import { storedReturnPath } from '#web/accounts/sign-in/stored-return.ts';
import { isFirstPassword } from './first-password.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { authPath } from '#web/accounts/sign-in/return-path.ts';

interface NewPasswordFormProps {
  token: string;
  /** `cl***@demo.praca`. */
  emailHint: string;
  returnTo: string;
}

/** «Salvar nova senha»: saves the password, ends the other sessions and signs in, or continues to the second step. */
export function NewPasswordForm({ token, emailHint, returnTo }: NewPasswordFormProps) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const first = isFirstPassword(useLocation().state);
  const { formProps, errors, problem, pending } = useSubmission(resetPassword, {
    read: (form) => ({ token, password: String(form.get('password') ?? '') }),
    fieldOf: { weak_password: 'password', same_password: 'password' },
    onDone: async (opened) => {
      await signIn(opened.token, returnTo);
      storedReturnPath.forget();
      if (first) aviso.sucesso('E-mail confirmado', 'Sua senha está criada.');
      else aviso.sucesso('Senha trocada', 'Encerramos as outras sessões.');
      const missing = opened.user.twofactor === 'pending';
      await navigate(missing ? authPath('twofactor', returnTo) : returnTo, { replace: true });
    },
  });
  if (problem?.code === 'link_expired') return <ExpiredLink returnTo={returnTo} />;
  return (
    <>
      <AuthHeader title={first ? 'Falta a sua senha' : 'Crie uma senha nova'}>
        {first &&
          'E-mail confirmado, mas fora do navegador em que a conta foi criada. Por segurança, escolha aqui a senha: pode ser a mesma do cadastro. '}
        Para a conta de <strong className="font-semibold wrap-anywhere text-ink">{emailHint}</strong>.
      </AuthHeader>
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <NewPasswordField label={first ? 'Senha' : 'Nova senha'} error={errors.password} enterKeyHint="go" />
        <Button type="submit" size="lg" full loading={pending}>
          {first ? 'Salvar senha' : 'Salvar nova senha'}
        </Button>
      </form>
    </>
  );
}
