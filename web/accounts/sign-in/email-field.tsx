import type { ReactNode } from 'react';
import { useState } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { suggestEmail } from './email-typo.ts';

interface EmailFieldProps {
  error: ReactNode;
  /** Called when a suggestion was accepted, so that the form checks the field again. */
  onChosen: () => void;
  label?: string;
  /** `username` for the address of an existing account, so that password managers fill it in. */
  autoComplete?: 'email' | 'username';
  enterKeyHint?: 'next' | 'go';
  defaultValue?: string;
}

/** An e-mail field with «Você quis dizer …?» for common typos. */
export function EmailField({
  error,
  onChosen,
  label = 'E-mail',
  autoComplete = 'email',
  enterKeyHint = 'next',
  defaultValue = '',
}: EmailFieldProps) {
  const [value, setValue] = useState(defaultValue);
  const [wasBlurred, setWasBlurred] = useState(false);
  const suggestion = wasBlurred ? suggestEmail(value) : null;
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
          setWasBlurred(false);
        }}
        onBlur={() => setWasBlurred(true)}
      />
    </Field>
  );
}
