import { confirmEmailByCode } from '#contract/account.ts';
import { CodeForm } from './code-form.tsx';

/** The six digits of the letter: the way on for who reads mail on another device. */
export function EmailCodeForm({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  return (
    <CodeForm
      endpoint={confirmEmailByCode}
      label="Código do e-mail"
      action="Confirmar e-mail"
      onDone={onConfirmed}
    />
  );
}
