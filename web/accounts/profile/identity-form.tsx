import type { FormEvent } from 'react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { verifyIdentity } from '#contract/accounts/account.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { fieldErrors, useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { birthDateError, isoBirthDate } from './birth-date.ts';
import { documentError, documentMask } from './document.ts';
import { TaxTypeChoice } from './tax-type-row.tsx';

const validators = { birthDate: birthDateError, document: documentError };
type Masked = keyof typeof validators;

/** Full name, birth date and CPF or CNPJ, checked before sending; then it returns to the page that required them. */
export function IdentityForm({ returnTo }: { returnTo: string }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const [typed, setTyped] = useState({ birthDate: '', document: '' });
  const [taxType, setTaxType] = useState<TaxType | undefined>();
  const isCompany = documentMask(typed.document) === masks.cnpj;
  const body = (form: FormData) => ({
    fullName: String(form.get('fullName') ?? ''),
    birthDate: isoBirthDate(typed.birthDate) ?? '',
    document: typed.document,
    ...(isCompany && taxType && { taxType }),
  });
  const { formProps, errors, problem, pending, setErrors, send } = useSubmission(verifyIdentity, {
    read: body,
    withProof: withProof,
    onDone: async () => {
      aviso.sucesso('Dados salvos', 'Seus limites aumentaram.');
      await (returnTo === '/' ? revalidate() : navigate(returnTo, { replace: true }));
    },
  });

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const found: FieldErrors = await fieldErrors(verifyIdentity, body(new FormData(form)));
    for (const name of ['birthDate', 'document'] as const) {
      const error = validators[name](typed[name]);
      if (error) found[name] = error;
    }
    if (isCompany && !taxType) found.taxType = 'Escolha o tipo de empresa.';
    if (Object.keys(found).length === 0) return send();
    setErrors(found);
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  /** No errors while typing for the first time; after an error it is checked on every key. */
  const masked = (name: Masked) => ({
    value: typed[name],
    onValueChange: (raw: string) => {
      setTyped((past) => ({ ...past, [name]: raw }));
      if (errors[name]) check(name, raw);
    },
    onBlur: () => typed[name] !== '' && check(name, typed[name]),
  });

  function check(name: Masked, raw: string): void {
    const fault = validators[name](raw);
    setErrors(({ [name]: _old, ...others }) => (fault ? { ...others, [name]: fault } : others));
  }

  return (
    <form
      {...formProps}
      onSubmit={(event) => void submit(event)}
      method="post"
      className="flex flex-col gap-5"
    >
      <ProblemBanner problem={problem} />
      <Field label="Nome completo" error={errors.fullName} announceError hint="Como está no documento.">
        <TextInput name="fullName" autoComplete="name" autoCapitalize="words" enterKeyHint="next" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Data de nascimento" error={errors.birthDate} announceError hint="Dia, mês e ano.">
          <MaskedInput
            mask={masks.date}
            autoComplete="bday"
            placeholder="dd/mm/aaaa"
            enterKeyHint="next"
            {...masked('birthDate')}
          />
        </Field>
        <Field
          label="CPF ou CNPJ"
          error={errors.document}
          announceError
          hint="11 números do CPF ou 14 letras e números do CNPJ. Com CNPJ, o nome e o número aparecem nos seus anúncios, como manda a lei."
        >
          <MaskedInput
            mask={documentMask}
            inputMode="text"
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="000.000.000-00"
            enterKeyHint="go"
            {...masked('document')}
          />
        </Field>
      </div>
      {isCompany && (
        <FieldSet label="Tipo de empresa" error={errors.taxType} announceError>
          <TaxTypeChoice value={taxType} onChange={setTaxType} />
        </FieldSet>
      )}
      <Button type="submit" variant="secondary" loading={pending} className="self-start">
        Salvar meus dados
      </Button>
    </form>
  );
}
