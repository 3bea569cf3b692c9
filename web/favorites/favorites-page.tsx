import { brandName } from '#web/ui/brand.ts';
import { Link } from 'react-router';
import { favoritesPerPage, listFavoriteListings } from '#contract/favorites.ts';
import { listFollows } from '#contract/follows.ts';
import { api } from '#web/api.ts';
import { FollowedSellers } from '#web/follows/followed-sellers.tsx';
import { whenSignedIn } from '#web/guard.ts';
import { pageNamed } from '#web/numbered-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { ListingCardSkeleton, Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import { FavoriteCard } from './favorite-card.tsx';
import type { Route } from './+types/favorites-page';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

/** Tab and page are in the address; unknown values are the first. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = searchParams.get('aba') === 'vendedores' ? 'sellers' : 'listings';
  const page = pageNamed(searchParams);
  return whenSignedIn(request, async () => {
    const [favorites, follows] = await Promise.all([
      api(listFavoriteListings, { query: { page: String(page) } }),
      api(listFollows),
    ]);
    return { tab, page, favorites, follows } as const;
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

/** `/conta/favoritos`: what a person keeps, and whom they follow. */
export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const { tab, page, favorites, follows } = loaderData;
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
        ]}
      />
      {tab === 'sellers' ? (
        <FollowedSellers sellers={follows.items} />
      ) : (
        <>
          <Listings favorites={favorites} />
          <Pagination page={page} pages={Math.ceil(favorites.total / favoritesPerPage)} linkTo={pageLink} />
        </>
      )}
    </div>
  );
}

const pageLink = (page: number) => <Link to={`?pagina=${page}`} />;

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
