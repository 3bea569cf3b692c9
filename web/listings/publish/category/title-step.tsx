import type { Category } from '#contract/listings/catalogue.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { visibleLength } from '#domain/text/visible-length.ts';
import { ContactHint } from '#web/listings/publish/contact-hint.tsx';
import { boundsOf } from '#web/settings/sizes.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { CategoryChoice } from './category-choice.tsx';

export interface TitleStepProps {
  categories: readonly Category[];
  title: string;
  categoryId: number | null;
  errors: FieldErrors;
  onTitleChange: (title: string) => void;
  onCategoryChange: (id: number) => void;
}

/** The title, and the category that is guessed from it. */
export function TitleStep({ categories, title, categoryId, errors, ...change }: TitleStepProps) {
  return (
    <>
      <Field
        className="max-w-[640px]"
        label="Título"
        error={errors.title}
        announceError
        hint={<ContactHint text={title}>Diga o que é, a marca e a versão, como alguém buscaria.</ContactHint>}
        action={<TitleCounter title={title} max={boundsOf(listingLimits.title).max} />}
      >
        <TextInput
          name="title"
          value={title}
          autoComplete="off"
          enterKeyHint="next"
          onChange={(event) => change.onTitleChange(event.target.value)}
        />
      </Field>
      <CategoryChoice
        categories={categories}
        title={title}
        value={categoryId}
        error={errors.categoryId}
        onValueChange={change.onCategoryChange}
      />
    </>
  );
}

/** Characters of the title written, out of the maximum. */
function TitleCounter({ title, max }: { title: string; max: number }) {
  const length = visibleLength(title);
  return (
    <span className={cn('text-sm text-ink-3 tabular-nums', length > max && 'text-danger')}>
      {length} de {max}
    </span>
  );
}
