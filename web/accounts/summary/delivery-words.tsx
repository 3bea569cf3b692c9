import { useState } from 'react';
import { deliverOrder } from '#contract/orders/orders.ts';
import { deliveryDraft } from '#web/orders/delivery/use-deliveries.ts';
import { fieldErrors } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

interface DeliveryWordsProps {
  hash: string;
  buyer: string;
  /** Why the last try was not saved. */
  failure?: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** How it was delivered, in words, where the task stands (P13). Ctrl+Enter marks it, Esc closes it. */
export function DeliveryWords({ hash, buyer, failure, onSend, onCancel }: DeliveryWordsProps) {
  const [note, write] = useDraft(deliveryDraft({ hash }));
  const [error, setError] = useState<string>();

  async function send(): Promise<void> {
    const fault = (await fieldErrors(deliverOrder, { note })).note;
    if (fault) return setError(fault);
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
          // The field opens because somebody asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={note}
          minRows={2}
          limit={2000}
          onChange={({ target }) => {
            write(target.value);
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
