import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import { openDeliveryFile, openStaffDeliveryFile } from '#contract/orders/delivery-files.ts';
import { api } from '#web/api/api.ts';
import { FileViewer } from '#web/complaints/file-viewer.tsx';

export interface DeliveryProofProps {
  hash: string;
  files: readonly DeliveryFile[];
  /** What the files prove; by default, a delivery. */
  title?: string;
  /** Staff access is recorded under the staff member's own name. */
  asStaff?: boolean;
}

/** Files that prove a manual delivery (P13) or support refusing a cancellation (P14), for both sides and the staff. */
export function ProofFiles({ hash, files, title = 'Prova da entrega', asStaff = false }: DeliveryProofProps) {
  const endpoint = asStaff ? openStaffDeliveryFile : openDeliveryFile;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="text-h3">{title}</h3>
      <FileViewer files={files} open={(fileId) => api(endpoint, { params: { hash, fileId } })} />
    </section>
  );
}
