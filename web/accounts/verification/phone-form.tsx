import { useState } from 'react';
import { requestPhoneCode } from '#contract/accounts/account.ts';
import type { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput } from '#web/ui/forms/masked-input.tsx';
import { phoneDigits, phoneError } from './phone.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';

interface PhoneFormProps {
  onCodeSent: (texted: { phone: string; resendAfterSeconds: number }) => void;
}

/** «Enviar código»: a mobile number with its area code. Changing a confirmed one requires a proof of identity first. */
export function PhoneForm({ onCodeSent }: PhoneFormProps) {
  const withProof = useStepUp();
  const [phone, setPhone] = useState('');
  const { formProps, errors, problem, pending, setErrors } = useSubmission(requestPhoneCode, {
    read: () => ({ phone }),
    fieldOf: { phone_taken: 'phone' },
    withProof: withProof,
    onDone: ({ resendAfterSeconds }) => onCodeSent({ phone, resendAfterSeconds }),
  });

  function change(digits: string): void {
    setPhone(digits);
    if (errors.phone && !phoneError(digits)) setErrors({});
  }

  return (
    <form
      {...formProps}
      method="post"
      className="flex w-full flex-col gap-5"
      onSubmit={(event) => {
        const error = phoneError(phone);
        if (!error) return formProps.onSubmit(event);
        event.preventDefault();
        setErrors({ phone: error });
        event.currentTarget.querySelector<HTMLElement>('[type=tel]')?.focus();
      }}
    >
      <Problem problem={problem} />
      <Field
        label="Celular"
        error={errors.phone}
        announceError
        hint="Usamos para avisos de entrega e para proteger saques. Não aparece no seu perfil."
      >
        <MaskedInput
          name="phone"
          type="tel"
          mask="(##) #####-####"
          autoComplete="tel-national"
          enterKeyHint="go"
          placeholder="(00) 00000-0000"
          className="max-w-56"
          value={phone}
          onValueChange={change}
          onPaste={(event) => {
            event.preventDefault();
            change(phoneDigits(event.clipboardData.getData('text')));
          }}
        />
      </Field>
      <Button type="submit" loading={pending} className="self-start">
        Enviar código
      </Button>
    </form>
  );
}

function Problem({ problem }: { problem: ApiError | null }) {
  if (problem?.code !== 'unavailable') return <ProblemBanner problem={problem} />;
  return (
    <Banner tone="danger" role="alert">
      Não conseguimos enviar o SMS. Tente de novo em alguns minutos.
    </Banner>
  );
}
