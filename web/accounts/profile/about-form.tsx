import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Account } from '#contract/accounts/account.ts';
import { updateAccount } from '#contract/accounts/account.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { LeaveGuard } from '#web/navigation/leave-guard.tsx';

/** Bio and city, which the public profile shows. */
export function AboutForm({ account }: { account: Account }) {
  const { revalidate } = useRevalidator();
  const [city, setCity] = useState(account.city);
  const [bio, setBio] = useState(account.bio);
  const changed = city !== account.city || bio !== account.bio;
  const { formProps, errors, problem, pending } = useSubmission(updateAccount, {
    read: () => ({ city, bio }),
    onDone: async (saved) => {
      setCity(saved.city);
      setBio(saved.bio);
      await revalidate();
      aviso.sucesso('Perfil salvo');
    },
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-5">
      <LeaveGuard unsaved={changed} text="O que você mudou no perfil ainda não foi salvo." />
      <ProblemBanner problem={problem} />
      <Field
        label="Cidade"
        optional
        error={errors.city}
        announceError
        hint="Ex.: Recife, PE. Ajuda quem quer retirar em mãos."
      >
        <TextInput
          name="city"
          autoComplete="address-level2"
          className="max-w-80"
          value={city}
          onChange={(event) => setCity(event.target.value)}
        />
      </Field>
      <Field
        label="Sobre você"
        optional
        error={errors.bio}
        announceError
        hint="O que você vende, como costuma entregar. Não ponha telefone nem e-mail."
      >
        <Textarea name="bio" limit={500} value={bio} onChange={(event) => setBio(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={pending} disabledReason={changed ? undefined : 'Nada mudou ainda.'}>
          Salvar perfil
        </Button>
        {changed && (
          <Button
            variant="quiet"
            onClick={() => {
              setCity(account.city);
              setBio(account.bio);
            }}
          >
            Descartar mudanças
          </Button>
        )}
      </div>
    </form>
  );
}
