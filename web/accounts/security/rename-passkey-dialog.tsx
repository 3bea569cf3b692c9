import { useRevalidator } from 'react-router';
import { renamePasskey } from '#contract/accounts/second-factors.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

interface RenamePasskeyDialogProps {
  passkey: { id: number; name: string };
  onClose: () => void;
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { revalidate } = useRevalidator();
  const { formProps, errors, problem, pending } = useSubmission(renamePasskey, {
    read: (form) => ({ name: String(form.get('name') ?? '') }),
    params: { id: String(passkey.id) },
    onDone: async () => {
      await revalidate();
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Renomear chave">
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        <Field label="Nome da chave" error={errors.name} announceError>
          <TextInput name="name" autoComplete="off" enterKeyHint="go" defaultValue={passkey.name} />
        </Field>
        <Button type="submit" full loading={pending}>
          Salvar nome
        </Button>
      </form>
    </Dialog>
  );
}
