import { useNavigate } from 'react-router';
import { confirmEmailByCode } from '#contract/accounts/account.ts';
import { CodeForm } from './code-form.tsx';
import { choosePassword } from '#web/accounts/recovery/first-password.ts';

interface EmailCodeFormProps {
  onConfirmed: () => Promise<void>;
  /** The path after choosing a password, for a person whose session ends with the confirmation. */
  returnTo?: string;
}

/** The form for the code in the e-mail, for people who read e-mail on another device. */
export function EmailCodeForm({ onConfirmed, returnTo = '/' }: EmailCodeFormProps) {
  const navigate = useNavigate();
  return (
    <CodeForm
      endpoint={confirmEmailByCode}
      label="Código do e-mail"
      action="Confirmar e-mail"
      onDone={(answer) =>
        'newPasswordToken' in answer && answer.newPasswordToken
          ? navigate(...choosePassword(answer.newPasswordToken, returnTo))
          : onConfirmed()
      }
    />
  );
}
