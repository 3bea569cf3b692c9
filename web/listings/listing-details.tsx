import { useId } from 'react';
import { deliveryLines } from '#web/listings/listing-texts.ts';
import { parcelText } from '#web/listings/parcel-texts.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import type { Listing } from './purchase/use-purchase.ts';

/** Delivery, warranty and the category's attributes. */
export function Attributes({
  listing,
}: {
  listing: Pick<
    Listing,
    | 'deliveryType'
    | 'promisedHours'
    | 'alsoPickup'
    | 'freeShipping'
    | 'handlingDays'
    | 'package'
    | 'city'
    | 'warrantyDays'
    | 'attributes'
  >;
}) {
  const rows = [
    { label: 'Entrega', value: deliveryLines({ ...listing, city: null }).join('\n') },
    ...(listing.package === null ? [] : [{ label: 'Pacote', value: parcelText(listing.package) }]),
    ...(listing.city === null ? [] : [{ label: 'Sai de', value: listing.city }]),
    { label: 'Garantia', value: `${formatCount(listing.warrantyDays, 'dia', 'dias')} depois da entrega` },
    ...listing.attributes,
  ];
  return (
    <Section title="Detalhes">
      <dl className="overflow-hidden rounded-lg border border-border">
        {rows.map(({ label, value }, index) => (
          <div
            key={label}
            className={cn(
              'grid grid-cols-[minmax(min-content,2fr)_minmax(0,3fr)] gap-4 px-4 py-3 text-ui',
              index % 2 === 0 ? 'bg-surface-2' : 'bg-surface',
            )}
          >
            <dt className="font-normal text-ink-2">{label}</dt>
            <dd className="whitespace-pre-line text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const longText = 420;

/** The seller's description. A long one expands by a checkbox, so that it works without JavaScript. */
export function Description({ text }: { text: string }) {
  const id = useId();
  const long = text.length > longText || text.split('\n').length > 8;
  return (
    <Section title="Descrição">
      <div className="max-w-measure">
        {long && <input id={id} type="checkbox" className="peer sr-only" />}
        <p
          className={cn(
            'text-body whitespace-pre-line text-ink-2',
            long &&
              'max-h-[9.3em] overflow-hidden [mask-image:linear-gradient(to_bottom,black_60%,transparent)] peer-checked:max-h-none peer-checked:[mask-image:none]',
          )}
        >
          {text}
        </p>
        {long && (
          <label
            htmlFor={id}
            className="mt-1 inline-flex min-h-11 cursor-pointer items-center rounded-sm text-ui font-semibold text-brand underline-offset-4 peer-checked:hidden peer-focus-visible:outline-2 peer-focus-visible:outline-ring hover:underline"
          >
            Ver a descrição toda
          </label>
        )}
      </div>
    </Section>
  );
}
