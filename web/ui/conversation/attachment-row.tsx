import { CircleAlert, FileText, RotateCcw, X } from '#web/ui/icons/icons.tsx';
import type { Attachment } from '#web/ui/conversation/use-attachments.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';

/** One file of the message being written, with its upload progress. */
export function AttachmentRow({
  item,
  onRemove,
  onRetry,
}: {
  item: Attachment;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
}) {
  const { id, name, status, progress = 0, error } = item;
  const failed = status === 'failed';
  const Icon = failed ? CircleAlert : FileText;
  return (
    <li className="flex items-center gap-3 rounded-md bg-surface-2 py-1 pl-3">
      <Icon aria-hidden="true" className={failed ? 'text-danger' : 'text-ink-3'} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{name}</p>
        {failed && <p className="text-sm text-danger">{error}</p>}
        {status === 'uploading' && (
          <ProgressBar value={progress} label={`Enviando ${name}`} className="mt-1" />
        )}
      </div>
      {failed && (
        <IconButton
          label={`Tentar enviar ${name} de novo`}
          icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
          onClick={() => onRetry(id)}
        />
      )}
      <IconButton
        label={`Tirar ${name}`}
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={() => onRemove(id)}
      />
    </li>
  );
}
