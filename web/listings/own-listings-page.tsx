import { brandName } from '#web/ui/brand.ts';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { listOwnListings } from '#contract/own-listings.ts';
import { api } from '#web/api.ts';
import { whenSignedIn } from '#web/guard.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/formats.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import type { Route } from './+types/own-listings-page';
import { OwnListingList } from './own-listing-list.tsx';
import { chooseTab, listingTabs, tabOfState } from './own-listing-tabs.ts';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const tab = new URL(request.url).searchParams.get('aba');
  return whenSignedIn(request, async () => ({ tab, ...(await api(listOwnListings)) }));
}

export function meta() {
  return [{ title: `Meus anúncios · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="seus anúncios">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-6 h-11 w-full" />
      <RowsSkeleton />
    </Loading>
  );
}

/** `/conta/anuncios`: the shop by what can be done with each listing. The tab is in the address. */
export default function OwnListingsPage({ loaderData }: Route.ComponentProps) {
  const { items } = loaderData;
  const tab = chooseTab(
    loaderData.tab,
    items.map(({ state }) => state),
  );
  const shown = items.filter(({ state }) => tabOfState(state) === tab);
  const create = (
    <Button asChild icon={<Plus aria-hidden="true" />}>
      <Link to="/anunciar">Criar anúncio</Link>
    </Button>
  );
  if (items.length === 0)
    return (
      <>
        <PageHeader title="Meus anúncios" />
        <EmptyState
          title="Seu primeiro anúncio leva quatro minutos"
          text="Escolha a categoria, envie as fotos e diga o preço. A equipe confere e ele entra no ar."
          action={create}
          seed="primeiro anúncio"
        />
      </>
    );
  return (
    <div className="flex flex-col gap-5 pb-10">
      <PageHeader title="Meus anúncios" actions={create} />
      <TabLinks
        aria-label="Situação dos anúncios"
        links={listingTabs.map((each) => ({
          label: each.label,
          count: items.filter(({ state }) => tabOfState(state) === each).length,
          link: (
            <Link
              to={`?aba=${each.slug}`}
              preventScrollReset
              aria-current={each === tab ? 'page' : undefined}
            />
          ),
        }))}
      />
      <output className="sr-only">{formatCount(shown.length, 'anúncio', 'anúncios')}</output>
      {shown.length === 0 ? (
        <EmptyState
          title={`Você não tem anúncios ${tab.adjective}.`}
          text="Escolha outra aba para ver os seus outros anúncios."
          seed={`aba-${tab.slug}`}
        />
      ) : (
        <OwnListingList key={tab.slug} listings={shown} />
      )}
    </div>
  );
}
