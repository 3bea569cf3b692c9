import { listingLimits } from '#domain/listings.ts';
import { FieldSet } from '#web/ui/field.tsx';
import { PhotoGrid } from '#web/ui/photo-grid.tsx';
import { uploadItemOf } from './photos.ts';
import type { Photos } from './use-photos.ts';

/** Up to ten photos. They go on uploading while the seller writes the rest. */
export function PhotosStep({ photos, error }: { photos: Photos; error?: string }) {
  return (
    <FieldSet
      label="Fotos do anúncio"
      hideLabel
      error={error}
      announceError
      hint="A primeira é a capa. Arraste, ou use o menu de cada foto, para mudar a ordem."
    >
      <PhotoGrid
        photos={photos.photos.map(uploadItemOf)}
        max={listingLimits.images.max}
        maxBytes={40 * 1024 * 1024}
        onFiles={photos.add}
        onReorder={photos.order}
        onRemove={photos.remove}
        onRetry={photos.retry}
      />
    </FieldSet>
  );
}
