import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { setLevel } from '#contract/staff/people.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { levelLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

const formId = 'nivel';

/** Grants or revokes the highest level; the reason states which proof of address was seen. */
export function LevelDialog({
  person,
  onClose,
  onDone,
}: {
  person: Pick<Reply<typeof getPerson>, 'id' | 'username' | 'levelGranted'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const granted = !person.levelGranted;
  const { formProps, errors, problem, pending } = useSubmission(setLevel, {
    params: { id: person.id },
    read: (form) => ({ granted, reason: String(form.get('reason') ?? '') }),
    onDone: async ({ level }) => {
      aviso.sucesso('Nível mudado', `@${person.username}: ${levelLabels[level].label}.`);
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={`${granted ? 'Dar o nível 3 a' : 'Retirar o nível 3 de'} @${person.username}?`}
      description={
        granted
          ? 'O nível 3 pede identidade confirmada, CNPJ ou histórico de vendas, e um comprovante de endereço que você viu.'
          : 'A pessoa volta aos limites do nível 2 e lê o motivo. Pedidos abertos seguem como estão.'
      }
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} variant={granted ? 'primary' : 'danger'} loading={pending}>
            {granted ? 'Dar nível 3' : 'Retirar nível 3'}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Field
          label="Motivo"
          error={errors.reason}
          announceError
          hint={granted ? 'O que você conferiu. Fica no registro de ações.' : 'É isto que a pessoa lê.'}
        >
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
