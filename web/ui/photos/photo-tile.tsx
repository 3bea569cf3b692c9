import { Ellipsis, GripVertical, RotateCcw } from '#web/ui/icons/icons.tsx';
import type { HTMLAttributes } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';

export interface PhotoTileProps {
  photo: UploadItem;
  position: number;
  count: number;
  dragging: boolean;
  /** Pointer listeners of the drag handle. */
  handle: HTMLAttributes<HTMLElement>;
  onMove: (position: number) => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** One square of the photo grid, with its menu. */
export function PhotoTile({
  photo,
  position,
  count,
  dragging,
  handle,
  onMove,
  onRemove,
  onRetry,
}: PhotoTileProps) {
  const name = `foto ${position + 1}`;
  return (
    <li
      data-slot="photo-tile"
      data-reorder-id={photo.id}
      className={cn(
        'relative aspect-square overflow-hidden rounded-lg bg-surface-2',
        dragging && 'opacity-70 outline-2 outline-offset-2 outline-brand',
      )}
    >
      {photo.url && (
        <img
          src={photo.url}
          alt={`Foto ${position + 1} de ${count}`}
          draggable={false}
          className={cn('size-full object-cover', photo.status !== 'done' && 'opacity-40')}
        />
      )}
      {position === 0 && (
        <span className="absolute top-2 left-2 rounded-sm bg-surface/94 px-2 py-0.5 text-xs font-semibold text-ink">
          Capa
        </span>
      )}
      <div className="absolute top-1 right-1 z-1">
        <Menu
          trigger={
            <IconButton
              label={`Opções da ${name}`}
              icon={<Ellipsis aria-hidden="true" />}
              variant="photo"
              tooltip={false}
            />
          }
        >
          {position > 0 && <MenuItem onSelect={() => onMove(0)}>Tornar capa</MenuItem>}
          {position > 0 && <MenuItem onSelect={() => onMove(position - 1)}>Mover para antes</MenuItem>}
          {position < count - 1 && (
            <MenuItem onSelect={() => onMove(position + 1)}>Mover para depois</MenuItem>
          )}
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={onRemove}>
            Remover foto
          </MenuItem>
        </Menu>
      </div>
      {photo.status === 'failed' ? (
        <button
          type="button"
          onClick={onRetry}
          className="absolute inset-x-0 bottom-0 flex h-11 items-center justify-center gap-1.5 bg-danger-soft text-xs font-semibold text-on-danger-soft focus-visible:outline-offset-[-3px]"
        >
          <RotateCcw aria-hidden="true" className="size-4" /> Reenviar
          <span className="sr-only"> {name}</span>
        </button>
      ) : photo.status !== 'done' ? (
        <ProgressBar
          value={photo.status === 'uploading' ? photo.progress : undefined}
          label={`Enviando ${name}`}
          className="absolute inset-x-2 bottom-2"
        />
      ) : (
        count > 1 && (
          <span
            {...handle}
            aria-hidden="true"
            className="absolute right-1 bottom-1 flex size-11 cursor-grab touch-none items-end justify-end rounded-md p-2 text-photo-ink active:cursor-grabbing"
          >
            <GripVertical className="rounded-xs bg-photo-scrim p-0.5" />
          </span>
        )
      )}
    </li>
  );
}
