import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { proofModal, useProofModal } from './proof-modal.ts';

const ProofDialog = lazyPart(() =>
  import('./proof-dialog.tsx').then((module) => ({ default: module.ProofDialog })),
);

/** Part of the site's frame; the dialog's code loads when it is first opened. */
export function ProofModalHost() {
  const orderId = useProofModal();
  if (orderId === null) return null;
  return (
    <Suspense>
      <ProofDialog key={orderId} orderId={orderId} onClose={proofModal.close} />
    </Suspense>
  );
}
