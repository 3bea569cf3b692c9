import { useState } from 'react';
import { decideReview } from '#contract/reviews.ts';
import type { ReviewReason } from '#domain/listings.ts';
import { reviewReasons } from '#domain/listings.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSubmission } from '#web/submission.ts';
import { reviewReasonWords } from '#web/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldSet } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { Refusal } from './compose-note.ts';
import { composeNote } from './compose-note.ts';

export interface RefusalDialogProps {
  decision: Refusal;
  listing: { id: number; title: string };
  /** The change that was looked at, when it is one. */
  revisionId: number | undefined;
  onClose: () => void;
  onDone: () => void;
}

const words: Record<Refusal, { title: string; confirm: string }> = {
  request_changes: { title: 'Pedir ajuste', confirm: 'Pedir ajuste' },
  reject: { title: 'Recusar anúncio', confirm: 'Recusar anúncio' },
};

const formId = 'recusa';
const mostReasons = 5;

/** Reasons, and the message made of them exactly as the seller will read it; it can be rewritten. */
export function RefusalDialog({ decision, listing, revisionId, onClose, onDone }: RefusalDialogProps) {
  const [reasons, setReasons] = useState<ReviewReason[]>([]);
  const [own, setOwn] = useState<string | null>(null);
  const note = own ?? composeNote(decision, reasons);
  const { formProps, errors, problem, pending } = useSubmission(decideReview, {
    params: { id: listing.id },
    read: () => ({ revisionId, decision, reasons, note: note.trim() }),
    onDone,
  });
  const missing = reasonMissing(reasons, note);
  const wrongState = problem?.code === 'already_decided' || problem?.code === 'wrong_state';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={words[decision].title}
      description={listing.title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {wrongState ? 'Fechar' : 'Voltar à revisão'}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={decision === 'reject' ? 'danger' : 'primary'}
            loading={pending}
            disabledReason={missing}
          >
            {words[decision].confirm}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter works from every field */}
      <form
        {...formProps}
        id={formId}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !missing)
            event.currentTarget.requestSubmit();
        }}
        className="flex flex-col gap-5"
      >
        <FieldSet label="Motivos" error={errors.reasons} announceError>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {reviewReasons.map((reason) => (
              <Checkbox
                key={reason}
                checked={reasons.includes(reason)}
                disabled={reasons.length >= mostReasons && !reasons.includes(reason)}
                onCheckedChange={(chosen) =>
                  setReasons((old) => (chosen ? [...old, reason] : old.filter((one) => one !== reason)))
                }
              >
                {reviewReasonWords[reason]}
              </Checkbox>
            ))}
          </div>
        </FieldSet>
        <Field
          label="Mensagem para o vendedor"
          error={errors.note}
          announceError
          hint="É isto que o vendedor lê, palavra por palavra. Ctrl+Enter conclui."
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
            limit={1000}
            minRows={4}
            onChange={(event) => setOwn(event.target.value)}
          />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

function reasonMissing(reasons: readonly ReviewReason[], note: string): string | undefined {
  if (reasons.length === 0) return 'Escolha pelo menos 1 motivo.';
  return note.trim() === '' ? 'Explique ao vendedor o que falta.' : undefined;
}
