import { QrCode } from 'lucide-react';
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
  /** Has the phone send photos; of a listing on sale it cannot. */
  onPhone: (() => void) | null;
}

/** Up to ten photos. They go on uploading while the seller writes the rest. */
export function PhotosStep({ photos, error, onPhone }: PhotosStepProps) {
  const max = maxOf(listingLimits.images);
  const count = photos.photos.length;
  return (
    <>
      <FieldSet
        label="Fotos do anúncio"
        hideLabel
        error={count > max ? tooMany(count, max) : error}
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
      <PhotoWords photos={photos} />
    </>
  );
}

/** The phone's came while the computer's were on their way: which of them stay is the seller's to say. */
function tooMany(count: number, max: number): string {
  return `Cabem ${formatCount(max, 'foto', 'fotos')}: remova ${formatCount(count - max, 'foto', 'fotos')} para salvar.`;
}

/** Words for those who do not see the photos (design §4.12); the title serves where there are none. */
function PhotoWords({ photos }: { photos: Photos }) {
  const kept = photos.photos.filter(({ image }) => image !== null);
  if (kept.length === 0) return null;
  return (
    <FieldSet
      label="Descreva as fotos"
      hint="Opcional. Ajuda quem não vê a foto e quem está com a internet lenta."
    >
      <ol className="flex flex-col gap-3">
        {kept.map(({ key, src, image }, index) => (
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
