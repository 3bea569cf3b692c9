import { useState } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { createSession } from '#contract/accounts/sessions.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { authPath, fullPath } from '#web/accounts/sign-in/return-path.ts';
import { InlineSecondStep } from '#web/accounts/sign-in/inline-second-step.tsx';

/** Signs the same person in again without leaving the page: the password, and the second step if required. */
export function SignInAgain() {
  const { user, signIn, forgetSession } = useSession();
  const { revalidate } = useRevalidator();
  const [secondStep, setSecondStep] = useState(false);

  async function finish(token: string): Promise<void> {
    await signIn(token);
    await revalidate();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && forgetSession()}
      title={secondStep ? 'Confirme que é você' : 'Sua sessão terminou'}
      description={secondStep ? undefined : 'Entre de novo para continuar de onde parou.'}
    >
      {secondStep ? (
        <InlineSecondStep onToken={finish} onEnded={() => setSecondStep(false)} />
      ) : (
        <PasswordStep
          user={user}
          onOpened={async (token, pending) => {
            if (!pending) return finish(token);
            sessionToken.write(token);
            setSecondStep(true);
          }}
        />
      )}
    </Dialog>
  );
}

interface PasswordStepProps {
  user: CurrentUser;
  onOpened: (token: string, pending: boolean) => Promise<void>;
}

function PasswordStep({ user, onOpened }: PasswordStepProps) {
  const { forgetSession } = useSession();
  const here = useLocation();
  const { formProps, errors, problem, pending } = useSubmission(createSession, {
    read: (form) => ({ login: user.username, password: String(form.get('password') ?? '') }),
    onDone: (opened) => onOpened(opened.token, opened.user.twofactor === 'pending'),
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-5">
      <ProblemBanner problem={problem} />
      {/* Names the account for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={user.username} />
      <Field label={`Senha de @${user.username}`} error={errors.password} announceError>
        <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
      </Field>
      <div className="flex flex-col gap-2">
        <Button type="submit" size="lg" full loading={pending}>
          Entrar
        </Button>
        <Button asChild variant="quiet" full>
          <Link to={authPath('login', fullPath(here))} onClick={forgetSession}>
            Entrar de outro jeito
          </Link>
        </Button>
      </div>
    </form>
  );
}
