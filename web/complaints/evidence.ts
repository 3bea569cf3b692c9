import { addComplaintFile } from '#contract/complaints/complaints.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import { ApiError, upload } from '#web/api/api.ts';
import type { UploadResult } from '#web/ui/conversation/use-attachments.ts';
import type { FileRules } from '#web/ui/forms/file-rules.ts';
import { maxOf } from '#web/settings/sizes.ts';

export const evidenceRules = (): FileRules => ({
  accept: 'image/jpeg,image/png,application/pdf,text/plain',
  maxBytes: maxOf(complaintLimits.fileMegabytes) * 1_048_576,
  wrongType: 'Envie JPG, PNG, PDF ou TXT.',
});

export const evidencePrompt = () => `JPG, PNG, PDF ou TXT de até ${maxOf(complaintLimits.fileMegabytes)} MB`;

/** Uploads one file of evidence. */
export async function sendEvidence(
  complaintId: number,
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadResult> {
  try {
    const { id } = await upload(addComplaintFile, file, {
      ...options,
      params: { id: complaintId },
      query: { name: file.name.slice(-255) },
    });
    return { fileId: id };
  } catch (error) {
    if (error instanceof DOMException) return { problem: 'O envio foi interrompido.' };
    if (error instanceof ApiError) return { problem: error.detail };
    throw error;
  }
}
