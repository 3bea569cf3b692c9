import { useState } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { passwordStrength } from './password-strength.ts';

interface NewPasswordFieldProps {
  label: string;
  error: string | undefined;
  enterKeyHint?: 'next' | 'go';
}

/** A field for a new password with a strength label; only its length is required. */
export function NewPasswordField({ label, error, enterKeyHint = 'next' }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  return (
    <Field
      label={label}
      error={error}
      announceError
      hint={password === '' ? 'Use 8 letras ou números ou mais.' : undefined}
    >
      <PasswordInput
        name="password"
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
        strength={passwordStrength(password)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Field>
  );
}
