import { ChevronLeft, ChevronRight, Minus, Plus, X } from '#web/ui/icons/icons.tsx';
import { Dialog } from 'radix-ui';
import { useState, type KeyboardEvent } from 'react';
import { useCloseOnBack } from '#web/ui/overlays/close-on-back.ts';
import { useCarousel } from './carousel.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { maxZoom, ZoomablePhoto } from './zoomable-photo.tsx';

export interface LightboxProps {
  photos: readonly { src: string; large?: string }[];
  title: string;
  startIndex: number;
  altOf: (position: number) => string;
  /** Called with the index of the photo on screen. */
  onClose: (index: number) => void;
  /** Returns the focus to the page. */
  onReturnFocus: (index: number) => void;
}

/** One photo at a time on the whole screen: arrows, counter, zoom. Focus returns to where it was opened. */
export function Lightbox({ photos, title, startIndex, altOf, onClose, onReturnFocus }: LightboxProps) {
  const [zoom, setZoom] = useState(1);
  const { viewport, index, goTo } = useCarousel({ startIndex, draggable: zoom === 1 });

  useCloseOnBack(true, () => onClose(index));

  function show(next: number): void {
    setZoom(1);
    goTo(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') show(index - 1);
    if (event.key === 'ArrowRight') show(index + 1);
    if (event.key === '+') setZoom(Math.min(maxZoom, zoom + 1));
    if (event.key === '-') setZoom(Math.max(1, zoom - 1));
  }

  return (
    <Dialog.Root open onOpenChange={() => onClose(index)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-overlay bg-bg" />
        <Dialog.Content
          aria-describedby={undefined}
          data-slot="lightbox"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onReturnFocus(index);
          }}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-dialog flex flex-col duration-dialog ease-enter data-[state=open]:animate-in data-[state=open]:fade-in-0"
        >
          <div className="flex items-center gap-1 p-2 pl-4">
            <Dialog.Title className="sr-only">{`Fotos de ${title}`}</Dialog.Title>
            <p aria-live="polite" className="mr-auto text-ui tabular-nums">
              {`Foto ${index + 1} de ${photos.length}`}
            </p>
            <IconButton
              label="Diminuir"
              icon={<Minus aria-hidden="true" />}
              tooltip={false}
              onClick={() => setZoom(Math.max(1, zoom - 1))}
            />
            <IconButton
              label="Aumentar"
              icon={<Plus aria-hidden="true" />}
              tooltip={false}
              onClick={() => setZoom(Math.min(maxZoom, zoom + 1))}
            />
            <Dialog.Close asChild>
              <IconButton label="Fechar fotos" icon={<X aria-hidden="true" />} tooltip={false} />
            </Dialog.Close>
          </div>
          <div ref={viewport} className="min-h-0 flex-1 overflow-hidden">
            <div className="flex h-full">
              {photos.map((photo, position) => (
                <div
                  key={photo.src}
                  aria-hidden={position !== index}
                  className="h-full w-full shrink-0 p-2 md:px-16 md:pb-8"
                >
                  {Math.abs(position - index) <= 1 && (
                    <ZoomablePhoto
                      src={photo.large ?? photo.src}
                      alt={altOf(position)}
                      zoom={position === index ? zoom : 1}
                      onZoom={setZoom}
                    />
                  )}
                </div>
              ))}
            </div>
          </div>
          {index > 0 && (
            <IconButton
              label="Foto anterior"
              icon={<ChevronLeft aria-hidden="true" />}
              variant="outline"
              tooltip={false}
              onClick={() => show(index - 1)}
              className="absolute top-1/2 left-2 max-md:top-auto max-md:bottom-4"
            />
          )}
          {index < photos.length - 1 && (
            <IconButton
              label="Próxima foto"
              icon={<ChevronRight aria-hidden="true" />}
              variant="outline"
              tooltip={false}
              onClick={() => show(index + 1)}
              className="absolute top-1/2 right-2 max-md:top-auto max-md:bottom-4"
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
