import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { confirmEmail } from '#contract/accounts/account.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { choosePassword } from '#web/accounts/recovery/first-password.ts';
import { Confirmed, VerificationText } from './verification-parts.tsx';

/** Pending confirmations by token: a link must be used once, however often React runs the effect. */
const pending = new Map<string, Promise<Reply<typeof confirmEmail>>>();

/** Confirms the e-mail with the link's token when the page opens. */
export function ConfirmByLink({ token, returnTo }: { token: string; returnTo: string }) {
  const { reload, signedIn } = useSession();
  const navigate = useNavigate();
  const [state, setState] = useState<'asking' | 'done' | ApiError>('asking');
  useEffect(() => {
    const confirmation = pending.get(token) ?? api(confirmEmail, { body: { token } });
    pending.set(token, confirmation);
    confirmation
      .then(async ({ newPasswordToken }) => {
        if (newPasswordToken) return navigate(...choosePassword(newPasswordToken, returnTo));
        await reload();
        setState('done');
      })
      .catch((error: unknown) => {
        pending.delete(token);
        if (error instanceof ApiError) setState(error);
      });
  }, [token, returnTo, reload, navigate]);

  if (state === 'done') return <Confirmed returnTo={returnTo} />;
  if (state === 'asking')
    return (
      <VerificationText title="Confirme seu e-mail">
        <output className="flex items-center gap-3">
          <Spinner className="text-brand" /> Conferindo seu link…
        </output>
      </VerificationText>
    );
  if (state.code === 'network' || state.status >= 429)
    return (
      <VerificationText title="Não deu para conferir o link">
        <p>{state.detail}</p>
        <Button onClick={() => window.location.reload()}>Tentar de novo</Button>
      </VerificationText>
    );
  return (
    <VerificationText title="Este link venceu ou já foi usado">
      <p>Peça outro link e abra o e-mail mais recente.</p>
      <Button asChild>
        <Link to={signedIn ? '/verification' : '/auth/login?returnTo=/verification'} replace>
          Pedir outro link
        </Link>
      </Button>
    </VerificationText>
  );
}
