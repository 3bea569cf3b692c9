import { useState } from 'react';
import { decideDocuments } from '#contract/accounts/document-checks.ts';
import type { QueuedDocumentCheck } from '#contract/accounts/document-checks.ts';
import type { DocumentRefusal } from '#domain/accounts/documents/checks.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

const refusalLabels: Record<DocumentRefusal, string> = {
  unreadable: 'Recusar: não dá para ler',
  expired: 'Recusar: vencido',
  other_person: 'Recusar: de outra pessoa',
  incomplete: 'Recusar: falta uma parte',
  altered: 'Recusar: imagem editada',
  in_use: 'Recusar: em uso em outra conta (a pessoa pode pedir de volta)',
};

const approve = 'aprovar';

/** Approves or refuses opened documents, with a reason. */
export function DocumentDecision({
  check: { id, isClaim },
  heldElsewhere,
  onDecided,
}: {
  check: QueuedDocumentCheck;
  heldElsewhere: boolean;
  onDecided: () => Promise<void>;
}) {
  const [choice, setChoice] = useState('');
  const { formProps, errors, problem, pending } = useSubmission(decideDocuments, {
    params: { id },
    read: (form) => {
      const note = String(form.get('note') ?? '');
      return choice === approve
        ? { decision: 'approve' as const, note }
        : { decision: 'refuse' as const, refusal: choice as DocumentRefusal, note };
    },
    onDone: async () => {
      aviso.sucesso('Decisão registrada', 'A pessoa é avisada quando a decisão vale.');
      await onDecided();
    },
  });
  const options = [
    { value: approve, label: 'Aprovar', disabled: heldElsewhere && !isClaim },
    ...Object.entries(refusalLabels)
      .filter(([value]) => value !== 'in_use' || (heldElsewhere && !isClaim))
      .map(([value, label]) => ({ value, label })),
  ];
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-4">
      <RadioGroup aria-label="Decisão" options={options} value={choice} onValueChange={setChoice} />
      <Field
        label="Motivo"
        error={errors.note}
        announceError
        hint="A pessoa lê o motivo de uma recusa."
        className="w-full"
      >
        <Textarea name="note" minRows={2} limit={500} />
      </Field>
      <ProblemBanner problem={problem} />
      <Button
        type="submit"
        loading={pending}
        {...(choice === '' && { disabledReason: 'Escolha aprovar ou um motivo de recusa.' })}
      >
        Decidir
      </Button>
    </form>
  );
}
