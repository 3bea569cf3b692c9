import type { ReactNode } from 'react';
import { useState } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { suggestEmail } from './email-typo.ts';

interface EmailFieldProps {
  error: ReactNode;
  /** A suggestion was taken: the form checks the field again. */
  onChosen: () => void;
  label?: string;
  /** `username` where the address names an account that exists: managers fill it in. */
  autoComplete?: 'email' | 'username';
  enterKeyHint?: 'next' | 'go';
  defaultValue?: string;
}

/** An e-mail address, with «Você quis dizer …?» as a one-tap repair of the usual slips. */
export function EmailField({
  error,
  onChosen,
  label = 'E-mail',
  autoComplete = 'email',
  enterKeyHint = 'next',
  defaultValue = '',
}: EmailFieldProps) {
  const [value, setValue] = useState(defaultValue);
  const [left, setLeft] = useState(false);
  const suggestion = left ? suggestEmail(value) : null;
  return (
    <Field
      label={label}
      error={error}
      announceError
      hint={
        suggestion && (
          <button
            type="button"
            className="inline-flex min-h-11 items-center text-left font-semibold text-brand underline underline-offset-2"
            onClick={() => {
              setValue(suggestion);
              onChosen();
            }}
          >
            Você quis dizer {suggestion}?
          </button>
        )
      }
    >
      <TextInput
        name="email"
        type="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        enterKeyHint={enterKeyHint}
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
          setLeft(false);
        }}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}
