import { useRef } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { TitleStep } from './category/title-step.tsx';
import { DetailsStep } from './details-step.tsx';
import type { Draft } from './draft.ts';
import { PhotosStep } from './photos/photos-step.tsx';
import { PriceStep } from './price-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { Step } from './steps.ts';
import type { Photos } from './photos/use-photos.ts';

export interface StepFieldsProps {
  step: Step;
  listing: OwnListing;
  categories: Category[];
  settings: SiteSettings;
  draft: Draft;
  photos: Photos;
  /** All missing fields, of all steps. */
  errors: FieldErrors;
  /** The errors this step shows now. */
  shown: FieldErrors;
  attempted: boolean;
  change: (patch: Partial<Draft>) => void;
  pathTo: (step: Step) => string;
  /** Saves the draft. */
  save: () => Promise<boolean>;
  onCodesChanged: (listing: OwnListing) => void;
  onPhone: (() => void) | null;
}

/** The fields of the current step. */
export function StepFields(props: StepFieldsProps) {
  const { step, categories, settings, draft, photos, errors, shown, change } = props;
  const attributesIn = useTypedAttributes(draft, categories);
  if (step === 'categoria')
    return (
      <TitleStep
        categories={categories}
        title={draft.title}
        categoryId={draft.categoryId}
        errors={shown}
        onTitleChange={(title) => change({ title })}
        onCategoryChange={(id) => change({ categoryId: id, attributes: attributesIn(id) })}
      />
    );
  if (step === 'fotos')
    return <PhotosStep photos={photos} error={shown.images ?? shown.imageIds} onPhone={props.onPhone} />;
  if (step === 'detalhes')
    return (
      <DetailsStep
        listing={props.listing}
        draft={draft}
        category={categories.find(({ id }) => id === draft.categoryId)}
        errors={shown}
        change={change}
        beforeCodes={props.save}
        onCodesChanged={props.onCodesChanged}
      />
    );
  if (step === 'preco')
    return (
      <PriceStep
        listingId={props.listing.id}
        draft={draft}
        category={categories.find(({ id }) => id === draft.categoryId)}
        settings={settings}
        errors={shown}
        change={change}
        save={props.save}
      />
    );
  return (
    <ReviewStep
      draft={draft}
      photos={photos.photos}
      categories={categories}
      settings={settings}
      errors={errors}
      pathTo={props.pathTo}
      change={change}
      attempted={props.attempted}
    />
  );
}

/** The attributes that a category asks for, with everything that was typed into them, also before another category. */
function useTypedAttributes(draft: Draft, categories: readonly Category[]) {
  const typed = useRef<Draft['attributes']>({});
  const asked = (id: number | null) =>
    new Set(categories.find((one) => one.id === id)?.attributes.map(({ key }) => key));
  return (id: number): Draft['attributes'] => {
    const [former, known] = [asked(draft.categoryId), asked(id)];
    const others = Object.entries(typed.current).filter(([key]) => !former.has(key));
    typed.current = { ...Object.fromEntries(others), ...draft.attributes };
    return Object.fromEntries(Object.entries(typed.current).filter(([key]) => known.has(key)));
  };
}
