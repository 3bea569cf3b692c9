import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { ChartColumn, Plus } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import { listOwnListings, ownListingsPerPage } from '#contract/listings/own-listings.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { pageFromAddress } from '#web/navigation/numbered-page.ts';
import { ListSearch } from '#web/navigation/list-search.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import type { Route } from './+types/own-listings-page';
import { OwnListingList } from './own-listing-list.tsx';
import { chooseTab, ownListingTabs } from './own-listing-tabs.ts';

export const ErrorBoundary = () => <PageError title="Meus anúncios" thing="seus anúncios" />;

/** Tab, page and search are in the address; unknown values select the first. A search covers all tabs. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const q = (search.get('q') ?? '').trim().slice(0, 80);
  const number = pageFromAddress(search);
  const page = String(number);
  const named = ownListingTabs.find(({ tab }) => tab === search.get('aba'))?.tab;
  return whenSignedIn(request, async () => {
    // Without a tab in the address the counts decide which one opens.
    const allCounts = q || named ? null : await api(listOwnListings, { query: { tab: 'ativos', page } });
    const tab = chooseTab(named ?? null, allCounts?.counts ?? nothing);
    const found =
      allCounts && tab.tab === 'ativos'
        ? allCounts
        : await api(listOwnListings, { query: { page, ...(q ? { q } : { tab: tab.tab }) } });
    return { ...found, tab, q, page: number };
  });
}

const nothing = { ativos: 0, revisao: 0, ajuste: 0, pausados: 0, rascunhos: 0, encerrados: 0 };

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

const createLink = (
  <Button asChild icon={<Plus aria-hidden="true" />}>
    <Link to="/anunciar">Criar anúncio</Link>
  </Button>
);

/** `/conta/anuncios`: the seller's listings by available action. The tab is in the address. */
export default function OwnListingsPage({ loaderData }: Route.ComponentProps) {
  const { items, total, counts, tab, q, page, awayUntil } = loaderData;
  if (Object.values(counts).every((count) => count === 0))
    return (
      <>
        <PageHeader title="Meus anúncios" />
        <EmptyState
          title="Seu primeiro anúncio leva quatro minutos"
          text="Escolha a categoria, envie as fotos e diga o preço. A equipe confere e ele entra no ar."
          action={createLink}
          seed="primeiro anúncio"
        />
      </>
    );
  return (
    <div className="flex flex-col gap-5 pb-10">
      <PageHeader
        title="Meus anúncios"
        actions={
          <>
            <OtherLinks />
            {createLink}
          </>
        }
      />
      {awayUntil && <AwayBanner lastDay={awayUntil} />}
      <ListSearch label="Buscar nos seus anúncios" placeholder="Palavras do título" q={q} />
      {q === '' ? (
        <TabLinks
          aria-label="Situação dos anúncios"
          links={ownListingTabs.map((each) => ({
            label: each.label,
            count: counts[each.tab],
            link: (
              <Link
                to={`?aba=${each.tab}`}
                preventScrollReset
                aria-current={each === tab ? 'page' : undefined}
              />
            ),
          }))}
        />
      ) : (
        <output className="text-sm text-ink-2">
          {total === 0
            ? `Nenhum anúncio seu com “${q}”.`
            : `${formatCount(total, 'anúncio', 'anúncios')} com “${q}”`}
        </output>
      )}
      {q === '' && <output className="sr-only">{formatCount(total, 'anúncio', 'anúncios')}</output>}
      {items.length === 0 && q === '' && (
        <EmptyState
          title={`Você não tem anúncios ${tab.adjective}.`}
          text="Escolha outra aba para ver os seus outros anúncios."
          seed={`aba-${tab.tab}`}
        />
      )}
      {items.length > 0 && <OwnListingList key={`${tab.tab} ${q} ${page}`} listings={items} />}
      <Pagination
        page={page}
        pages={Math.ceil(total / ownListingsPerPage)}
        linkTo={pageLink(q ? { q } : { aba: tab.tab })}
      />
    </div>
  );
}

/** Links to the other pages of the same tab or search. */
function pageLink(listParams: Record<string, string>) {
  return (page: number) => <Link to={`?${new URLSearchParams({ ...listParams, pagina: String(page) })}`} />;
}

function OtherLinks() {
  return (
    <>
      <Button
        asChild
        variant="quiet"
        icon={<ChartColumn aria-hidden="true" />}
        className="max-sm:order-last max-sm:-ml-5"
      >
        <Link to="/conta/anuncios/semana">Relatório semanal</Link>
      </Button>
      <Button asChild variant="quiet" className="max-sm:order-last max-sm:-ml-5">
        <Link to="/conta/ferias">Férias</Link>
      </Button>
    </>
  );
}

function AwayBanner({ lastDay }: { lastDay: string }) {
  return (
    <Banner>
      Você está de férias: seus anúncios ficam escondidos até {lastDay.slice(8)}/{lastDay.slice(5, 7)}.
    </Banner>
  );
}
