import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useEffect, useRef } from 'react';
import { Link, redirect } from 'react-router';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { getListing } from '#contract/listings/listings.ts';
import { listListingRatings } from '#contract/community/ratings.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext, imageSet, imageUrl } from '#web/api/api.ts';
import { Cached } from '#web/boot/cached-markup.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { ReportButton } from '#web/community/reports/report-button.tsx';
import { useSession } from '#web/session.tsx';
import { ListingRatings } from '#web/community/ratings/listing-ratings.tsx';
import { readRatingQuery } from '#web/community/ratings/rating-query.ts';
import { averageRating } from '#web/community/ratings/average-rating.ts';
import { FreightBlock } from '#web/shipping/freight-block.tsx';
import { recordView } from '#web/listings/views/record-view.ts';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { Gallery } from '#web/ui/photos/gallery.tsx';
import { BuyBar } from './purchase/buy-bar.tsx';
import { BuyBox } from './purchase/buy-box.tsx';
import { Attributes, Description } from './listing-details.tsx';
import { orRemovedListing } from './removed-listing.ts';
import { listingMeta } from './listing-meta.ts';
import { MarketCard } from './market-card.tsx';
import { Questions } from './questions.tsx';
import { resultsPath } from './search/results-query.ts';
import { storeViewed } from './search/recently-viewed.ts';
import { SellerCard } from './seller-card.tsx';
import { StockAlertButton } from './stock-alerts/stock-alert-button.tsx';
import { StateBanner } from './purchase/state-banner.tsx';
import { usePurchase } from './purchase/use-purchase.ts';
import type { Route } from './+types/listing-page';
import type { Listing } from './purchase/use-purchase.ts';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

export { ListingError as ErrorBoundary } from './removed-listing-page.tsx';

const BuySheet = lazyPart(() =>
  import('./purchase/buy-sheet.tsx').then((module) => ({ default: module.BuySheet })),
);

/** The buy bar replaces the tab bar on phones. */
export const handle = { ownBottomBar: true };

/** An old slug returns the current one, and the address is redirected to it permanently. */
async function load(caller: Api, slug: string, request: Request) {
  const url = new URL(request.url);
  const { before } = readRatingQuery(url);
  const ratingsRequest = caller(listListingRatings, { params: { slug }, query: { before } });
  // Both calls fail for a removed listing, but only the listing's answers 410, so its error is awaited first.
  ratingsRequest.catch(() => undefined);
  const listing = await orRemovedListing(caller, caller(getListing, { params: { slug } }));
  const ratings = await orErrorStatus(ratingsRequest);
  if (listing.slug !== slug) throw redirect(`/anuncio/${listing.slug}${url.search}`, 301);
  return { listing, ratings, older: before !== undefined, origin: url.origin };
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(context.get(apiContext), params.slug, request);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(api, params.slug, request);

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? listingMeta(loaderData.listing, loaderData.ratings, loaderData.origin)
    : [{ title: `Anúncio · ${brandName}` }];

/** Quantity and the open sheet are stored in the address; changing them needs no request. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const samePage = args.currentUrl.pathname === args.nextUrl.pathname;
  return samePage && args.currentUrl.search !== args.nextUrl.search ? false : args.defaultShouldRevalidate;
}

/** `/anuncio/{slug}`: a listing's page. */
export default function ListingPage({ loaderData: { listing, ratings, older } }: Route.ComponentProps) {
  const purchase = usePurchase(listing);
  const buyButton = useRef<HTMLDivElement>(null);
  const { user, signedIn, loading } = useSession();
  const viewerId = signedIn && !purchase.own ? user.id : 0;
  useEffect(() => {
    if (viewerId > 0) storeViewed(viewerId, listing.id);
  }, [viewerId, listing.id]);
  // Runs once the session is known, with the cookie that proves that the page was loaded.
  useEffect(() => (loading ? undefined : recordView(listing.id)), [loading, listing.id]);
  return (
    <div className="mx-auto w-full max-w-page page-gutter pt-3 md:pt-5">
      <Breadcrumb
        links={[
          <Link key="inicio" to="/">
            Início
          </Link>,
          ...listing.categories.map(({ slug, name }) => (
            <Link key={slug} to={resultsPath({ category: slug })}>
              {name}
            </Link>
          )),
        ]}
        current={listing.title}
      />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_320px] md:grid-rows-[auto_1fr] md:gap-x-8 lg:grid-cols-[minmax(0,1fr)_380px] xl:grid-cols-[minmax(0,1fr)_400px] xl:gap-x-12">
        <Gallery title={listing.title} seed={listing.slug} photos={listing.images.map(photo)} />
        <div className="md:row-span-2">
          <div className="flex flex-col gap-6 md:sticky md:top-20">
            <BuyBox
              listing={listing}
              rating={averageRating(ratings.scores)}
              purchase={purchase}
              notice={<StateBanner listing={listing} refusal={purchase.refusal} />}
              stockAlert={<StockAlertButton listingId={listing.id} priceCents={listing.priceCents} />}
              freight={<FreightBlock listing={listing} quantity={purchase.quantity} />}
              buttonRef={buyButton}
            />
            <SellerCard seller={listing.seller} rating={averageRating(ratings.seller)} />
            {!purchase.own && (
              <ReportButton target="listing" id={String(listing.id)}>
                Denunciar anúncio
              </ReportButton>
            )}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Attributes listing={listing} />
          <Description text={listing.description} />
          <Questions key={listing.id} listing={listing} own={purchase.own} />
          <ListingRatings
            key={`avaliacoes ${listing.id}`}
            slug={listing.slug}
            seller={listing.seller.username}
            ratings={ratings}
            older={older}
          />
        </div>
      </div>
      {listing.similar.length > 0 && <SimilarListings listings={listing.similar} />}
      <BuyBar listing={listing} purchase={purchase} target={buyButton} />
      {purchase.open && (
        <Suspense>
          <BuySheet listing={listing} purchase={purchase} />
        </Suspense>
      )}
    </div>
  );
}

function SimilarListings({ listings }: { listings: Listing['similar'] }) {
  const installments = useInstallmentText();
  return (
    <Section id="parecidos" title="Parecidos" className="mt-14 scroll-mt-20">
      {/* Two columns on phones, without an incomplete last row. */}
      <Cached
        kind="similar"
        parts={listings.map((listing) => ({ listing, offer: installments(listing.priceCents) }))}
        className="listing-grid max-[639px]:[&>:last-child:nth-child(2n+3)]:hidden"
      >
        {({ listing, offer }) => <MarketCard key={listing.id} listing={listing} installments={offer} />}
      </Cached>
    </Section>
  );
}

function photo({ key, alt }: { key: string; alt: string }) {
  return {
    alt,
    src: imageUrl(key, 800),
    srcSet: imageSet(key, 1280),
    sizes: '(min-width: 1280px) 700px, (min-width: 768px) 55vw, 92vw',
    thumbnail: imageUrl(key, 320),
    large: imageUrl(key, 1280),
  };
}
