import { useState } from 'react';
import { contestSale } from '#contract/accounts/seller-levels.ts';
import { contestWords } from '#domain/accounts/seller-levels/contests.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

interface ContestFormProps {
  hash: string;
  /** The sale, for the button's name. */
  title: string;
  onDone: () => Promise<void>;
}

/** The one contest of how a sale counts (§4.13), opened by a button. */
export function ContestForm({ hash, title, onDone }: ContestFormProps) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const { formProps, errors, problem, pending } = useSubmission(contestSale, {
    params: { hash },
    read: () => ({ words }),
    onDone,
  });
  if (!open)
    return (
      <Button
        variant="secondary"
        className="self-start"
        aria-label={`Contestar: ${title}`}
        onClick={() => setOpen(true)}
      >
        Contestar
      </Button>
    );
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-3">
      <ProblemBanner problem={problem} />
      <Field
        label="O que aconteceu"
        error={errors.words}
        announceError
        hint="A equipe lê junto com o pedido e decide. Você contesta cada venda uma vez só."
        className="w-full"
      >
        <Textarea
          name="words"
          value={words}
          minRows={3}
          limit={contestWords.max}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={pending}>
          Enviar contestação
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
