import { useState } from 'react';
import { questionLimits } from '#domain/community/questions.ts';
import { sizeFault } from '#domain/settings/size-words.ts';
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
  /** The question's number: what is typed is kept in this tab under it. */
  id: number;
  /** The answer that is mended. */
  initial?: string;
  /** Why the last try was not saved. */
  failure?: string;
  mending?: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** The answer, where the question stands. Ctrl+Enter sends it and goes on to the next. */
export function AnswerForm({ id, initial = '', failure, mending, onSend, onCancel }: AnswerFormProps) {
  const [kept, keep] = useDraft(answerDraft({ id }));
  const [text, setText] = useState(kept || initial);
  const masked = useMaskedContacts(text.trim());
  const [error, setError] = useState<string | undefined>();

  function send(): void {
    const words = text.trim();
    if (words === '') return setError('Escreva a resposta.');
    const fault = sizeFault('letters', visibleLength(words), boundsOf(questionLimits.answer));
    if (fault) return setError(fault);
    onSend(words);
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
        label={mending ? 'Editar resposta' : 'Sua resposta'}
        error={error ?? failure}
        announceError
        hint={
          masked ? (
            contactWarning(masked)
          ) : (
            // Whoever types on glass has no such keys.
            <span className="pointer-coarse:hidden">Ctrl+Enter responde e vai para a próxima.</span>
          )
        }
      >
        <Textarea
          // The field opens because somebody asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          minRows={2}
          limit={maxOf(questionLimits.answer)}
          onChange={(event) => {
            setText(event.target.value);
            keep(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{failure ? 'Tentar de novo' : mending ? 'Salvar' : 'Responder'}</Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
