import { Suspense } from 'react';
import { late } from '#web/late.ts';
import { receiptModal, useReceiptModal } from './receipt-modal.ts';

const ReceiptDialog = late(() =>
  import('./receipt-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })),
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
