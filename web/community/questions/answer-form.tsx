import { useState } from 'react';
import { questionLimits } from '#domain/community/questions.ts';
import { sizeFault } from '#domain/settings/size-messages.ts';
import { visibleLength } from '#domain/text/visible-length.ts';
import { useMaskedContacts } from '#web/community/contacts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { boundsOf, maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { answerDraft } from './use-answers.ts';
import { contactWarning } from './contact-warning.ts';

interface AnswerFormProps {
  /** The question's id; the draft is stored in this tab under it. */
  id: number;
  /** The answer that is edited. */
  initial?: string;
  /** Why the last attempt was not saved. */
  failure?: string;
  editing?: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** The form for an answer, inside its question. Ctrl+Enter sends it and moves to the next question. */
export function AnswerForm({ id, initial = '', failure, editing, onSend, onCancel }: AnswerFormProps) {
  const [draft, setDraft] = useDraft(answerDraft({ id }));
  const [text, setText] = useState(draft || initial);
  const masked = useMaskedContacts(text.trim());
  const [error, setError] = useState<string | undefined>();

  function send(): void {
    const answer = text.trim();
    if (answer === '') return setError('Escreva a resposta.');
    const sizeError = sizeFault('letters', visibleLength(answer), boundsOf(questionLimits.answer));
    if (sizeError) return setError(sizeError);
    onSend(answer);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter and Esc work from the field
    <form
      noValidate
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Field
        label={editing ? 'Editar resposta' : 'Sua resposta'}
        error={error ?? failure}
        announceError
        hint={
          masked ? (
            contactWarning(masked)
          ) : (
            // Touch keyboards have no Ctrl key.
            <span className="pointer-coarse:hidden">Ctrl+Enter responde e vai para a próxima.</span>
          )
        }
      >
        <Textarea
          // The person opened the field with a press.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          minRows={2}
          limit={maxOf(questionLimits.answer)}
          onChange={(event) => {
            setText(event.target.value);
            setDraft(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{failure ? 'Tentar de novo' : editing ? 'Salvar' : 'Responder'}</Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
