import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { appealDecision } from '#contract/complaints/complaints.ts';
import { losingSides } from '#domain/complaints/outcomes.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import { otherSide } from '#domain/complaints/complaints.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { focusField } from '#web/ui/overlays/overlay.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { groundLabels } from './complaint-texts.ts';
import { refundedBySilence } from './silence-refund-texts.ts';

/** R08: each side may appeal once, with new evidence or an error in the decision. */
export function AppealForm({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const { id } = complaint;
  const [ground, setGround] = useState<'new_fact' | 'error'>();
  const [text, setText] = useDraft(`reclamacao-${id}-recurso`);
  const { revalidate } = useRevalidator();
  const { formProps, errors, problem, pending } = useSubmission(appealDecision, {
    params: { id },
    read: () => ({ ground: ground as 'new_fact' | 'error', words: text }),
    onDone: async () => {
      setText('');
      await revalidate();
      onClose();
      aviso.sucesso('Recurso enviado', 'Outra pessoa da equipe vai decidir.');
    },
  });
  return (
    <form {...formProps} className="flex flex-col gap-5 rounded-lg bg-surface-2 p-4 print:hidden">
      <p className="text-sm text-ink-2">{`Você pode recorrer uma vez. ${riskText(complaint)}`}</p>
      <ProblemBanner problem={problem} />
      <FieldSet ref={focusField} label="Por que recorrer?" error={errors.ground} announceError>
        <RadioGroup
          aria-label="Por que recorrer?"
          value={ground}
          onValueChange={(value) => setGround(value === 'error' ? 'error' : 'new_fact')}
          options={Object.entries(groundLabels).map(([value, label]) => ({ value, label }))}
        />
      </FieldSet>
      <Field label="Explique" error={errors.words} announceError>
        <Textarea
          name="words"
          value={text}
          onChange={(event) => setText(event.target.value)}
          minRows={4}
          limit={maxOf(complaintLimits.words)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Recorrer da decisão
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </form>
  );
}

/** R09: what the appeal may change, which depends on whether the other side appeals too. */
function riskText(complaint: Complaint): string {
  const { viewerIs, result, appeals, waived } = complaint;
  if (refundedBySilence(complaint))
    return 'O valor já voltou a quem comprou. Se o recurso for aceito, o fundo de garantia paga a sua parte.';
  const other = otherSide[viewerIs];
  if (appeals.length > 0)
    return 'Como o outro lado também recorreu, a decisão final pode melhorar ou piorar a sua situação.';
  return result && losingSides(result).includes(other) && !waived.includes(other)
    ? 'O recurso só pode piorar a sua situação se o outro lado também recorrer.'
    : 'O recurso não piora a sua situação.';
}
