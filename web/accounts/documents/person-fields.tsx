import { useState } from 'react';
import type { TaxType } from '#domain/orders/taxes.ts';
import { documentMask } from '#web/accounts/profile/document.ts';
import { TaxTypeChoice } from '#web/accounts/profile/tax-type-row.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

/** Name, birth date and CPF or CNPJ of an account that has not given them yet. */
export function PersonFields({
  errors,
  onIsCompany,
}: {
  errors: Record<string, string>;
  onIsCompany: (isCompany: boolean) => void;
}) {
  const [number, setNumber] = useState('');
  const [taxType, setTaxType] = useState<TaxType | undefined>();
  const isCompany = documentMask(number) === masks.cnpj;
  return (
    <>
      <Field label="Nome completo" error={errors.fullName} announceError hint="Como está no documento.">
        <TextInput name="fullName" autoComplete="name" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Data de nascimento" error={errors.birthDate} announceError>
          <TextInput type="date" name="birthDate" autoComplete="bday" />
        </Field>
        <Field label="CPF ou CNPJ" error={errors.document} announceError>
          <MaskedInput
            name="document"
            mask={documentMask}
            inputMode="text"
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="000.000.000-00"
            value={number}
            onValueChange={(raw) => {
              setNumber(raw);
              onIsCompany(documentMask(raw) === masks.cnpj);
            }}
          />
        </Field>
      </div>
      {isCompany && (
        <FieldSet label="Tipo de empresa" error={errors.taxType} announceError>
          <TaxTypeChoice value={taxType} onChange={setTaxType} />
          <input type="hidden" name="taxType" value={taxType ?? ''} />
        </FieldSet>
      )}
    </>
  );
}
