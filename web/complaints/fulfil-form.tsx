import { useRevalidator } from 'react-router';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { fulfilPromise } from '#contract/complaints/complaints.ts';
import { noteLimits } from '#domain/complaints/rules.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** The seller describes how the repair or replacement was delivered (R03). */
export function FulfilForm({ complaint: { id, promise, buyer } }: { complaint: Complaint }) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useDraft(`reclamacao-${id}-cumprido`);
  const { formProps, errors, problem, pending } = useSubmission(fulfilPromise, {
    params: { id },
    read: () => ({ words: text }),
    onDone: async () => {
      setText('');
      await revalidate();
      aviso.sucesso('Entrega marcada', `Agora @${buyer} confere.`);
    },
  });
  return (
    <form {...formProps} className="flex flex-col items-start gap-4 print:hidden">
      <ProblemBanner problem={problem} />
      <Field
        label={promise!.kind === 'fix' ? 'Como você resolveu' : 'Como você entregou a outra unidade'}
        hint={`Prazo: ${formatDateTime(promise!.by)}. Envie as provas abaixo.`}
        error={errors.words}
        announceError
        className="w-full"
      >
        <Textarea
          name="words"
          value={text}
          onChange={(event) => setText(event.target.value)}
          minRows={3}
          limit={noteLimits.note.max}
        />
      </Field>
      <Button type="submit" loading={pending}>
        Marcar como cumprido
      </Button>
    </form>
  );
}
