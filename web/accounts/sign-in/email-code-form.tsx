import { useNavigate } from 'react-router';
import { confirmEmailByCode } from '#contract/accounts/account.ts';
import { CodeForm } from './code-form.tsx';
import { choosePassword } from '#web/accounts/recovery/first-password.ts';

interface EmailCodeFormProps {
  onConfirmed: () => Promise<void>;
  /** Where a person whose session ends with the proof goes after choosing a password. */
  returnTo?: string;
}

/** The six digits of the letter: the way on for who reads mail on another device. */
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
