import { Check, X } from '#web/ui/icons/icons.tsx';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { ApiError } from '#web/api/api.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

export interface InlineValueProps {
  /** «Preço de Teclado mecânico». */
  label: string;
  kind: 'money' | 'count';
  value: number;
  /** The formatted value: «R$ 10,00», «3 unidades». */
  shown: string;
  onSave: (value: number) => Promise<void>;
}

/** The input of a number that is edited in place; its code loads when the number is pressed. */
export function InlineEditor({
  label,
  kind,
  value,
  onSave,
  onEnd,
}: Omit<InlineValueProps, 'shown'> & { onEnd: () => void }) {
  const [draft, setDraft] = useState<number | null>(value);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function save(): Promise<void> {
    if (pending) return;
    if (draft === null) return setError('Informe um valor.');
    if (draft === value) return onEnd();
    setPending(true);
    try {
      await onSave(draft);
      onEnd();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(Object.values(caught.fields)[0] ?? caught.detail);
    } finally {
      setPending(false);
    }
  }

  const keys = {
    autoFocus: true,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') void save();
      if (event.key === 'Escape') onEnd();
    },
  };
  return (
    <span className="flex items-start gap-1">
      <Field label={label} hideLabel error={error} announceError className="w-36">
        {kind === 'money' ? (
          <MoneyInput value={draft} onValueChange={setDraft} {...keys} />
        ) : (
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={draft ?? ''}
            onChange={(event) => setDraft(wholeNumber(event.target.value))}
            {...keys}
          />
        )}
      </Field>
      <IconButton
        label={`Salvar ${label}`}
        icon={<Check aria-hidden="true" />}
        loading={pending}
        onClick={() => void save()}
      />
      <IconButton label="Desistir" icon={<X aria-hidden="true" />} onClick={onEnd} />
    </span>
  );
}

/**
 * Allows one digit more than the server accepts, so that too large a number is refused with a message instead of being
 * cut.
 */
function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 4);
  return digits === '' ? null : Number(digits);
}
