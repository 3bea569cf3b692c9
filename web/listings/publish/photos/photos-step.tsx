import { QrCode } from '#web/ui/icons/icons.tsx';
import { listingLimits } from '#domain/listings/limits.ts';
import { outerBound } from '#domain/settings/sizes.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { PhotoGrid } from '#web/ui/photos/photo-grid.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { uploadItemOf } from './photos.ts';
import type { Photos } from './use-photos.ts';

interface PhotosStepProps {
  photos: Photos;
  error: string | undefined;
  /** Opens the photo link for a phone; undefined for a listing on sale. */
  onPhone: (() => void) | null;
}

/** Up to ten photos. Uploads continue while the seller fills in the other steps. */
export function PhotosStep({ photos, error, onPhone }: PhotosStepProps) {
  const max = maxOf(listingLimits.images);
  const count = photos.photos.length;
  return (
    <>
      <FieldSet
        label="Fotos do anúncio"
        hideLabel
        error={count > max ? tooManyText(count, max) : error}
        announceError
        hint="A primeira é a capa. Arraste, ou use o menu de cada foto, para mudar a ordem."
      >
        <PhotoGrid
          photos={photos.photos.map(uploadItemOf)}
          max={max}
          maxBytes={40 * 1024 * 1024}
          onFiles={photos.add}
          onReorder={photos.order}
          onRemove={photos.remove}
          onRetry={photos.retry}
        />
      </FieldSet>
      {onPhone && count < max && (
        <Button
          variant="secondary"
          icon={<QrCode aria-hidden="true" />}
          className="self-start max-md:hidden"
          onClick={onPhone}
        >
          Enviar fotos pelo celular
        </Button>
      )}
      <PhotoTexts photos={photos} />
    </>
  );
}

/** Photos from the phone arrived during uploads here: the seller decides which to keep. */
function tooManyText(count: number, max: number): string {
  return `Cabem ${formatCount(max, 'foto', 'fotos')}: remova ${formatCount(count - max, 'foto', 'fotos')} para salvar.`;
}

/** Alternative texts of the photos (design §4.12); an empty one falls back to the title. */
function PhotoTexts({ photos }: { photos: Photos }) {
  const stored = photos.photos.filter(({ image }) => image !== null);
  if (stored.length === 0) return null;
  return (
    <FieldSet
      label="Descreva as fotos"
      hint="Opcional. Ajuda quem não vê a foto e quem está com a internet lenta."
    >
      <ol className="flex flex-col gap-3">
        {stored.map(({ key, src, image }, index) => (
          <li key={key} className="flex items-center gap-3">
            <img src={src} alt="" className="size-11 shrink-0 rounded-sm bg-surface-2 object-cover" />
            <Field label={`Descrição da foto ${index + 1}`} hideLabel className="flex-1">
              <TextInput
                value={image?.alt ?? ''}
                maxLength={outerBound(listingLimits.imageWords)}
                autoComplete="off"
                placeholder={`O que aparece na foto ${index + 1}`}
                onChange={(event) => photos.describe(key, event.target.value)}
              />
            </Field>
          </li>
        ))}
      </ol>
    </FieldSet>
  );
}
