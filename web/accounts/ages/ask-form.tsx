import { useState } from 'react';
import { askGuardian } from '#contract/accounts/ages.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { isoBirthDate } from '#web/accounts/profile/birth-date.ts';

interface AskFormProps {
  /** The proven birth, which is not asked again. */
  bornOn: string | null;
  onAsked: () => Promise<void>;
}

/** A minor names a guardian (F58). */
export function AskForm({ bornOn, onAsked }: AskFormProps) {
  const [typed, setTyped] = useState('');
  const { formProps, errors, problem, pending } = useSubmission(askGuardian, {
    read: (form) => ({
      guardian: String(form.get('guardian') ?? ''),
      bornOn: bornOn ?? isoBirthDate(typed) ?? '',
    }),
    onDone: onAsked,
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-5">
      <ProblemBanner problem={problem} />
      <Field
        label="Nome de usuário do responsável"
        error={errors.guardian}
        announceError
        hint="Como aparece no perfil dessa pessoa: @fulana. Se a conta existe e a idade dela está confirmada, ela recebe o pedido."
      >
        <TextInput name="guardian" autoCapitalize="none" autoComplete="off" spellCheck={false} />
      </Field>
      {bornOn === null && (
        <Field
          label="Sua data de nascimento"
          error={errors.bornOn}
          announceError
          hint="O responsável precisa digitar a mesma data; ela não é mostrada a ele."
        >
          <MaskedInput
            mask={masks.date}
            autoComplete="bday"
            placeholder="dd/mm/aaaa"
            value={typed}
            onValueChange={setTyped}
          />
        </Field>
      )}
      <Button type="submit" variant="secondary" loading={pending} className="self-start">
        Pedir autorização
      </Button>
    </form>
  );
}
