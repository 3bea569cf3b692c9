import { ChevronLeft, ChevronRight } from '#web/ui/icons/icons.tsx';
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { loadCarousel, useCarousel } from './carousel.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { whenIdle } from '#web/ui/page/when-idle.ts';

const loadLightbox = async () => {
  const [module] = await Promise.all([import('./lightbox.tsx'), loadCarousel()]);
  return { default: module.Lightbox };
};
const Lightbox = lazyPart(loadLightbox);

export interface GalleryPhoto {
  src: string;
  srcSet?: string;
  sizes?: string;
  /** Small version for the thumbnail. */
  thumbnail?: string;
  /** Large version for the lightbox. */
  large?: string;
  /** The seller's description; without it the title and the position are used. */
  alt?: string | null;
}

export interface GalleryProps {
  photos: readonly GalleryPhoto[];
  /** The listing's title. */
  title: string;
  seed: string;
  className?: string;
}

const shownThumbnails = 5;

/** Photos of a listing in a 4:3 box, thumbnails at the left (below on phones), a lightbox behind each photo. */
export function Gallery({ photos, title, seed, className }: GalleryProps) {
  const { viewport, index, goTo } = useCarousel();
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => whenIdle(() => void loadLightbox().catch(() => undefined)), []);
  const altOf = (position: number) =>
    photos[position]?.alt || `${title}, foto ${position + 1} de ${photos.length}`;
  if (photos.length === 0)
    return <Tiles seed={seed} cols={4} rows={3} className={cn('w-full rounded-lg', className)} />;

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    goTo(index + step);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows work from every button inside
    <section
      ref={section}
      aria-roledescription="carrossel"
      aria-label={`Fotos de ${title}`}
      data-slot="gallery"
      onKeyDown={onKeyDown}
      className={cn('relative flex min-w-0 flex-col gap-3', photos.length > 1 && 'lg:pl-[88px]', className)}
    >
      <div className="relative min-w-0">
        <div ref={viewport} className="overflow-hidden rounded-lg bg-surface-2">
          <div className="flex touch-pan-y">
            {photos.map((photo, position) => (
              <div key={photo.src} inert={position !== index} className="aspect-4/3 w-full shrink-0">
                <button
                  type="button"
                  aria-label={`Ampliar foto ${position + 1} de ${photos.length}`}
                  onClick={() => setEnlarged(position)}
                  className="block size-full cursor-zoom-in rounded-lg focus-visible:outline-offset-[-4px]"
                >
                  <img
                    src={photo.src}
                    srcSet={photo.srcSet}
                    sizes={photo.sizes}
                    alt={altOf(position)}
                    fetchPriority={position === 0 ? 'high' : undefined}
                    loading={position === 0 ? 'eager' : 'lazy'}
                    draggable={false}
                    className="size-full object-contain"
                  />
                </button>
              </div>
            ))}
          </div>
        </div>
        <p
          aria-live="polite"
          className={cn(
            'absolute bottom-3 left-3 rounded-full bg-photo-scrim px-3 py-1 text-xs text-photo-ink tabular-nums',
            photos.length === 1 && 'sr-only',
          )}
        >
          <span className="sr-only">Foto </span>
          {index + 1} de {photos.length}
        </p>
        {index > 0 && <Arrow label="Foto anterior" side="left" onClick={() => goTo(index - 1)} />}
        {index < photos.length - 1 && (
          <Arrow label="Próxima foto" side="right" onClick={() => goTo(index + 1)} />
        )}
      </div>
      {photos.length > 1 && (
        <ul
          aria-label="Miniaturas"
          className="scroll-row flex gap-2 p-0.5 lg:absolute lg:inset-y-0 lg:left-0 lg:w-[76px] lg:flex-col lg:overflow-y-auto"
        >
          {photos.slice(0, shownThumbnails).map((photo, position) => {
            const hidden = position === shownThumbnails - 1 ? photos.length - shownThumbnails : 0;
            return (
              <li key={photo.src} className="size-14 shrink-0 lg:size-[72px]">
                <Thumbnail
                  photo={photo}
                  label={hidden > 0 ? `Ver mais ${hidden + 1} fotos` : `Ver foto ${position + 1}`}
                  hidden={hidden}
                  current={position === index || (hidden > 0 && index > position)}
                  onClick={() => (hidden > 0 ? setEnlarged(position) : goTo(position))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {enlarged !== null && (
        <Suspense>
          <Lightbox
            photos={photos}
            title={title}
            startIndex={enlarged}
            altOf={altOf}
            onClose={(last) => {
              setEnlarged(null);
              goTo(last);
            }}
            onReturnFocus={(last) => focusPhoto(section.current, last)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Focuses the thumbnail of the last shown photo, or the photo itself when it is the only one. */
function focusPhoto(section: HTMLElement | null, index: number): void {
  const thumbnails = section?.querySelectorAll<HTMLElement>('[data-slot=thumbnail]') ?? [];
  const target =
    thumbnails[Math.min(index, thumbnails.length - 1)] ?? section?.querySelector<HTMLElement>('button');
  target?.focus();
}

function Arrow({ label, side, onClick }: { label: string; side: 'left' | 'right'; onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={label}
      icon={<Icon aria-hidden="true" />}
      variant="photo"
      tooltip={false}
      onClick={onClick}
      className={cn(
        'absolute top-1/2 -translate-y-1/2 max-md:hidden',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    />
  );
}

interface ThumbnailProps {
  photo: GalleryPhoto;
  label: string;
  hidden: number;
  current: boolean;
  onClick: () => void;
}

function Thumbnail({ photo, label, hidden, current, onClick }: ThumbnailProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current || undefined}
      data-slot="thumbnail"
      onClick={onClick}
      className="relative size-full overflow-hidden rounded-md border border-border bg-surface-2 opacity-80 hover:opacity-100 aria-current:opacity-100 aria-current:ring-2 aria-current:ring-brand"
    >
      <img
        src={photo.thumbnail ?? photo.src}
        alt=""
        loading="lazy"
        draggable={false}
        className="size-full object-cover"
      />
      {hidden > 0 && (
        <span
          aria-hidden="true"
          className="absolute inset-0 flex items-center justify-center bg-photo-scrim text-ui font-semibold text-photo-ink"
        >
          +{hidden + 1}
        </span>
      )}
    </button>
  );
}
