import type { ComplaintFile } from '#contract/complaints/case.ts';
import { openStaffComplaintFile } from '#contract/complaints/staff-complaints.ts';
import { api } from '#web/api/api.ts';
import { FileViewer } from '#web/complaints/file-viewer.tsx';

/** Evidence for staff; each opening is recorded by name. */
export function EvidenceViewer({
  complaintId,
  files,
}: {
  complaintId: number;
  files: readonly ComplaintFile[];
}) {
  return (
    <FileViewer
      files={files}
      open={(fileId) => api(openStaffComplaintFile, { params: { id: complaintId, fileId } })}
    />
  );
}
