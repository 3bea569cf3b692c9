import { useEffect, useState } from 'react';
import { getAccount } from '#contract/accounts/account.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { documentMask } from '#web/accounts/profile/document.ts';
import { api } from '#web/api/api.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput } from '#web/ui/forms/masked-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

export interface Payer {
  payerName: string;
  payerDocument: string;
}

export const emptyPayer: Payer = { payerName: '', payerDocument: '' };

/** Whether this method is made out to a CPF or CNPJ that the signed-in account does not have. */
export function useNeedsPayer(method: PaymentMethod): boolean {
  const asks = useSettings()?.documentMethods.includes(method) ?? false;
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!asks) return undefined;
    const stop = new AbortController();
    // Without an answer the server asks when the order is placed.
    api(getAccount, { signal: stop.signal })
      .then(({ document }) => setMissing(document === null))
      .catch(() => undefined);
    return () => stop.abort();
  }, [asks]);
  return asks && missing;
}

interface PayerFieldsProps {
  value: Payer;
  errors: FieldErrors | undefined;
  onChange: (payer: Payer) => void;
}

/** Name and document in whose name a boleto is made out. They do not change the account. */
export function PayerFields({ value, errors, onChange }: PayerFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Nome de quem paga" error={errors?.payerName} announceError hint="Como está no documento.">
        <TextInput
          value={value.payerName}
          autoComplete="name"
          autoCapitalize="words"
          onChange={(event) => onChange({ ...value, payerName: event.target.value })}
        />
      </Field>
      <Field
        label="CPF ou CNPJ de quem paga"
        error={errors?.payerDocument}
        announceError
        hint="O banco exige no boleto. Não aparece no seu perfil."
      >
        <MaskedInput
          mask={documentMask}
          inputMode="text"
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="000.000.000-00"
          value={value.payerDocument}
          onValueChange={(payerDocument) => onChange({ ...value, payerDocument })}
        />
      </Field>
    </div>
  );
}
