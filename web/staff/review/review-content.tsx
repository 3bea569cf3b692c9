import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import { imageUrl } from '#web/api/api.ts';
import { offeredDeliveryLines } from '#web/listings/listing-texts.ts';
import { planNames } from '#domain/state-names.ts';
import { averageRating } from '#web/community/ratings/average-rating.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatCount, formatDate, formatNumber } from '#web/ui/data/formats.ts';
import { Gallery } from '#web/ui/photos/gallery.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Review } from './load-reviews.ts';
import { SellerTrust } from './seller-trust.tsx';
import { Signals } from './signals.tsx';

/** The listing as buyers would see it, and its seller. */
export function ReviewContent({ review, categories }: { review: Review; categories: readonly Category[] }) {
  const { listing, seller } = review;
  const schema = categories.find(({ id }) => id === listing.categoryId)?.attributes ?? [];
  const facts: [string, string][] = [
    ['Categoria', review.categories.join(' › ')],
    ['Entrega', offeredDeliveryLines(listing).join(' · ')],
    ...parcelFacts(listing),
    [
      'Estoque',
      listing.deliveryType === 'automatic'
        ? formatCount(listing.codesCount, 'código', 'códigos')
        : formatCount(listing.stock, 'unidade', 'unidades'),
    ],
    ['Plano', planNames[listing.plan]],
    ...Object.entries(listing.attributes).map(([key, value]): [string, string] => [
      schema.find((attribute) => attribute.key === key)?.label ?? key,
      booleanLabels[value] ?? value,
    ]),
  ];
  return (
    <article className="flex min-w-0 flex-col gap-6 md:max-xl:grid md:max-xl:grid-cols-2 md:max-xl:items-start">
      <header className="col-span-full flex flex-col gap-1.5">
        {review.revision && (
          <StatusBadge tone="info" size="sm" className="self-start">
            Mudança de anúncio no ar
          </StatusBadge>
        )}
        <h2 className="text-h2">{listing.title}</h2>
        <p className="text-price-xl">{formatCents(listing.priceCents ?? 0)}</p>
        {review.revision && (
          <Link
            data-slot="page-on-sale"
            to={`/anuncio/${listing.slug}`}
            className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
          >
            Ver a página que está no ar
          </Link>
        )}
        <Signals review={review} className="mt-3 xl:hidden" />
      </header>
      {review.revision && (
        <Suspense fallback={<Skeleton className="col-span-full h-40 rounded-lg" />}>
          <ReviewDiff review={review} categories={categories} />
        </Suspense>
      )}
      <Gallery
        title={listing.title}
        seed={`anuncio-${listing.id}`}
        photos={listing.images.map(({ key, alt }) => ({
          alt,
          src: imageUrl(key, 800),
          thumbnail: imageUrl(key, 320),
          large: imageUrl(key, 1280),
        }))}
      />
      <section aria-label="Descrição">
        <h3 className="text-h3">Descrição</h3>
        <p className="mt-2 max-w-measure text-body whitespace-pre-line">{listing.description}</p>
      </section>
      <Card>
        <h3 className="text-h3">Detalhes</h3>
        <dl className="mt-3 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2 md:max-xl:grid-cols-1">
          {facts.map(([label, value]) => (
            <div
              key={label}
              className="flex justify-between gap-4 border-b border-border pb-2 first:col-span-full"
            >
              <dt className="text-ink-3">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {review.rulesText && (
        <Card>
          <h3 className="text-h3">Regras da categoria</h3>
          <p className="mt-2 max-w-measure text-sm whitespace-pre-line">{review.rulesText}</p>
        </Card>
      )}
      <Suspense fallback={<Skeleton className="h-44 rounded-lg" />}>
        <Seller seller={seller} />
      </Suspense>
      <SellerTrust key={seller.id} seller={seller} />
    </article>
  );
}

/** S02: the packed item and where it is sent from, which a reviewer compares with the photos. */
function parcelFacts({ deliveryType, ...item }: Review['listing']): [string, string][] {
  if (deliveryType !== 'shipping' || item.weightGrams === null) return [];
  const sides = `${item.lengthCm} × ${item.widthCm} × ${item.heightCm} cm`;
  return [
    ['Pacote', `${formatNumber(item.weightGrams)} g · ${sides}`],
    ['Enviado de', item.city ?? '—'],
    ['Frete', item.freeShipping ? 'Grátis, pago por quem vende' : 'Pago por quem compra'],
  ];
}

/** Below the listing, so its code comes after the page. */
// Most listings under review are new.
const ReviewDiff = lazyPart(() =>
  import('./review-diff.tsx').then((module) => ({ default: module.ReviewDiff })),
);

const UserTrustCard = lazyPart(() =>
  import('#web/ui/cards/user-trust-card.tsx').then((module) => ({ default: module.UserTrustCard })),
);

/** The seller's verifications and ratings. */
function Seller({ seller }: Pick<Review, 'seller'>) {
  return (
    <UserTrustCard
      name={seller.username}
      link={<Link to={`/perfil/${seller.username}`}>@{seller.username}</Link>}
      since={`Membro desde ${formatDate(seller.memberSince)}`}
      rating={averageRating({ count: seller.ratingsCount, hundredths: seller.scoreHundredths ?? 0 })}
      sales={seller.salesCount}
      responseTime={formatCount(seller.listingsCount, 'anúncio ativo', 'anúncios ativos')}
      verified={[
        { label: 'E-mail', done: seller.emailVerified },
        { label: 'Documento', done: seller.documentProven },
      ]}
    />
  );
}

const booleanLabels: Record<string, string> = { true: 'Sim', false: 'Não' };
