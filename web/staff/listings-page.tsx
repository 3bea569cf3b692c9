import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { useSearchParams, Link } from 'react-router';
import type { StaffListing } from '#contract/listings/staff-listings.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/listings-page';
import { BulkListingActions } from './listings/bulk-listing-actions.tsx';
import { ListingSheet } from './listings/listing-sheet.tsx';
import { listingsDefinition, oddPriceParam } from './listings/listings-definition.tsx';
import { loadTable } from './table/load-table.ts';
import { ServerTable } from './table/server-table.tsx';
import type { Selection } from './table/use-selection.ts';
import { useSheet } from './shell/use-sheet.ts';
import { getPriceCurve } from '#contract/listings/staff-listings.ts';
import { api } from '#web/api/api.ts';
import { formatDateTime, formatNumber } from '#web/ui/data/formats.ts';
import { useDetail } from '#web/api/use-detail.ts';

export const ErrorBoundary = () => <PageError title="Anúncios" thing="os anúncios" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadTable(request, listingsDefinition);

export function meta() {
  return [{ title: `Anúncios · Painel · ${brandName}` }];
}

const bulk = {
  nameOf: ({ title, id }: StaffListing) => title || `anúncio ${id}`,
  acts: (selection: Selection<StaffListing>) => <BulkListingActions selection={selection} />,
};

/** `/dashboard/anuncios`: all listings. */
export default function ListingsPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const sheet = useSheet(loaderData.page?.items ?? []);
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader title="Anúncios" />
      {params.get(oddPriceParam) && <PriceCurve />}
      <ServerTable definition={listingsDefinition} loaded={loaderData} bulk={bulk} />
      {params.get('id') && (
        <ListingSheet key={params.get('id')} id={Number(params.get('id'))} sheet={sheet} />
      )}
    </div>
  );
}

/** Explains above the list what «fora do padrão» currently means. */
function PriceCurve() {
  const { value: curve } = useDetail(() => api(getPriceCurve));
  if (!curve) return null;
  return (
    <p className="max-w-measure text-sm text-ink-2">
      À venda por um preço {formatNumber(curve.outlierBps / 100)}% ou mais abaixo ou acima da mediana da
      categoria, onde há pelo menos {formatNumber(curve.fewestPrices)} preços.
      {curve.measuredAt &&
        ` Medido a cada 10 minutos; a medida mais antiga é de ${formatDateTime(curve.measuredAt)}.`}{' '}
      <Link
        to="/dashboard/configuracoes?secao=anuncios"
        className="hit-44 font-semibold text-brand hover:underline"
      >
        Mudar os parâmetros
      </Link>
    </p>
  );
}
