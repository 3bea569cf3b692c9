import { Camera } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { PhotoTile } from './photo-tile.tsx';
import { moved, useReorder } from './reorder.ts';

export interface PhotoGridProps {
  /** In order; the first is the cover. */
  photos: readonly UploadItem[];
  max: number;
  onFiles: (files: File[]) => void;
  onReorder: (ids: string[]) => void;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  maxBytes?: number;
}

/** Photos of a listing: add, drag into order or move by menu, retry, remove. The caller uploads. */
export function PhotoGrid({
  photos,
  max,
  onFiles,
  onReorder,
  onRemove,
  onRetry,
  maxBytes = 15 * 1_048_576,
}: PhotoGridProps) {
  const [spoken, setSpoken] = useState('');
  const [refused, setRefused] = useState<{ file: File; reason: string }[]>([]);
  const [overLimit, setOverLimit] = useState(0);
  const ids = photos.map((photo) => photo.id);
  const { order, dragged, handleFor } = useReorder(ids, onReorder);
  const ready = photos.filter((photo) => photo.status === 'done').length;

  function add(files: File[]): void {
    const freeSlots = Math.max(0, max - photos.length);
    setOverLimit(Math.max(0, files.length - freeSlots));
    onFiles(files.slice(0, freeSlots));
  }

  function move(id: string, position: number): void {
    onReorder(moved(ids, id, position));
    setSpoken(`Foto ${ids.indexOf(id) + 1} movida para a posição ${position + 1}`);
  }

  return (
    <div data-slot="photo-grid" className="flex min-w-0 flex-col gap-2">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,6.5rem),1fr))] gap-2 md:gap-3">
        {order.map((id, position) => {
          const photo = photos.find((one) => one.id === id);
          return photo ? (
            <PhotoTile
              key={id}
              photo={photo}
              position={position}
              count={photos.length}
              dragging={dragged === id}
              handle={handleFor(id)}
              onMove={(to) => move(id, to)}
              onRemove={() => {
                setOverLimit(0);
                onRemove(id);
              }}
              onRetry={() => onRetry(id)}
            />
          ) : null;
        })}
        {photos.length < max && (
          <li className="aspect-square">
            <FileDrop
              label="Adicionar fotos"
              accept="image/*"
              maxBytes={maxBytes}
              wrongType="Envie só imagens."
              multiple
              onFiles={add}
              onRefused={setRefused}
              className="size-full"
            >
              <span className="flex size-full flex-col items-center justify-center gap-1 p-1 text-center">
                <Camera aria-hidden="true" className="size-6 text-brand" />
                <span className="text-sm font-semibold text-brand">Adicionar fotos</span>
                <span className="text-xs text-ink-3 tabular-nums">
                  {photos.length} de {max}
                </span>
              </span>
            </FileDrop>
          </li>
        )}
      </ul>
      <div role="alert" className="text-sm font-medium text-danger">
        {photos.map(
          (photo, position) => photo.error && <p key={photo.id}>{`Foto ${position + 1}: ${photo.error}`}</p>,
        )}
        {refused.map(({ file, reason }) => (
          <p key={file.name}>{`${file.name}: ${reason}`}</p>
        ))}
        {overLimit > 0 && (
          <p>
            Cabem {formatCount(max, 'foto', 'fotos')}: {formatCount(overLimit, 'ficou', 'ficaram')} de fora.
          </p>
        )}
      </div>
      <output className="sr-only">
        {spoken ||
          (photos.length > 0 &&
            `${ready} de ${formatCount(photos.length, 'foto enviada', 'fotos enviadas')}`)}
      </output>
    </div>
  );
}
