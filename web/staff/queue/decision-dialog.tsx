import type { ComponentProps, ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ClaimBanner, claimedText } from './claim-banner.tsx';
import type { ItemClaim } from './use-claim.ts';

export interface DecisionDialogProps {
  title: string;
  description: string;
  formId: string;
  /** From `useSubmission`. */
  formProps: ComponentProps<'form'>;
  problem: ApiError | null;
  pending: boolean;
  /** True when the open decision is in the address. */
  inAddress?: boolean;
  /** Label of the button that closes without deciding, such as «Manter pendente». */
  keepLabel: string;
  decideLabel: string;
  tone: 'primary' | 'danger';
  /** Present where a colleague may have claimed the item. */
  claim?: ItemClaim;
  onClose: () => void;
  /** Facts about the item, and the reason's field. */
  children: ReactNode;
}

/** Confirms a decision about a queue item. If a colleague has decided it already, only the queue is reloaded. */
export function DecisionDialog({ title, description, formId, formProps, ...dialog }: DecisionDialogProps) {
  const { problem, pending, inAddress, keepLabel, decideLabel, tone, claim, onClose, children } = dialog;
  const { revalidate } = useRevalidator();
  const decided = problem?.code === 'already_decided';
  return (
    <Dialog
      open
      inAddress={inAddress}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button
            variant="secondary"
            data-autofocus
            onClick={() => {
              onClose();
              if (decided) void revalidate();
            }}
          >
            {decided ? 'Atualizar a fila' : keepLabel}
          </Button>
          {!decided && (
            <Button
              type="submit"
              form={formId}
              variant={tone}
              loading={pending}
              disabledReason={claim?.claimedBy ? claimedText(claim.claimedBy) : undefined}
            >
              {decideLabel}
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        {claim && <ClaimBanner {...claim} />}
        {children}
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
