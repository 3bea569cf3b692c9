import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { resendEmailConfirmation } from '#contract/accounts/account.ts';
import { getUser } from '#contract/accounts/accounts.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { ChangeEmail } from './change-email.tsx';
import { EmailCodeForm } from '#web/accounts/sign-in/email-code-form.tsx';
import { mailboxUrl } from './mailbox.ts';
import { ResendButton } from './resend-button.tsx';
import { VerificationText } from './verification-parts.tsx';

const pollMs = 5_000;
const resendPauseSeconds = 60;

interface WaitForConfirmationProps {
  email: string;
  /** The e-mail was sent a moment ago. */
  justSent: boolean;
  returnTo: string;
}

/** Waits for the confirmation by e-mail. Confirming in another tab or on a phone continues this page. */
export function WaitForConfirmation({ email, justSent, returnTo }: WaitForConfirmationProps) {
  const { reload } = useSession();
  const navigate = useNavigate();
  const [changing, setChanging] = useState(false);
  const [newEmail, setNewEmail] = useState<string | null>(null);

  /** Returns to the page that required the confirmation; without one this page shows the success. */
  async function continueAfter(): Promise<void> {
    await reload();
    if (returnTo === '/') return;
    aviso.sucesso('E-mail confirmado');
    await navigate(returnTo, { replace: true });
  }
  useConfirmedElsewhere(continueAfter);

  if (changing)
    return (
      <VerificationText title="Trocar e-mail">
        <ChangeEmail
          email={email}
          onCancel={() => setChanging(false)}
          onRequested={(asked) => {
            setNewEmail(asked);
            setChanging(false);
          }}
        />
      </VerificationText>
    );
  const address = newEmail ?? email;
  const mailbox = mailboxUrl(address);
  return (
    <VerificationText title="Confirme seu e-mail">
      <p>
        Mandamos um link para <strong className="font-semibold wrap-anywhere text-ink">{address}</strong>.{' '}
        {newEmail
          ? 'Abra o link para concluir a troca. Olhe também o spam.'
          : 'Abra o link ou digite aqui o código de 6 números. Olhe também o spam.'}
      </p>
      {newEmail === null && <EmailCodeForm onConfirmed={continueAfter} returnTo={returnTo} />}
      <div className="flex w-full flex-wrap items-start gap-x-2 gap-y-3">
        {mailbox && (
          <Button asChild variant="secondary">
            <a href={mailbox}>Abrir e-mail</a>
          </Button>
        )}
        {newEmail === null && (
          <ResendButton
            label="Reenviar link"
            sentText="Enviamos outro link. O mais recente é o que vale."
            waitSeconds={justSent ? resendPauseSeconds : 0}
            send={async () => {
              await api(resendEmailConfirmation);
              return resendPauseSeconds;
            }}
            className="flex flex-col items-start gap-3"
          />
        )}
        <Button variant="quiet" className="max-sm:-ml-5" onClick={() => setChanging(true)}>
          Trocar e-mail
        </Button>
      </div>
    </VerificationText>
  );
}

/** Polls while the page is visible, and at once when it becomes visible. */
function useConfirmedElsewhere(onConfirmed: () => Promise<void>): void {
  const confirmed = useEffectEvent(() => void onConfirmed());
  useEffect(() => {
    let done = false;
    const ask = () => {
      if (done || document.visibilityState === 'hidden') return;
      api(getUser).then(
        (user) => {
          if (!user.email_verified || done) return;
          done = true;
          confirmed();
        },
        () => undefined,
      );
    };
    const timer = setInterval(ask, pollMs);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      done = true;
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
