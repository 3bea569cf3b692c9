import { CircleAlert, CircleCheck, FileText, RotateCcw, Upload, X } from '#web/ui/icons/icons.tsx';
import { useState, type ReactNode } from 'react';
import { FileDrop } from './file-drop.tsx';
import type { FileRules, UploadItem } from './file-rules.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';

export interface FileUploadProps extends Partial<FileRules> {
  items: readonly UploadItem[];
  onFiles: (files: File[]) => void;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  /** «Foto ou PDF de até 10 MB». */
  prompt: ReactNode;
  multiple?: boolean;
}

const receiptRules: FileRules = {
  accept: 'image/*,application/pdf',
  maxBytes: 10 * 1_048_576,
  wrongType: 'Envie uma imagem ou PDF.',
};

/** Files to upload, with progress and retry. The caller uploads them. */
export function FileUpload({
  items,
  onFiles,
  onRemove,
  onRetry,
  prompt,
  multiple,
  ...rules
}: FileUploadProps) {
  const [refused, setRefused] = useState<{ file: File; reason: string }[]>([]);
  const done = items.filter((item) => item.status === 'done').length;
  return (
    <div data-slot="file-upload" className="flex min-w-0 flex-col gap-3">
      <FileDrop
        label="Escolher arquivo"
        {...receiptRules}
        {...rules}
        multiple={multiple}
        onFiles={onFiles}
        onRefused={setRefused}
        className="px-4 py-6"
      >
        <span className="flex flex-col items-center gap-1.5 text-center">
          <Upload aria-hidden="true" className="size-6 text-brand" />
          <span className="text-ui font-semibold text-brand">Escolher arquivo</span>
          <span className="text-sm text-ink-3">{prompt}</span>
        </span>
      </FileDrop>
      <div role="alert">
        {refused.map(({ file, reason }) => (
          <p key={file.name} className="flex gap-1.5 text-sm font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
            <span>{`${file.name}: ${reason}`}</span>
          </p>
        ))}
      </div>
      {items.length > 0 && (
        <ul className="flex flex-col gap-2">
          {items.map((item) => (
            <FileRow key={item.id} item={item} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
      <output className="sr-only">
        {items.length > 0 &&
          `${done} de ${formatCount(items.length, 'arquivo enviado', 'arquivos enviados')}`}
      </output>
    </div>
  );
}

function FileRow({
  item,
  onRemove,
  onRetry,
}: { item: UploadItem } & Pick<FileUploadProps, 'onRemove' | 'onRetry'>) {
  const name = item.name ?? 'arquivo';
  return (
    <li className="flex items-center gap-3 rounded-md border border-border bg-surface p-2 pl-3">
      {item.status === 'failed' ? (
        <CircleAlert aria-hidden="true" className="text-danger" />
      ) : item.status === 'done' ? (
        <CircleCheck aria-hidden="true" className="text-success" />
      ) : (
        <FileText aria-hidden="true" className="text-ink-3" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-ui">{name}</p>
        {item.status === 'failed' ? (
          <p className="text-sm text-danger">{item.error}</p>
        ) : (
          <p className="text-sm text-ink-3">{statusText(item)}</p>
        )}
        {item.status === 'uploading' && (
          <ProgressBar value={item.progress} label={`Enviando ${name}`} className="mt-1.5" />
        )}
      </div>
      {item.status === 'failed' && (
        <IconButton
          label={`Tentar enviar ${name} de novo`}
          icon={<RotateCcw aria-hidden="true" />}
          onClick={() => onRetry(item.id)}
        />
      )}
      <IconButton
        label={`Remover ${name}`}
        icon={<X aria-hidden="true" />}
        onClick={() => onRemove(item.id)}
      />
    </li>
  );
}

function statusText(item: UploadItem): string {
  if (item.status === 'uploading') return `Enviando, ${Math.round(item.progress ?? 0)}%`;
  return { queued: 'Na fila', processing: 'Processando', done: 'Enviado', failed: '' }[item.status];
}
