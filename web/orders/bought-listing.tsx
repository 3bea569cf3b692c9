import { getBoughtListing } from '#contract/orders/bought-listing.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api, imageSet, imageUrl } from '#web/api/api.ts';
import { Attributes, Description } from '#web/listings/listing-details.tsx';
import { fieldList } from '#web/listings/revised-field-labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Gallery } from '#web/ui/photos/gallery.tsx';
import { Price } from '#web/ui/cards/price.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { useDetail } from '#web/api/use-detail.ts';

type Bought = Reply<typeof getBoughtListing>;

/** The listing as it was when it was bought (F10). Buyer, seller and staff refer to this version in a dispute. */
export function BoughtListing({ hash, onClose }: { hash: string; onClose: () => void }) {
  const { value, problem, reload } = useDetail(() => api(getBoughtListing, { params: { hash } }));
  return (
    <Sheet
      open
      size="lg"
      title="Anúncio como foi comprado"
      description={value ? `Como estava em ${formatDateTime(value.boughtAt)}.` : undefined}
      onOpenChange={(open) => !open && onClose()}
    >
      {problem && (
        <Banner
          tone="danger"
          role="alert"
          action={
            <Button variant="quiet" size="sm" onClick={() => void reload()}>
              Tentar de novo
            </Button>
          }
        >
          {problem}
        </Banner>
      )}
      {!value && !problem && (
        <Loading name="o anúncio" className="flex flex-col gap-4">
          <Skeleton className="aspect-4/3 w-full rounded-lg" />
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-40" />
        </Loading>
      )}
      {value && <BoughtVersion bought={value} />}
    </Sheet>
  );
}

function BoughtVersion({ bought }: { bought: Bought }) {
  const { title, category, priceCents, description, photos } = bought;
  return (
    <div className="flex flex-col gap-6">
      <ChangesSincePurchase bought={bought} />
      <Gallery
        title={title}
        seed={title}
        photos={photos.map(({ key, alt }) => ({
          alt,
          src: imageUrl(key, 800),
          srcSet: imageSet(key, 1280),
          sizes: '(min-width: 768px) 592px, 92vw',
          thumbnail: imageUrl(key, 320),
          large: imageUrl(key, 1280),
        }))}
      />
      <div>
        <h3 className="text-h2">{title}</h3>
        <p className="mt-1 text-sm text-ink-2">{category}</p>
        <Price cents={priceCents} size="md" className="mt-2" />
      </div>
      <Attributes listing={bought} />
      <Description text={description} />
    </div>
  );
}

/** Says whether the listing has changed since the purchase. */
function ChangesSincePurchase({ bought: { changed, visible } }: { bought: Bought }) {
  if (changed.length > 0)
    return <Banner title="O anúncio mudou depois desta compra">Hoje é outro: {fieldList(changed)}.</Banner>;
  return (
    <p className="text-sm text-ink-2">
      {visible ? 'O anúncio continua assim hoje.' : 'O anúncio saiu do ar sem mudar.'}
    </p>
  );
}
