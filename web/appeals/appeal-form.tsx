import { openAppeal } from '#contract/appeals/appeals.ts';
import { appealWords } from '#domain/appeals/appeals.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

interface AppealFormProps {
  decisionId: number;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The one appeal against a decision (N04). */
export function AppealForm({ decisionId, onDone, onCancel }: AppealFormProps) {
  const { formProps, errors, problem, pending } = useSubmission(openAppeal, {
    params: { id: String(decisionId) },
    read: (form) => ({ words: String(form.get('words') ?? '') }),
    onDone,
  });
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-3">
      <ProblemBanner problem={problem} />
      <Field
        label="Por que a decisão está errada"
        error={errors.words}
        announceError
        hint="Outra pessoa da equipe lê e decide. Você recorre de cada decisão uma vez só."
        className="w-full"
      >
        <Textarea name="words" minRows={3} limit={appealWords.max} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Enviar recurso
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
