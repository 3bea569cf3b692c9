import { useCallback, useEffect, useState } from 'react';
import { checkPasswordReset } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { AuthHeader, OtherWay } from '#web/accounts/sign-in/auth-parts.tsx';
import { ExpiredLink } from '#web/accounts/verification/expired-link.tsx';
import { keptReturn } from '#web/accounts/sign-in/stored-return.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryRequest } from './request.tsx';
import { authPath } from '#web/accounts/sign-in/return-path.ts';

/** `/auth/recovery`: asks for a link, or with the link's token for a new password. */
export function Recovery({ token, returnTo }: { token: string | null; returnTo: string }) {
  if (token) return <CheckedLink key={token} token={token} named={returnTo} />;
  return (
    <>
      <RecoveryRequest returnTo={returnTo} />
      <OtherWay question="Lembrou a senha?" to={authPath('login', returnTo)}>
        Entrar
      </OtherWay>
    </>
  );
}

interface LinkProps {
  token: string;
  /** Where the address leads; the letter's names no place. */
  named: string;
}

/** Whether the link still opens is asked before anybody thinks up a password. */
function CheckedLink({ token, named }: LinkProps) {
  const [answer, setAnswer] = useState<{ emailHint: string } | ApiError | null>(null);
  const ask = useCallback(() => {
    api(checkPasswordReset, { body: { token } }).then(setAnswer, (error: unknown) => {
      if (error instanceof ApiError) setAnswer(error);
    });
  }, [token]);
  useEffect(ask, [ask]);

  if (answer === null)
    return (
      <>
        <AuthHeader title="Recuperar acesso" />
        <output className="flex items-center gap-3 text-body text-ink-2">
          <Spinner className="text-brand" /> Conferindo seu link…
        </output>
      </>
    );
  const returnTo = named === '/' ? keptReturn.read() : named;
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
          ask();
        }}
      >
        Tentar de novo
      </Button>
    </>
  );
}
