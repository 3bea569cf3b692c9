import { useRevalidator } from 'react-router';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { evidencePrompt, evidenceRules, sendEvidence } from './evidence.ts';

/** Adds evidence: each file is uploaded as soon as it is chosen and then appears in the list above. */
export function EvidenceUpload({ complaint: { id, files, viewerIs } }: { complaint: Complaint }) {
  const { revalidate } = useRevalidator();
  const { attachments, add, remove, retry } = useAttachments(async (file, options) => {
    const answer = await sendEvidence(id, file, options);
    if ('fileId' in answer) await revalidate();
    return answer;
  });
  const remaining = maxOf(complaintLimits.files) - files.filter(({ side }) => side === viewerIs).length;
  return (
    <div className="print:hidden">
      <FileUpload
        {...evidenceRules()}
        multiple
        prompt={`${evidencePrompt()}. ${remaining === 1 ? 'Cabe mais 1' : `Cabem mais ${remaining}`}.`}
        items={attachments.filter(({ status }) => status !== 'done')}
        onFiles={(chosen) => add(chosen.slice(0, remaining))}
        onRemove={remove}
        onRetry={retry}
      />
    </div>
  );
}
