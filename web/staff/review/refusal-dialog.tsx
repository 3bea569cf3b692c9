import { useState } from 'react';
import type { ReviewReason } from '#domain/listings/listings.ts';
import { reviewReasons } from '#domain/listings/listings.ts';
import { reviewReasonLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { Refusal } from './compose-note.ts';
import { composeNote } from './compose-note.ts';
import type { Decision } from './outbox.ts';

export interface RefusalDialogProps {
  decision: Refusal;
  title: string;
  /** An earlier decision about it that was undone or not saved. */
  before: Decision | undefined;
  onClose: () => void;
  onDecide: (message: Pick<Decision, 'reasons' | 'note'>) => void;
}

const texts: Record<Refusal, { title: string; confirm: string }> = {
  request_changes: { title: 'Pedir ajuste', confirm: 'Pedir ajuste' },
  reject: { title: 'Recusar anúncio', confirm: 'Recusar anúncio' },
};

const formId = 'recusa';
const maxReasons = 5;
const maxLength = 1000;

/** Reasons, and the message composed from them as the seller will read it; it can be rewritten. */
export function RefusalDialog({ decision, title, before, onClose, onDecide }: RefusalDialogProps) {
  const same = before?.decision === decision ? before : undefined;
  const [reasons, setReasons] = useState<ReviewReason[]>(same?.reasons ?? []);
  const [own, setOwn] = useState<string | null>(same?.note ?? null);
  const note = own ?? composeNote(decision, reasons);
  const missing = obstacleOf(reasons, note);
  const decide = () => missing === undefined && onDecide({ reasons, note: note.trim() });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={texts[decision].title}
      description={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar à revisão
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={decision === 'reject' ? 'danger' : 'primary'}
            disabledReason={missing}
          >
            {texts[decision].confirm}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter works from every field */}
      <form
        noValidate
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          decide();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          decide();
        }}
        className="flex flex-col gap-5"
      >
        <FieldSet label="Motivos">
          <div className="grid gap-x-4 sm:grid-cols-2">
            {reviewReasons.map((reason) => (
              <Checkbox
                key={reason}
                checked={reasons.includes(reason)}
                disabled={reasons.length >= maxReasons && !reasons.includes(reason)}
                onCheckedChange={(chosen) =>
                  setReasons((old) => (chosen ? [...old, reason] : old.filter((one) => one !== reason)))
                }
              >
                {reviewReasonLabels[reason]}
              </Checkbox>
            ))}
          </div>
        </FieldSet>
        <Field
          label="Mensagem para o vendedor"
          hint="É isto que o vendedor lê, palavra por palavra. Ctrl+Enter conclui; depois, dá para desfazer por 6 segundos."
          action={
            own !== null && (
              <button
                type="button"
                className="text-sm font-semibold text-brand underline hit-44"
                onClick={() => setOwn(null)}
              >
                Refazer pelos motivos
              </button>
            )
          }
        >
          <Textarea
            name="note"
            value={note}
            limit={maxLength}
            minRows={4}
            onChange={(event) => setOwn(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function obstacleOf(reasons: readonly ReviewReason[], note: string): string | undefined {
  if (reasons.length === 0) return 'Escolha pelo menos 1 motivo.';
  if (note.trim() === '') return 'Explique ao vendedor o que falta.';
  return note.trim().length > maxLength ? 'Use até 1.000 letras.' : undefined;
}
