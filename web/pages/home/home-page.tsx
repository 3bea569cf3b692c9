import { ChevronRight } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MetaDescriptor } from 'react-router';
import type { ListingCard } from '#contract/listings/listings.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { NoListings } from '#web/listings/search/no-listings.tsx';
import { MarketCard } from '#web/listings/market-card.tsx';
import { resultsPath } from '#web/listings/search/results-query.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { CategoryRail } from './category-rail.tsx';
import { Hero } from './hero.tsx';
import { homeMeta } from './home-meta.ts';
import { loadHome } from './load-home.ts';
import { Protection } from './protection.tsx';
import { Resume } from './resume.tsx';
import { SaleSimulator } from './sale-simulator.tsx';
import type { Route } from './+types/home-page';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

export { PageError as ErrorBoundary } from '#web/pages/page-error.tsx';

async function load(caller: Api, request: Request) {
  return { ...(await orErrorStatus(loadHome(caller))), origin: new URL(request.url).origin };
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request);

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return homeMeta(loaderData?.origin, matches);
}

/** `/`: search, current listings, selling, and the buyer protection. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { categories, newest, promoted, popular, day } = loaderData;
  const settings = useSettings();
  const live = (promoted.length >= 4 ? promoted : newest).filter((listing) => listing.cover);
  return (
    <>
      <Hero popular={popular} live={live} day={day} />
      <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter md:gap-14">
        <div>
          <CategoryRail categories={categories} />
          <Resume />
        </div>
        {newest.length === 0 ? (
          <NoListings seed="abertura" />
        ) : (
          <Row title="Acabaram de chegar" to={resultsPath({ sort: 'novos' })} listings={newest} first />
        )}
        {promoted.length > 0 && (
          <Row title="Em destaque" text="Patrocinado" to="/anuncios" listings={promoted} />
        )}
        <Protection />
        {settings && <SaleSimulator {...settings} />}
      </div>
    </>
  );
}

interface RowProps {
  title: string;
  text?: ReactNode;
  to: string;
  listings: readonly ListingCard[];
  /** The first row of the page, whose photos load at once: on phones they are the largest content in view. */
  first?: boolean;
}

function Row({ title, text, to, listings, first = false }: RowProps) {
  const installments = useInstallmentText();
  return (
    <Section
      title={title}
      text={text}
      action={
        <Link
          to={to}
          aria-label={`Ver todos: ${title}`}
          className="-my-2 inline-flex min-h-11 shrink-0 items-center gap-0.5 rounded-sm text-ui font-semibold text-brand underline-offset-4 hover:underline"
        >
          Ver todos <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      }
    >
      <div className="listing-grid whole-rows">
        {listings.map((listing, index) => (
          <MarketCard
            key={listing.id}
            listing={listing}
            installments={installments(listing.priceCents)}
            eager={first && index < 2}
          />
        ))}
      </div>
    </Section>
  );
}
