import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { removeCredentials } from '#contract/settings/credentials.ts';
import type { ServiceState } from '#contract/settings/credentials.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { announcePending } from '../pending-change.ts';
import { useAction } from '#web/api/use-action.ts';

interface RemoveCredentialsProps {
  state: ServiceState;
  title: string;
  onClose: () => void;
}

/** Deletes an account's credentials after a confirmation, because the secret can't be restored. */
export function RemoveCredentials({ state, title, onClose }: RemoveCredentialsProps) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const { pending, problem, run } = useAction();
  const [reason, setReason] = useState('');
  const remove = () =>
    run(async () => {
      const { pending: proposal } = await withProof(() =>
        api(removeCredentials, {
          params: { service: state.service },
          body: { basedOn: state.version, reason: reason.trim() },
          idempotencyKey: newIdempotencyKey(),
        }),
      );
      if (proposal) await announcePending(proposal);
      onClose();
      await revalidate();
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remover credenciais de ${title}`}
      description="Depois que outro admin confirmar, as chaves são apagadas do servidor e só voltam digitadas de novo. O serviço segue com o que a instalação tem de próprio ou simulado."
      cancelLabel="Voltar"
      confirmLabel="Propor remoção"
      loading={pending}
      onConfirm={() => void remove()}
    >
      <Field label="Motivo" error={problem?.fields.reason} hint="Fica no registro da equipe, com o seu nome.">
        <Textarea value={reason} limit={500} rows={2} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <ProblemBanner problem={problem && !problem.fields.reason ? problem : null} />
    </AlertDialog>
  );
}
