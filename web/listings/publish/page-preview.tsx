import { useRef } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import { imageUrl } from '#web/api/api.ts';
import { BuyBox } from '#web/listings/purchase/buy-box.tsx';
import type { Purchase } from '#web/listings/purchase/use-purchase.ts';
import { Gallery } from '#web/ui/photos/gallery.tsx';
import type { Draft } from './draft.ts';
import type { Photo } from './photos/photos.ts';

export interface PagePreviewProps {
  listingId: number;
  draft: Draft;
  photos: readonly Photo[];
  category: Category | undefined;
  seller: string;
}

/** The top of the listing's page, built from the page's own components. It is not interactive. */
export function PagePreview({ listingId, draft, photos, category, seller }: PagePreviewProps) {
  const { priceCents, deliveryType, stock } = draft;
  const buyButton = useRef<HTMLDivElement>(null);
  if (priceCents === null || deliveryType === null)
    return (
      <p className="text-sm text-ink-2">A página aparece aqui quando houver preço e forma de entrega.</p>
    );
  const title = draft.title.trim() || 'Título do seu anúncio';
  const promisedHours = deliveryType === 'manual' ? (draft.promisedHours ?? 24) : 0;
  const { alsoPickup, freeShipping, handlingDays } = draft;
  const listing: Shown = {
    id: listingId,
    title,
    priceCents,
    stock: Math.max(1, stock),
    sold: 0,
    state: 'published',
    deliveryType,
    promisedHours,
    alsoPickup,
    freeShipping,
    handlingDays,
    city: null,
    seller: { username: seller },
    warrantyDays: category?.warrantyDays ?? 7,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <section aria-label="Prévia da página" tabIndex={0} className="max-h-120 overflow-y-auto rounded-sm">
      <div inert className="flex flex-col gap-5">
        <Gallery title={title} seed={`anuncio-${draft.title.length}`} photos={photos.map(shown)} />
        <BuyBox listing={listing} rating={null} purchase={previewPurchase} buttonRef={buyButton} />
      </div>
    </section>
  );
}

type Shown = Parameters<typeof BuyBox>[0]['listing'];

/** The page as a visitor sees it, with quantity one and a button without effect. */
const previewPurchase: Purchase = {
  quantity: 1,
  setQuantity: () => undefined,
  own: false,
  refusal: undefined,
  open: false,
  start: () => undefined,
  close: () => undefined,
};

function shown({ src, image }: Photo) {
  return {
    src: image ? imageUrl(image.key, 800) : src,
    thumbnail: image ? imageUrl(image.key, 320) : src,
    alt: image?.alt ?? '',
  };
}
