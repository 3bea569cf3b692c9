import { useRef, useState } from 'react';
import { requestPasswordReset } from '#contract/accounts/sessions.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { AuthHeader } from '#web/accounts/sign-in/auth-parts.tsx';
import { EmailField } from '#web/accounts/sign-in/email-field.tsx';
import { storedReturnPath } from '#web/accounts/sign-in/stored-return.ts';
import { mailboxUrl } from '#web/accounts/verification/mailbox.ts';
import { ResendButton } from '#web/accounts/verification/resend-button.tsx';

const resendPauseSeconds = 60;

/** «Enviar link», then a confirmation, which is the same whether or not the account exists. */
export function RecoveryRequest({ returnTo }: { returnTo: string }) {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const typed = useRef('');
  const { formProps, errors, problem, pending, recheck } = useSubmission(requestPasswordReset, {
    read: (form) => {
      typed.current = String(form.get('email') ?? '').trim();
      return { email: typed.current };
    },
    onDone: () => {
      storedReturnPath.keep(returnTo);
      setEmail(typed.current);
      setSent(true);
    },
  });
  if (sent) return <LinkSent email={email} onOther={() => setSent(false)} />;
  return (
    <>
      <AuthHeader title="Recuperar acesso">
        Digite o e-mail da sua conta. Mandamos um link para criar uma senha nova.
      </AuthHeader>
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <EmailField
          error={errors.email}
          onChosen={() => recheck('email')}
          autoComplete="username"
          enterKeyHint="go"
          defaultValue={email}
        />
        <Button type="submit" size="lg" full loading={pending}>
          Enviar link
        </Button>
      </form>
    </>
  );
}

function LinkSent({ email, onOther }: { email: string; onOther: () => void }) {
  const mailbox = mailboxUrl(email);
  return (
    <>
      <div aria-live="polite">
        <AuthHeader title="Recuperar acesso">
          Se houver conta com <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>, o
          link chega em alguns minutos. Olhe também o spam.
        </AuthHeader>
      </div>
      <div className="flex flex-col items-start gap-3">
        {mailbox && (
          <Button asChild>
            <a href={mailbox}>Abrir e-mail</a>
          </Button>
        )}
        <ResendButton
          label="Reenviar link"
          sentText="Enviamos outro link. O mais recente é o que vale."
          waitSeconds={resendPauseSeconds}
          send={async () => {
            await api(requestPasswordReset, { body: { email } });
            return resendPauseSeconds;
          }}
        />
        <Button variant="quiet" className="-ml-5" onClick={onOther}>
          Usar outro e-mail
        </Button>
      </div>
    </>
  );
}
