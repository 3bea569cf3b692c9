import { Suspense } from 'react';
import { late } from '#web/boot/lazy-part.ts';
import { receiptModal, useReceiptModal } from './proof-modal.ts';

const ReceiptDialog = late(() =>
  import('./proof-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })),
);

/** Stands in the frame of the site; the window itself is fetched when it is first opened. */
export function ReceiptModalHost() {
  const orderId = useReceiptModal();
  if (orderId === null) return null;
  return (
    <Suspense>
      <ReceiptDialog key={orderId} orderId={orderId} onClose={receiptModal.close} />
    </Suspense>
  );
}
