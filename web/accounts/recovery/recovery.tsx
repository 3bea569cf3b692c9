import { useCallback, useEffect, useState } from 'react';
import { checkPasswordReset } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { AuthHeader, OtherScreenLink } from '#web/accounts/sign-in/auth-parts.tsx';
import { ExpiredLink } from '#web/accounts/verification/expired-link.tsx';
import { storedReturnPath } from '#web/accounts/sign-in/stored-return.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryRequest } from './request.tsx';
import { authPath } from '#web/accounts/sign-in/return-path.ts';

/** `/auth/recovery`: requests a link, or with the link's token asks for a new password. */
export function Recovery({ token, returnTo }: { token: string | null; returnTo: string }) {
  if (token) return <CheckedLink key={token} token={token} returnPath={returnTo} />;
  return (
    <>
      <RecoveryRequest returnTo={returnTo} />
      <OtherScreenLink question="Lembrou a senha?" to={authPath('login', returnTo)}>
        Entrar
      </OtherScreenLink>
    </>
  );
}

interface LinkProps {
  token: string;
  /** The return path of the address; the link in the e-mail has none. */
  returnPath: string;
}

/** Checks that the link is still valid before asking for a password. */
function CheckedLink({ token, returnPath }: LinkProps) {
  const [answer, setAnswer] = useState<{ emailHint: string } | ApiError | null>(null);
  const check = useCallback(() => {
    api(checkPasswordReset, { body: { token } }).then(setAnswer, (error: unknown) => {
      if (error instanceof ApiError) setAnswer(error);
    });
  }, [token]);
  useEffect(check, [check]);

  if (answer === null)
    return (
      <>
        <AuthHeader title="Recuperar acesso" />
        <output className="flex items-center gap-3 text-body text-ink-2">
          <Spinner className="text-brand" /> Conferindo seu link…
        </output>
      </>
    );
  const returnTo = returnPath === '/' ? storedReturnPath.read() : returnPath;
  if (!(answer instanceof ApiError))
    return <NewPasswordForm token={token} emailHint={answer.emailHint} returnTo={returnTo} />;
  if (answer.code === 'link_expired' || answer.code === 'invalid_request')
    return <ExpiredLink returnTo={returnTo} />;
  return (
    <>
      <AuthHeader title="Não deu para conferir o link">{answer.detail}</AuthHeader>
      <Button
        onClick={() => {
          setAnswer(null);
          check();
        }}
      >
        Tentar de novo
      </Button>
    </>
  );
}
