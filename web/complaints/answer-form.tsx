import { useRevalidator } from 'react-router';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { answerComplaint } from '#contract/complaints/complaints.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** The seller's version (R02). */
export function AnswerForm({ complaint: { id, buyer } }: { complaint: Complaint }) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useDraft(`reclamacao-${id}-versao`);
  const { formProps, errors, problem, pending } = useSubmission(answerComplaint, {
    params: { id },
    read: () => ({ words: text }),
    onDone: async () => {
      setText('');
      await revalidate();
      aviso.sucesso('Resposta enviada', `Agora proponha um acordo a @${buyer}.`);
    },
  });
  return (
    <form {...formProps} className="flex flex-col items-start gap-4 print:hidden">
      <ProblemBanner problem={problem} />
      <Field
        label="Sua versão"
        hint={`@${buyer} e a equipe leem este texto.`}
        error={errors.words}
        announceError
        className="w-full"
      >
        <Textarea
          name="words"
          value={text}
          onChange={(event) => setText(event.target.value)}
          minRows={4}
          limit={maxOf(complaintLimits.words)}
          placeholder="Ex.: enviei o acesso às 14h e testei antes. Mando a tela do teste."
        />
      </Field>
      <Button type="submit" loading={pending}>
        Responder à reclamação
      </Button>
    </form>
  );
}
