import { Suspense, useState } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { cardDeliveryText } from '#web/listings/listing-texts.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { useInstallmentOffer } from '#web/payments/installment-offer.tsx';
import { planText } from '#web/payments/payment-texts.ts';
import { ListingCard } from '#web/ui/cards/listing-card.tsx';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Draft } from './draft.ts';
import type { Photo } from './photos/photos.ts';
import { qualityOf } from './quality.ts';

const PagePreview = lazyPart(() =>
  import('./page-preview.tsx').then((module) => ({ default: module.PagePreview })),
);

export interface PreviewProps {
  listingId: number;
  draft: Draft;
  photos: readonly Photo[];
  category: Category | undefined;
  seller: string;
}

type PreviewMode = 'card' | 'pagina';
const modes: readonly [PreviewMode, string][] = [
  ['card', 'Na busca'],
  ['pagina', 'Página'],
];

/** Preview of the listing as a search result or as its page, with tips to improve it. */
export function Preview(props: PreviewProps) {
  const { percent, tips } = qualityOf(props.draft, props.category);
  const [mode, setMode] = useState<PreviewMode>('card');
  return (
    <div className="flex flex-col gap-5 rounded-lg border border-border bg-surface p-5">
      <p className="text-sm font-semibold text-ink-2">Como o anúncio aparece</p>
      <fieldset className="flex gap-1 rounded-md bg-surface-2 p-1">
        <legend className="sr-only">Prévia como</legend>
        {modes.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={mode === value}
            onClick={() => setMode(value)}
            className="min-h-11 flex-1 rounded-sm text-ui text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-sm forced-colors:aria-pressed:outline-2"
          >
            {label}
          </button>
        ))}
      </fieldset>
      {mode === 'card' ? (
        <CardPreview {...props} />
      ) : (
        <Suspense fallback={<Skeleton className="h-100 rounded-lg" />}>
          <PagePreview {...props} />
        </Suspense>
      )}
      <div className="flex flex-col gap-2 border-t border-border pt-4">
        <p className="flex justify-between text-sm">
          <span className="font-semibold">Qualidade do anúncio</span>
          <span className="text-ink-2 tabular-nums">{percent}%</span>
        </p>
        <ProgressBar value={percent} label="Qualidade do anúncio" />
        {tips.length > 0 && (
          <ul className="mt-1 flex list-disc flex-col gap-1.5 pl-4 text-sm text-ink-2 marker:text-ink-3">
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function CardPreview({ draft, photos, seller }: PreviewProps) {
  const installments = useInstallmentOffer(draft.priceCents ?? 0);
  const { deliveryType, promisedHours } = draft;
  const delivery =
    deliveryType && cardDeliveryText({ ...draft, deliveryType, promisedHours: promisedHours ?? 24 });
  return (
    <div
      className={cn(
        'mx-auto w-full max-w-60',
        // An empty price is not zero, so no price is shown.
        draft.priceCents === null && '[&_[data-slot=price]]:invisible',
      )}
    >
      <ListingCard
        link={<span />}
        title={draft.title.trim() || 'Título do seu anúncio'}
        seed={`anuncio-${draft.title.length}`}
        photos={photos.map(({ src }, index) => ({ src, alt: `Foto ${index + 1} do seu anúncio` }))}
        priceCents={draft.priceCents ?? 0}
        installments={installments ? planText(installments) : undefined}
        note={
          <>
            {delivery && <span className="block whitespace-normal">{delivery}</span>}
            {`@${seller}`}
          </>
        }
        badge={draft.deliveryType === 'automatic' ? delivery : undefined}
        level={2}
        eager
      />
    </div>
  );
}
