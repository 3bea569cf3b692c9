import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatFileSize } from '#web/accounts/privacy/file-size.ts';
import { ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { Integrity } from './integrity.tsx';
import type { IntegrityProps } from './integrity.tsx';

/** A file stored with its hash and an access log. */
export type ViewedFile = IntegrityProps['file'] & {
  id: number;
  name: string;
  kind: string;
  bytes: number;
  createdAt: string;
};

interface FileViewerProps {
  files: readonly ViewedFile[];
  /** Requests a link that expires after a few minutes; each request is recorded. */
  open: (fileId: number) => Promise<{ url: string }>;
}

/** Files offered as proof: images inline, others as downloads. Each opening is recorded by name. */
export function FileViewer({ files, open }: FileViewerProps) {
  if (files.length === 0) return <p className="text-sm text-ink-2">Nenhum arquivo.</p>;
  return (
    <ul className="flex flex-col gap-4">
      {files.map((file) => (
        <FileItem key={file.id} file={file} open={open} />
      ))}
    </ul>
  );
}

function FileItem({ file, open }: { file: ViewedFile } & Pick<FileViewerProps, 'open'>) {
  const [shown, setShown] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const { revalidate } = useRevalidator();
  const isImage = file.kind === 'image';
  const label = isImage ? 'Ver imagem' : videos.has(file.kind) ? 'Baixar vídeo' : 'Baixar arquivo';

  async function show(): Promise<void> {
    setPending(true);
    try {
      const { url } = await open(file.id);
      if (isImage) setShown(url);
      else window.location.assign(url);
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O arquivo não abriu', error.detail);
    } finally {
      setPending(false);
    }
  }

  return (
    <li className="flex flex-col items-start gap-2 rounded-md border border-border p-3">
      <p className="text-ui wrap-anywhere">
        {file.name}{' '}
        <span className="text-sm text-ink-3">
          <DotSeparated of={[formatFileSize(file.bytes), `enviado em ${formatDateTime(file.createdAt)}`]} />
        </span>
      </p>
      {shown && (
        <a href={shown} className="block w-full">
          <img
            src={shown}
            alt={`Prova ${file.name}. Baixar em tamanho inteiro.`}
            className="h-[60dvh] w-full rounded-sm bg-surface-2 object-contain"
          />
        </a>
      )}
      {!shown && (
        <Button
          variant="secondary"
          loading={pending}
          onClick={() => void show()}
          aria-label={`${label} ${file.name}`}
        >
          {label}
        </Button>
      )}
      <Integrity file={file} />
    </li>
  );
}

const videos: ReadonlySet<string> = new Set(['mp4', 'mov', 'webm']);
