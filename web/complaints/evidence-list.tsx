import { Download, FileText, Image } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import type { ComplaintFile } from '#contract/complaints/case.ts';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { openComplaintFile } from '#contract/complaints/complaints.ts';
import { formatFileSize } from '#web/accounts/privacy/file-size.ts';
import { api, ApiError } from '#web/api/api.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { formatRelative } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { Integrity } from './integrity.tsx';

/** The evidence of both sides: owner, description, hash, and who opened it (F46). */
export function EvidenceList({ complaint }: { complaint: Complaint }) {
  const { files, buyer, seller, now, id } = complaint;
  return (
    <section aria-label="Provas" className="flex flex-col gap-3">
      <h3 className="text-h3">Provas</h3>
      {files.length === 0 ? (
        <p className="text-sm text-ink-2">Nenhum arquivo ainda.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {files.map((file) => (
            <Evidence
              key={file.id}
              file={file}
              owner={`@${file.side === 'buyer' ? buyer : seller}`}
              complaintId={id}
              now={now}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface EvidenceProps {
  file: ComplaintFile;
  owner: string;
  complaintId: number;
  now: string;
}

function Evidence({ file, owner, complaintId, now }: EvidenceProps) {
  const [pending, setPending] = useState(false);
  const Icon = file.kind === 'image' ? Image : FileText;

  /** The link expires after a few minutes, so each opening requests one; each request is recorded. */
  async function open(): Promise<void> {
    setPending(true);
    try {
      const { url } = await api(openComplaintFile, {
        params: { id: complaintId, fileId: file.id },
        interactive: true,
      });
      window.location.assign(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O arquivo não abriu', error.detail);
    } finally {
      setPending(false);
    }
  }

  return (
    <li className="flex items-start gap-3 rounded-md border border-border p-3">
      <Icon aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="text-ui wrap-anywhere">{file.name}</p>
        <p className="text-sm text-ink-2">
          {`${owner}, ${formatRelative(file.createdAt, now)}, ${formatFileSize(file.bytes)}`}
        </p>
        <Integrity file={file} />
      </div>
      <IconButton
        label={`Baixar ${file.name}`}
        icon={<Download aria-hidden="true" />}
        aria-busy={pending}
        onClick={() => void open()}
      />
    </li>
  );
}
