import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { labelOrderRisk } from '#contract/risk/order-risk.ts';
import { riskLabelNames, riskLabels } from '#domain/risk/labels.ts';
import type { RiskLabel } from '#domain/risk/labels.ts';
import { useSubmission } from '#web/api/submission.ts';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DecisionDialog } from '#web/staff/queue/decision-dialog.tsx';

export interface LabelDialogProps {
  order: { id: number; code: string };
  label: RiskLabel | null;
  onClose: () => void;
}

/** Records what an examined order turned out to be (F55). */
export function LabelDialog({ order, label, onClose }: LabelDialogProps) {
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(label);
  const { formProps, errors, problem, pending } = useSubmission(labelOrderRisk, {
    params: { id: order.id },
    read: (form) => ({ label: chosen!, note: String(form.get('note') ?? '').trim() }),
    onDone: async () => {
      aviso.sucesso('Registrado', 'As próximas compras e os testes de regras contam com isso.');
      onClose();
      await revalidate();
    },
  });
  return (
    <DecisionDialog
      title={`O que o pedido ${order.code} foi?`}
      description="Não move dinheiro nem avisa ninguém. Uma fraude vira sinal para as próximas compras da mesma conta, aparelho ou documento."
      formId="registrar-risco"
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Voltar"
      decideLabel="Registrar resultado"
      tone="primary"
      onClose={onClose}
    >
      <FieldSet label="Resultado" error={errors.label}>
        <RadioGroup
          aria-label="Resultado"
          value={chosen ?? ''}
          onValueChange={(value) => setChosen(value as RiskLabel)}
          options={riskLabels.map((value) => ({ value, label: riskLabelNames[value] }))}
        />
      </FieldSet>
      <Field label="Como você sabe" hint="Só a equipe lê." error={errors.note} announceError>
        <Textarea name="note" limit={500} />
      </Field>
    </DecisionDialog>
  );
}
