import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { setRole } from '#contract/staff/people.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { roleLabels } from '#domain/staff/role-labels.ts';
import { announcePending } from '../pending-change.ts';
import { personRoles } from './people-definition.tsx';

const formId = 'papel';

/** Changes a role; the name must be typed again, because it grants or removes access to the dashboard. */
export function RoleDialog({
  person,
  onClose,
  onDone,
}: {
  person: Pick<Reply<typeof getPerson>, 'id' | 'username' | 'role'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { formProps, errors, problem, pending } = useSubmission(setRole, {
    params: { id: person.id },
    read: (form) => ({
      role: personRoles.find((role) => role === form.get('role')) ?? person.role,
      username: String(form.get('username') ?? ''),
      reason: String(form.get('reason') ?? ''),
    }),
    onDone: async ({ pending: proposal }) => {
      if (proposal) await announcePending(proposal);
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={`Mudar o papel de @${person.username}?`}
      description="Administradores decidem tudo; o atendimento, dentro de limites. Outro admin precisa confirmar; então todas as sessões da pessoa acabam."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={pending}>
            Propor mudança
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Field label="Novo papel" error={errors.role} announceError>
          <Select
            name="role"
            defaultValue={person.role}
            options={personRoles.map((value) => ({ value, label: roleLabels[value] }))}
          />
        </Field>
        <Field label={`Digite ${person.username} para confirmar`} error={errors.username} announceError>
          <TextInput name="username" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Motivo" error={errors.reason} announceError hint="Fica no registro de ações.">
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
