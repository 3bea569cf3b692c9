import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import { openDeliveryFile, openStaffDeliveryFile } from '#contract/orders/delivery-files.ts';
import { api } from '#web/api/api.ts';
import { FileViewer } from '#web/complaints/file-viewer.tsx';

export interface DeliveryProofProps {
  hash: string;
  files: readonly DeliveryFile[];
  /** What it proves; a delivery, where nothing is said. */
  title?: string;
  /** Staff open files by their own name; the sides as sides. */
  asStaff: boolean;
}

/** The files that proved a delivery by hand (P13), or a refusal to cancel (P14), for its sides and the team. */
export function ProofFiles({ hash, files, title = 'Prova da entrega', asStaff }: DeliveryProofProps) {
  const endpoint = asStaff ? openStaffDeliveryFile : openDeliveryFile;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="text-h3">{title}</h3>
      <FileViewer files={files} open={(fileId) => api(endpoint, { params: { hash, fileId } })} />
    </section>
  );
}
