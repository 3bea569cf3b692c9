import { useRevalidator } from 'react-router';
import type { ComplaintRequest } from '#contract/complaints/case.ts';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { answerRequest } from '#contract/complaints/complaints.ts';
import { noteLimits } from '#domain/complaints/rules.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { sideNames } from './complaint-texts.ts';

/** Questions from staff: one's own to answer, the other side's for information (R06). */
export function Requests({ complaint }: { complaint: Complaint }) {
  const { requests, viewerIs, state } = complaint;
  if (requests.length === 0) return null;
  return (
    <section aria-label="Perguntas da equipe" className="flex flex-col gap-3">
      <h3 className="text-h3">A equipe perguntou</h3>
      <ul className="flex flex-col gap-3">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-col gap-3 rounded-lg border border-border p-4">
            <StaffRequest complaint={complaint} reader={viewerIs} request={request} />
            {request.side === viewerIs && request.answer === null && state === 'in_mediation' && (
              <AnswerRequest id={complaint.id} request={request} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A question with its answer, or the deadline for it. */
export function StaffRequest({
  complaint,
  reader,
  request,
}: {
  complaint: Pick<Complaint, 'buyer' | 'seller'>;
  /** The side that reads it; staff read both names. */
  reader?: ComplaintRequest['side'];
  request: ComplaintRequest;
}) {
  const { first, ...names } = sideNames(reader, complaint);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-ink-2">{`A ${names[request.side]}, em ${formatDateTime(request.askedAt)}`}</p>
      <p className="text-body wrap-anywhere whitespace-pre-line">{request.words}</p>
      {request.answer !== null && (
        <blockquote className="border-l-2 border-border-strong pl-3 text-body wrap-anywhere whitespace-pre-line">
          {request.answer}
        </blockquote>
      )}
      {request.answer === null && (
        <p className={request.lapsedAt ? 'text-sm text-danger' : 'text-sm text-ink-2'}>
          {request.lapsedAt
            ? `${first[request.side]} não respondeu no prazo, e isso pesa contra ${names[request.side]}.`
            : request.answerBy && `Resposta até ${formatDateTime(request.answerBy)}.`}
        </p>
      )}
    </div>
  );
}

function AnswerRequest({ id, request }: { id: number; request: ComplaintRequest }) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useDraft(`reclamacao-${id}-pergunta-${request.id}`);
  const { formProps, errors, problem, pending } = useSubmission(answerRequest, {
    params: { id, requestId: request.id },
    read: () => ({ words: text }),
    onDone: async () => {
      setText('');
      await revalidate();
      aviso.sucesso('Resposta enviada à equipe');
    },
  });
  return (
    <form {...formProps} className="flex flex-col items-start gap-3 print:hidden">
      <ProblemBanner problem={problem} />
      <Field
        label="Sua resposta"
        hint="Se precisar, envie os arquivos em Provas, abaixo."
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
        Responder à equipe
      </Button>
    </form>
  );
}
