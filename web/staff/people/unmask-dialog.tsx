import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { unmaskPerson } from '#contract/staff/people.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { Facts } from '#web/staff/shell/detail-sheet.tsx';

const formId = 'mostrar-dados';

/** Shows masked data while the dialog is open; each access is recorded with its reason. */
export function UnmaskDialog({
  person,
  onClose,
  onDone,
}: {
  person: Pick<Reply<typeof getPerson>, 'id' | 'username'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const [shown, setShown] = useState<Reply<typeof unmaskPerson> | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(unmaskPerson, {
    params: { id: person.id },
    read: (form) => ({ reason: String(form.get('reason') ?? '') }),
    onDone: async (data) => {
      setShown(data);
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={`Mostrar os dados de @${person.username}`}
      description="Seu nome, a hora e o motivo ficam no registro de ações."
      onOpenChange={(open) => !open && onClose()}
      footer={
        shown ? (
          <Button onClick={onClose}>Esconder dados</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Voltar
            </Button>
            <Button type="submit" form={formId} loading={pending}>
              Mostrar dados
            </Button>
          </>
        )
      }
    >
      {shown ? (
        <Facts
          facts={[
            ['Nome', shown.fullName ?? '—'],
            ['E-mail', shown.email],
            ['Celular', shown.phone ?? '—'],
            ['Documento', shown.document ?? '—'],
            ['Nascimento', shown.birthDate ?? '—'],
          ]}
        />
      ) : (
        <form {...formProps} id={formId} className="flex flex-col gap-5">
          <Field label="Motivo" error={errors.reason} announceError hint="Por que você precisa ver agora.">
            <Textarea name="reason" limit={500} />
          </Field>
          <ProblemBanner problem={problem} />
        </form>
      )}
    </Dialog>
  );
}
