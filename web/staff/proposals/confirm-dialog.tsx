import { useRevalidator } from 'react-router';
import { confirmProposal } from '#contract/staff/proposals.ts';
import type { Proposal } from '#contract/staff/proposals.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Impact, useImpact } from '#web/staff/settings/save-dialog.tsx';

/** The second admin's confirmation with its effect, which is immediate. */
export function ConfirmDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const { pending, problem, run } = useAction();
  const confirm = () =>
    run(async () => {
      await withProof(() =>
        api(confirmProposal, { params: { id: proposal.id }, idempotencyKey: newIdempotencyKey() }),
      );
      aviso.sucesso('Mudança confirmada', 'Ela já está valendo e ficou no registro com os dois nomes.');
      onClose();
      await revalidate();
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Confirmar a mudança de @${proposal.proposedBy}?`}
      description={`${proposal.title}. Confirme só se você sabe por que ela foi proposta.`}
      cancelLabel="Voltar"
      confirmLabel="Confirmar mudança"
      loading={pending}
      onConfirm={() => void confirm()}
    >
      {proposal.kind === 'settings' && <ProposalImpact changes={proposal.changes} />}
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}

/** Who is affected by a change of settings, computed as when it was proposed. */
function ProposalImpact({ changes }: { changes: Proposal['changes'] }) {
  const values = Object.fromEntries(
    changes.flatMap(({ path, after }) => (path === null ? [] : [[path, after]])),
  );
  const impact = useImpact(values, () => undefined);
  return impact && <Impact {...impact} />;
}
