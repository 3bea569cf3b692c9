import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { confirmEmailChange } from '#contract/accounts/account.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { choosePassword } from '#web/accounts/recovery/first-password.ts';
import { authPath } from '#web/accounts/sign-in/return-path.ts';
import { VerificationText } from './verification-parts.tsx';

type Answer = Reply<typeof confirmEmailChange>;

/** Pending confirmations by token: a link must be used once, however often React runs the effect. */
const pending = new Map<string, Promise<Answer>>();

/** Confirms one side of a change of address by the link of its e-mail. The old and the new address must both confirm. */
export function ConfirmEmailChange({ token }: { token: string }) {
  const { reload } = useSession();
  const navigate = useNavigate();
  const [state, setState] = useState<Answer | ApiError | null>(null);
  useEffect(() => {
    const confirmation = pending.get(token) ?? api(confirmEmailChange, { body: { token } });
    pending.set(token, confirmation);
    confirmation
      .then(async (answer) => {
        if (answer.newPasswordToken) return navigate(...choosePassword(answer.newPasswordToken, '/'));
        await reload();
        setState(answer);
      })
      .catch((error: unknown) => {
        pending.delete(token);
        if (error instanceof ApiError) setState(error);
      });
  }, [token, reload, navigate]);

  if (state === null)
    return (
      <VerificationText title="Trocar e-mail">
        <output className="flex items-center gap-3">
          <Spinner className="text-brand" /> Conferindo seu link…
        </output>
      </VerificationText>
    );
  if (state instanceof ApiError) return <Refused error={state} token={token} />;
  if (state.changed)
    return (
      <VerificationText title="E-mail trocado">
        <p>Pronto. A partir de agora escrevemos para o endereço novo.</p>
        <Button asChild>
          <Link to="/">Continuar</Link>
        </Button>
      </VerificationText>
    );
  const other = state.waitingFor === 'old' ? 'atual' : 'novo';
  return (
    <VerificationText title="Falta um endereço">
      <p>Confirmamos este lado. Agora abra o link que mandamos para o seu e-mail {other}.</p>
    </VerificationText>
  );
}

function Refused({ error, token }: { error: ApiError; token: string }) {
  if (error.code === 'network' || error.status >= 429)
    return (
      <VerificationText title="Não deu para conferir o link">
        <p>{error.detail}</p>
        <Button onClick={() => window.location.reload()}>Tentar de novo</Button>
      </VerificationText>
    );
  if (error.code === 'unauthenticated')
    return (
      <VerificationText title="Entre para confirmar">
        <p>{error.detail}</p>
        <Button asChild>
          <Link to={authPath('login', `/verification?change=${token}`)}>Entrar</Link>
        </Button>
      </VerificationText>
    );
  return (
    <VerificationText title="Não deu para trocar o e-mail">
      <p>{error.detail}</p>
      <Button asChild>
        <Link to="/verification" replace>
          Pedir outro link
        </Link>
      </Button>
    </VerificationText>
  );
}
