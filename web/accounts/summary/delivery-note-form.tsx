import { useState } from 'react';
import { deliverOrder } from '#contract/orders/orders.ts';
import { deliveryDraft } from '#web/orders/delivery/use-deliveries.ts';
import { fieldErrors } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

interface DeliveryNoteFormProps {
  hash: string;
  buyer: string;
  /** Why the last attempt was not saved. */
  failure?: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** The form for a delivery note, inside the task (P13). Ctrl+Enter submits it, Esc closes it. */
export function DeliveryNoteForm({ hash, buyer, failure, onSend, onCancel }: DeliveryNoteFormProps) {
  const [note, setNote] = useDraft(deliveryDraft({ hash }));
  const [error, setError] = useState<string>();

  async function send(): Promise<void> {
    const fieldError = (await fieldErrors(deliverOrder, { note })).note;
    if (fieldError) return setError(fieldError);
    onSend(note.trim());
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter and Esc work from the field
    <form
      noValidate
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Field
        label="Como você entregou"
        error={error ?? failure}
        announceError
        hint={`@${buyer} lê este texto. Diga o que enviou, por onde e quando.`}
      >
        <Textarea
          // The person opened the field with a press.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={note}
          minRows={2}
          limit={2000}
          onChange={({ target }) => {
            setNote(target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{failure ? 'Tentar de novo' : 'Marcar como entregue'}</Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
