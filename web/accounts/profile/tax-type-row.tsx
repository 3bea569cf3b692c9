import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { changeTaxType } from '#contract/accounts/account.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import { taxTypesOf } from '#domain/orders/taxes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { taxTypeNames } from '#domain/state-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { EditableRow } from '../settings-section.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';

/** MEI or another company: an MEI can become another kind under the same CNPJ. Earlier orders keep the former type. */
export function TaxTypeRow({ taxType }: { taxType: TaxType }) {
  return (
    <EditableRow
      title="Quem vende"
      value={taxTypeNames[taxType]}
      editLabel="Mudar tipo"
      renderForm={(close) => <TaxTypeForm taxType={taxType} onClose={close} />}
    />
  );
}

function TaxTypeForm({ taxType, onClose }: { taxType: TaxType; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const [chosen, setChosen] = useState(taxType);
  const { formProps, problem, pending } = useSubmission(changeTaxType, {
    read: () => ({ taxType: chosen as 'mei' | 'company' }),
    withProof: withProof,
    onDone: async () => {
      aviso.sucesso('Tipo mudado', 'Vale para os próximos pedidos.');
      onClose();
      await revalidate();
    },
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <ProblemBanner problem={problem} />
      <TaxTypeChoice value={chosen} onChange={setChosen} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Salvar
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** The choice of the tax type, for people with a CNPJ. */
export function TaxTypeChoice({
  value,
  onChange,
}: {
  value: TaxType | undefined;
  onChange: (type: TaxType) => void;
}) {
  return (
    <RadioGroup
      aria-label="Tipo de empresa"
      {...(value && { value })}
      onValueChange={(type) => onChange(type as TaxType)}
      options={taxTypesOf('cnpj').map((type) => ({ value: type, label: taxTypeNames[type] }))}
    />
  );
}
