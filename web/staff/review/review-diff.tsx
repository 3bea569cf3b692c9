import type { ReactNode } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import type { RevisedField } from '#domain/listings/revisions.ts';
import { imageUrl } from '#web/api/api.ts';
import { offeredDeliveryLines } from '#web/listings/listing-texts.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import type { Review } from './load-reviews.ts';
import { wordDifferences } from './word-differences.ts';

const labels: Record<RevisedField, string> = {
  title: 'Título',
  description: 'Descrição',
  categoryId: 'Categoria',
  images: 'Fotos',
  deliveryType: 'Entrega',
  promisedHours: 'Prazo',
  attributes: 'Detalhes',
  priceCents: 'Preço',
};

/** The changed fields before and after, marked with − and + so that colour is never the only sign. */
export function ReviewDiff({ review, categories }: { review: Review; categories: readonly Category[] }) {
  const { revision } = review;
  if (!revision) return null;
  return (
    <Card className="col-span-full">
      <h3 className="text-h3">O que muda</h3>
      <dl className="mt-3 flex flex-col gap-4">
        {revision.changed.map((field) => (
          <div key={field} className="flex flex-col gap-1.5 border-t border-border pt-3">
            <dt className="text-sm font-semibold text-ink-2">{labels[field]}</dt>
            <dd>
              {field === 'images' ? (
                <PhotoDiff review={review} />
              ) : (
                <TextDiff {...textsOf(field, review, categories)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function textsOf(
  field: Exclude<RevisedField, 'images'>,
  { listing, revision, categories: path }: Review,
  categories: readonly Category[],
): { before: string; after: string } {
  const before = revision!.before;
  if (field === 'categoryId') return { before: before.categories.join(' › '), after: path.join(' › ') };
  if (field === 'priceCents')
    return { before: formatCents(before.priceCents ?? 0), after: formatCents(listing.priceCents ?? 0) };
  if (field === 'attributes') {
    const schema = categories.find(({ id }) => id === listing.categoryId)?.attributes ?? [];
    return {
      before: attributeText(before.attributes, schema),
      after: attributeText(listing.attributes, schema),
    };
  }
  if (field === 'deliveryType' || field === 'promisedHours')
    return {
      // A change of the way of delivery brings free freight and pickup beside shipping with it (ADR 99).
      before: offeredDeliveryLines({ ...before, city: null }).join('\n'),
      after: offeredDeliveryLines({ ...listing, city: null }).join('\n'),
    };
  return { before: before[field], after: listing[field] };
}

function attributeText(given: Record<string, string>, schema: Category['attributes']): string {
  return Object.entries(given)
    .map(([key, value]) => `${schema.find((one) => one.key === key)?.label ?? key}: ${value}`)
    .toSorted()
    .join('\n');
}

function TextDiff({ before, after }: { before: string; after: string }) {
  const parts = wordDifferences(before, after);
  return (
    <div className="grid gap-2 text-sm sm:grid-cols-2">
      <Side sign="−" name="Antes" tone="bg-danger-soft text-on-danger-soft">
        {parts.map(
          ({ text, side }, index) =>
            side !== 'after' && (
              <Part key={index} as="del" changed={side === 'before'}>
                {text}
              </Part>
            ),
        )}
      </Side>
      <Side sign="+" name="Depois" tone="bg-success-soft text-on-success-soft">
        {parts.map(
          ({ text, side }, index) =>
            side !== 'before' && (
              <Part key={index} as="ins" changed={side === 'after'}>
                {text}
              </Part>
            ),
        )}
      </Side>
    </div>
  );
}

function Part({ as: Tag, changed, children }: { as: 'del' | 'ins'; changed: boolean; children: string }) {
  if (!changed) return <span>{children}</span>;
  return <Tag className="rounded-xs font-semibold underline decoration-2">{children}</Tag>;
}

function Side({
  sign,
  name,
  tone,
  children,
}: {
  sign: string;
  name: string;
  tone: string;
  children: ReactNode;
}) {
  return (
    <p className={`rounded-md px-3 py-2 break-words whitespace-pre-line ${tone}`}>
      <span className="mb-1 block text-xs font-semibold">
        <span aria-hidden="true">{sign}</span> {name}
      </span>
      {children}
    </p>
  );
}

function PhotoDiff({ review: { listing, revision } }: { review: Review }) {
  const before = revision!.before.images;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PhotoRow name="Antes" photos={before} others={listing.images} mark="Sai" />
      <PhotoRow name="Depois" photos={listing.images} others={before} mark="Nova" />
    </div>
  );
}

type Photos = Review['listing']['images'];

function PhotoRow({
  name,
  photos,
  others,
  mark,
}: {
  name: string;
  photos: Photos;
  others: Photos;
  mark: string;
}) {
  const remaining = new Set(others.map(({ id }) => id));
  return (
    <div>
      <p className="text-xs font-semibold text-ink-2">{name}</p>
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {photos.map(({ id, key, alt }, index) => (
          <li key={id} className="w-20">
            <img
              src={imageUrl(key, 160)}
              alt={alt ? '' : `${name}: foto ${index + 1}`}
              className="size-20 rounded-sm bg-surface-2 object-cover"
            />
            <span className="mt-0.5 block text-xs text-ink-2">
              {!remaining.has(id) && <strong className="font-semibold">{mark}. </strong>}
              {alt}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
