import { correctBirth } from '#contract/accounts/ages.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

const formId = 'nascimento';

/** Stores or corrects when a person was born (F58); the date is never shown here. */
export function BirthDialog({
  person: { id, username, provenAge },
  onClose,
  onDone,
}: {
  person: Pick<Reply<typeof getPerson>, 'id' | 'username' | 'provenAge'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const withProof = useStepUp();
  const { formProps, errors, problem, pending } = useSubmission(correctBirth, {
    params: { id },
    withProof,
    read: (form) => ({
      bornOn: String(form.get('bornOn') ?? ''),
      reason: String(form.get('reason') ?? ''),
    }),
    onDone: async () => {
      aviso.sucesso('Nascimento salvo', `A idade de @${username} vale a partir de agora.`);
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={`${provenAge ? 'Corrigir' : 'Registrar'} o nascimento de @${username}?`}
      description="Informe a data que você leu em um documento. A data decide o que a conta compra e vende. O registro de ações guarda a mudança, sem a data."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Salvar nascimento
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Field label="Data de nascimento" error={errors.bornOn} announceError>
          <TextInput type="date" name="bornOn" autoComplete="off" />
        </Field>
        <Field label="Motivo" error={errors.reason} announceError hint="O que você conferiu, e onde.">
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
