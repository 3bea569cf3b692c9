import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { stopProposal } from '#contract/staff/proposals.ts';
import type { Proposal } from '#contract/staff/proposals.ts';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';

/** Rejects a pending change with a reason that its author reads. */
export function StopDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const { pending, problem, run } = useAction();
  const [reason, setReason] = useState('');
  const stop = () =>
    run(async () => {
      await api(stopProposal, {
        params: { id: proposal.id },
        body: { reason: reason.trim() },
        idempotencyKey: newIdempotencyKey(),
      });
      aviso.sucesso('Mudança parada', 'Nada mudou.');
      onClose();
      await revalidate();
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Parar esta mudança?"
      description={`${proposal.title}. Nada muda; quem quiser propõe de novo.`}
      cancelLabel="Voltar"
      confirmLabel="Parar mudança"
      loading={pending}
      onConfirm={() => void stop()}
    >
      <Field label="Motivo" error={problem?.fields.reason} hint="Quem propôs lê.">
        <Textarea value={reason} limit={500} rows={2} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <ProblemBanner problem={problem && !problem.fields.reason ? problem : null} />
    </AlertDialog>
  );
}
