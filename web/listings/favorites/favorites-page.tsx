import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import { stockAlertsPerPage, listStockAlerts } from '#contract/listings/stock-alerts.ts';
import { favoritesPerPage, listFavoriteListings } from '#contract/listings/favorites.ts';
import { listFollows } from '#contract/listings/follows.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { StockAlertList } from '#web/listings/stock-alerts/stock-alert-list.tsx';
import { FollowedSellers } from '#web/listings/follows/followed-sellers.tsx';
import { whenSignedIn } from '#web/api/guard.ts';
import { pageFromAddress } from '#web/navigation/numbered-page.ts';
import { allWritesSettled } from '#web/api/latest-write.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { ListingCardSkeleton, Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import type { Route } from './+types/favorites-page';
import type { FavoriteListing } from '#contract/listings/favorites.ts';
import { MarketCard } from '#web/listings/market-card.tsx';
import { listingLabels } from '#web/labels.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

export const ErrorBoundary = () => <PageError title="Favoritos" thing="seus favoritos" />;

type Tab = 'listings' | 'sellers' | 'awaited';

const tabs: Partial<Record<string, Tab>> = { vendedores: 'sellers', avisos: 'awaited' };

export const handle: EarlyHandle = {
  reads: ({ search }) => {
    const tab = tabs[search.get('aba') ?? ''] ?? 'listings';
    const pageOf = (of: Tab) => ({ query: { page: String(tab === of ? pageFromAddress(search) : 1) } });
    return [
      readOf(listFavoriteListings, pageOf('listings')),
      readOf(listFollows),
      readOf(listStockAlerts, pageOf('awaited')),
    ];
  },
};

/** Tab and page are in the address; unknown values select the first. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = tabs[searchParams.get('aba') ?? ''] ?? 'listings';
  const page = pageFromAddress(searchParams);
  return whenSignedIn(request, async () => {
    await allWritesSettled();
    const pageOf = (of: Tab) => ({ query: { page: String(tab === of ? page : 1) } });
    const [favorites, follows, awaited] = await Promise.all([
      api(listFavoriteListings, pageOf('listings')),
      api(listFollows),
      api(listStockAlerts, pageOf('awaited')),
    ]);
    return { tab, page, favorites, follows, awaited } as const;
  });
}

export function meta() {
  return [{ title: `Favoritos · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="seus favoritos">
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-6 mb-5 h-11 w-full" />
      <div className="listing-grid-sidebar">
        {Array.from({ length: 4 }, (_, index) => (
          <ListingCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}

/** `/conta/favoritos`: the user's favourites, followed sellers and stock alerts. */
export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const { tab, page, favorites, follows, awaited } = loaderData;
  return (
    <div className="flex flex-col gap-5 pb-10">
      <PageHeader title="Favoritos" />
      <TabLinks
        aria-label="Favoritos"
        links={[
          {
            label: 'Anúncios',
            count: favorites.total,
            link: <Link to="?" preventScrollReset aria-current={tab === 'listings' ? 'page' : undefined} />,
          },
          {
            label: 'Vendedores que sigo',
            count: follows.items.length,
            link: (
              <Link
                to="?aba=vendedores"
                preventScrollReset
                aria-current={tab === 'sellers' ? 'page' : undefined}
              />
            ),
          },
          {
            label: 'Avisos de volta',
            count: awaited.total,
            link: (
              <Link
                to="?aba=avisos"
                preventScrollReset
                aria-current={tab === 'awaited' ? 'page' : undefined}
              />
            ),
          },
        ]}
      />
      {tab === 'sellers' && <FollowedSellers sellers={follows.items} />}
      {tab === 'awaited' && (
        <>
          <StockAlertList listings={awaited.items} />
          <Pagination
            page={page}
            pages={Math.ceil(awaited.total / stockAlertsPerPage)}
            linkTo={stockAlertPageLink}
          />
        </>
      )}
      {tab === 'listings' && (
        <>
          <Listings favorites={favorites} />
          <Pagination page={page} pages={Math.ceil(favorites.total / favoritesPerPage)} linkTo={pageLink} />
        </>
      )}
    </div>
  );
}

const pageLink = (page: number) => <Link to={`?pagina=${page}`} />;
const stockAlertPageLink = (page: number) => <Link to={`?aba=avisos&pagina=${page}`} />;

function Listings({ favorites }: Pick<Route.ComponentProps['loaderData'], 'favorites'>) {
  if (favorites.items.length === 0)
    return (
      <EmptyState
        title="Você ainda não tem favoritos."
        text="Toque no coração de um anúncio para guardá-lo. Avisamos você quando o preço baixar."
        action={
          <Button asChild variant="secondary">
            <Link to="/anuncios">Ver anúncios</Link>
          </Button>
        }
        seed="favoritos"
      />
    );
  return (
    <div className="listing-grid-sidebar">
      {favorites.items.map((listing) => (
        <FavoriteCard key={listing.id} listing={listing} />
      ))}
    </div>
  );
}

/** A favourite listing, with its price when it was saved and whether it can be bought now. */
function FavoriteCard({ listing }: { listing: FavoriteListing }) {
  const installments = useInstallmentText();
  const { state, priceCents, keptPriceCents } = listing;
  const status = listingLabels[state];
  return (
    <MarketCard
      listing={listing}
      installments={installments(priceCents)}
      level={2}
      previousCents={keptPriceCents > priceCents ? keptPriceCents : null}
      status={
        state === 'published' ? undefined : (
          <StatusBadge tone={status.tone} size="sm">
            {status.label}
          </StatusBadge>
        )
      }
    />
  );
}
