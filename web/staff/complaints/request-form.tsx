import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { askEvidence } from '#contract/complaints/staff-complaints.ts';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { noteLimits } from '#domain/complaints/rules.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** R06: asks one side a question, which starts its time to answer. */
export function RequestForm({ found, onClose }: { found: StaffComplaint; onClose: () => void }) {
  const [side, setSide] = useState<ComplaintSide>();
  const { revalidate } = useRevalidator();
  const { formProps, errors, problem, pending } = useSubmission(askEvidence, {
    params: { id: found.id },
    read: (form) => ({ side: side as ComplaintSide, words: String(form.get('words') ?? '') }),
    onDone: async () => {
      await revalidate();
      onClose();
      aviso.sucesso('Pergunta enviada', 'O prazo da resposta já está correndo.');
    },
  });
  return (
    <form {...formProps} className="flex flex-col gap-4 rounded-lg bg-surface-2 p-4">
      <ProblemBanner problem={problem} />
      <FieldSet label="Perguntar a quem?" error={errors.side} announceError>
        <RadioGroup
          aria-label="Perguntar a quem?"
          value={side}
          onValueChange={(value) => setSide(value === 'seller' ? 'seller' : 'buyer')}
          options={[
            { value: 'buyer', label: `@${found.buyer}, que comprou` },
            { value: 'seller', label: `@${found.seller}, que vendeu` },
          ]}
        />
      </FieldSet>
      <Field label="O que falta provar?" error={errors.words} announceError>
        <Textarea
          name="words"
          minRows={3}
          limit={noteLimits.note.max}
          placeholder="Ex.: mande a tela do erro com a data e o código usado."
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={pending}>
          Pedir provas
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </form>
  );
}
