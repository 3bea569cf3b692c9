import { useRef } from 'react';
import { requestEmailChange } from '#contract/accounts/account.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmailField } from '#web/accounts/sign-in/email-field.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';

interface ChangeEmailProps {
  /** The current address, valid until the new one is confirmed. */
  email: string;
  onCancel: () => void;
  onRequested: (newEmail: string) => void;
}

/** Requests a change of address; the reply is the same whether or not the new address is in use. */
export function ChangeEmail({ email, onCancel, onRequested }: ChangeEmailProps) {
  const withProof = useStepUp();
  const typed = useRef('');
  const { formProps, errors, problem, pending, recheck } = useSubmission(requestEmailChange, {
    read: (form) => {
      typed.current = String(form.get('email') ?? '').trim();
      return { email: typed.current };
    },
    withProof: withProof,
    onDone: () => onRequested(typed.current),
  });
  return (
    <form {...formProps} method="post" className="flex w-full flex-col gap-5">
      <p>
        Seu e-mail é <strong className="font-semibold wrap-anywhere text-ink">{email}</strong> até você
        confirmar o novo.
      </p>
      <ProblemBanner problem={problem} />
      <EmailField
        label="Novo e-mail"
        error={errors.email}
        onChosen={() => recheck('email')}
        enterKeyHint="go"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={pending}>
          Trocar e-mail
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Manter e-mail
        </Button>
      </div>
    </form>
  );
}
