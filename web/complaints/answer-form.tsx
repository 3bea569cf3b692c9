import { useRevalidator } from 'react-router';
import type { Complaint } from '#contract/complaints.ts';
import { answerComplaint } from '#contract/complaints.ts';
import { complaintLimits } from '#domain/complaint-rules.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSubmission } from '#web/submission.ts';
import { Button } from '#web/ui/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/field.tsx';
import { mostOf } from '#web/sizes.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { aviso } from '#web/ui/toast.tsx';

/** The seller's version (R02). */
export function AnswerForm({ complaint: { id, buyer } }: { complaint: Complaint }) {
  const { revalidate } = useRevalidator();
  const [words, write] = useDraft(`reclamacao-${id}-versao`);
  const { formProps, errors, problem, pending } = useSubmission(answerComplaint, {
    params: { id },
    read: () => ({ words }),
    onDone: async () => {
      write('');
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
          value={words}
          onChange={(event) => write(event.target.value)}
          minRows={4}
          limit={mostOf(complaintLimits.words)}
          placeholder="Ex.: enviei o acesso às 14h e testei antes. Mando a tela do teste."
        />
      </Field>
      <Button type="submit" loading={pending}>
        Responder à reclamação
      </Button>
    </form>
  );
}
