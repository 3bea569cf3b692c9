import { CircleCheck } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { getUsernameAvailability } from '#contract/accounts/accounts.ts';
import { newUsernamePattern, usernameSize } from '#domain/accounts/accounts.ts';
import { api } from '#web/api/api.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { boundsOf } from '#web/settings/sizes.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';

const debounceMs = 400;

interface UsernameFieldProps {
  error: ReactNode;
  /** Called when the suggestion was accepted, so that the form checks the field again. */
  onChosen: () => void;
  defaultValue?: string;
}

/** The username, whose availability is checked 400 ms after the last key; the check never blocks the form (design §4.1). */
export function UsernameField({ error, onChosen, defaultValue = '' }: UsernameFieldProps) {
  const [value, setValue] = useState(defaultValue);
  const name = value.trim().toLowerCase();
  const answer = useAvailability(name);
  const taken = answer?.available === false;
  const bounds = boundsOf(usernameSize);
  return (
    <Field
      label="Nome de usuário"
      error={
        error ??
        (taken && (
          <>
            Já existe.{' '}
            {answer.suggestion && (
              <button
                type="button"
                className="inline-flex min-h-6 items-center font-semibold underline hit-44"
                onClick={() => {
                  setValue(answer.suggestion ?? '');
                  onChosen();
                }}
              >
                Que tal {answer.suggestion}?
              </button>
            )}
          </>
        ))
      }
      announceError
      hint={
        answer?.available && !error ? (
          <output className="flex items-center gap-1.5 text-on-success-soft">
            <CircleCheck aria-hidden="true" className="size-4" />
            Disponível
          </output>
        ) : (
          `De ${bounds.min} a ${bounds.max} letras sem acento, números e _. Aparece no seu perfil.`
        )
      }
    >
      <TextInput
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </Field>
  );
}

/** Null while unknown: still typing, loading, or the request failed. */
function useAvailability(name: string) {
  const [answer, setAnswer] = useState<{
    name: string;
    available: boolean;
    suggestion: string | null;
  } | null>(null);
  useEffect(() => {
    if (!newUsernamePattern.test(name)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api(getUsernameAvailability, { params: { username: name }, signal: stop.signal })
        .then((reply) => setAnswer({ name, ...reply }))
        .catch(() => undefined);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name]);
  return answer?.name === name ? answer : null;
}
