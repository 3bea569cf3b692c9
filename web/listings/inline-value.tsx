import { Check, Pencil, X } from '#web/ui/icons/icons.tsx';
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

/** A number edited in place: Enter saves, Esc cancels; a refusal is shown in the row. */
export function InlineValue({ label, kind, value, shown, onSave }: InlineValueProps) {
  const [draft, setDraft] = useState<number | null>(null);
  /** After editing, the focus returns to the number. */
  const [editing, setEditing] = useState<boolean | 'done'>(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  if (editing !== true)
    return (
      <button
        type="button"
        ref={editing === 'done' ? focusOnce : undefined}
        aria-label={`Mudar ${label}: ${shown}`}
        className="group inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm text-ink"
        onClick={() => {
          setDraft(value);
          setError(undefined);
          setEditing(true);
        }}
      >
        <span className="underline decoration-dotted underline-offset-4 group-hover:decoration-solid">
          {shown}
        </span>
        <Pencil aria-hidden="true" className="size-3.5 text-ink-3" />
      </button>
    );

  async function save(): Promise<void> {
    if (pending) return;
    if (draft === null) return setError('Informe um valor.');
    if (draft === value) return setEditing('done');
    setPending(true);
    try {
      await onSave(draft);
      setEditing('done');
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
      if (event.key === 'Escape') setEditing('done');
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
      <IconButton label="Desistir" icon={<X aria-hidden="true" />} onClick={() => setEditing('done')} />
    </span>
  );
}

/** A stable function, so that React calls it only when the input is mounted. */
function focusOnce(number: HTMLElement | null): void {
  number?.focus();
}

/**
 * Allows one digit more than the server accepts, so that too large a number is refused with a message instead of being
 * cut.
 */
function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 4);
  return digits === '' ? null : Number(digits);
}
