import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ComplaintFile } from '#contract/complaint-case.ts';
import { openStaffComplaintFile } from '#contract/staff-complaints.ts';
import { formatBytes } from '#web/accounts/privacy/file-size.ts';
import { api, ApiError } from '#web/api.ts';
import { Integrity } from '#web/complaints/evidence-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { aviso } from '#web/ui/toast.tsx';

/** Evidence as staff see it: images in place, the rest as a download; each opening is written down by name. */
export function EvidenceViewer({
  complaintId,
  files,
}: {
  complaintId: number;
  files: readonly ComplaintFile[];
}) {
  if (files.length === 0) return <p className="text-sm text-ink-2">Nenhum arquivo.</p>;
  return (
    <ul className="flex flex-col gap-4">
      {files.map((file) => (
        <Evidence key={file.id} complaintId={complaintId} file={file} />
      ))}
    </ul>
  );
}

function Evidence({ complaintId, file }: { complaintId: number; file: ComplaintFile }) {
  const [shown, setShown] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const { revalidate } = useRevalidator();
  const isImage = file.kind === 'image';

  async function open(): Promise<void> {
    setPending(true);
    try {
      const { url } = await api(openStaffComplaintFile, { params: { id: complaintId, fileId: file.id } });
      if (isImage) setShown(url);
      else window.location.assign(url);
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O arquivo não abriu', error.message);
    } finally {
      setPending(false);
    }
  }

  return (
    <li className="flex flex-col items-start gap-2 rounded-md border border-border p-3">
      <p className="text-ui wrap-anywhere">
        {file.name} <span className="text-sm text-ink-3">{formatBytes(file.bytes)}</span>
      </p>
      {shown && (
        <a href={shown} className="block w-full">
          <img
            src={shown}
            alt={`Prova ${file.name}. Baixar em tamanho inteiro.`}
            className="max-h-[60dvh] w-full rounded-sm bg-surface-2 object-contain"
          />
        </a>
      )}
      {!shown && (
        <Button
          variant="secondary"
          loading={pending}
          onClick={() => void open()}
          aria-label={`${isImage ? 'Ver' : 'Baixar'} ${file.name}`}
        >
          {isImage ? 'Ver imagem' : 'Baixar arquivo'}
        </Button>
      )}
      <Integrity file={file} />
    </li>
  );
}
