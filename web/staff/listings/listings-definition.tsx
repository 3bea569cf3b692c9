import { Link } from 'react-router';
import type { StaffListing } from '#contract/listings/staff-listings.ts';
import { listStaffListings } from '#contract/listings/staff-listings.ts';
import { listingStates, plans } from '#domain/listings/listings.ts';
import { api, imageUrl } from '#web/api/api.ts';
import { planNames, staffListingName } from '#domain/state-names.ts';
import { listingLabels } from '#web/labels.ts';
import { formatCents, formatDate, formatNumber } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { overlayEntryState } from '#web/navigation/overlay-entry.ts';
import { rowLink } from '../table/row-link.ts';
import type { TableDefinition } from '../table/table-definition.ts';

/** Parameter of the view of unusual prices, which the page explains. */
export const oddPriceParam = 'fora-da-curva';
/** Parameter that lists all possible copies of one listing. */
export const samePhotoParam = 'mesma-foto';

export const listingsDefinition: TableDefinition<StaffListing> = {
  name: 'anuncios',
  caption: 'Anúncios',
  noun: ['anúncio', 'anúncios'],
  search: 'Título à venda, @vendedor ou número',
  defaultSort: '-id',
  read: (query) => api(listStaffListings, { query }),
  empty: { title: 'Nenhum anúncio ainda.', text: 'Tudo o que alguém começar a anunciar aparece aqui.' },
  views: [
    { name: 'Denunciados', query: 'denuncias=open' },
    { name: 'Sem foto', query: 'sem-foto=1' },
    { name: 'Preço fora do padrão', query: 'fora-da-curva=1' },
  ],
  filters: [
    {
      kind: 'choice',
      param: 'situacao',
      field: 'state',
      label: 'Situação',
      many: true,
      options: listingStates.map((value) => ({ value, label: staffListingName(value) })),
    },
    {
      kind: 'choice',
      param: 'plano',
      field: 'plan',
      label: 'Plano',
      many: true,
      options: plans.map((value) => ({ value, label: planNames[value] })),
    },
    {
      kind: 'choice',
      param: 'denuncias',
      field: 'reports',
      label: 'Denúncias',
      options: [
        { value: 'open', label: 'Com denúncia aberta' },
        { value: 'flagged', label: 'Marcados para conferir' },
      ],
    },
    {
      kind: 'choice',
      param: 'sem-foto',
      field: 'withoutPhoto',
      label: 'Fotos',
      options: [{ value: '1', label: 'Sem foto' }],
    },
    {
      kind: 'choice',
      param: oddPriceParam,
      field: 'oddPrice',
      label: 'Preço',
      options: [{ value: '1', label: 'Fora do padrão' }],
    },
    { kind: 'given', param: samePhotoParam, field: 'samePhotoAs', label: 'Mesma foto do anúncio' },
    { kind: 'period', label: 'Criado' },
  ],
  columns: [
    {
      key: 'title',
      header: 'Foto e título',
      fixed: true,
      cell: (row) => (
        <Link
          to={rowLink(row.id)}
          preventScrollReset
          state={overlayEntryState}
          className="inline-flex min-h-6 max-w-full items-center gap-3 font-semibold hover:underline"
        >
          {row.cover ? (
            <img src={imageUrl(row.cover, 160)} alt="" className="size-8 shrink-0 rounded-sm object-cover" />
          ) : (
            <span aria-hidden="true" className="size-8 shrink-0 rounded-sm bg-surface-3" />
          )}
          <span className="min-w-0 md:max-w-72 md:min-w-40">
            <span className="line-clamp-2">{row.title || 'Sem título'}</span>
            {row.sharesPhoto && (
              <span className="block text-xs font-normal text-on-warning-soft">Foto repetida</span>
            )}
          </span>
        </Link>
      ),
    },
    {
      key: 'seller',
      header: 'Vendedor',
      cell: ({ seller }) => (
        <Link
          to={`/dashboard/usuarios?id=${seller.id}`}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          @{seller.username}
        </Link>
      ),
    },
    { key: 'category', header: 'Categoria', cell: ({ category }) => category ?? '—' },
    {
      key: 'price',
      header: 'Preço',
      numeric: true,
      sort: 'price',
      cell: ({ priceCents, medianCents, oddPrice }) => (
        <span>
          {priceCents === null ? '—' : formatCents(priceCents)}
          {oddPrice && (
            <span className="block text-xs text-on-warning-soft">
              {medianDifference(priceCents, medianCents)}
            </span>
          )}
        </span>
      ),
    },
    { key: 'plan', header: 'Plano', cell: ({ plan }) => planNames[plan] },
    {
      key: 'state',
      header: 'Situação',
      cell: ({ state }) => (
        <StatusBadge tone={listingLabels[state].tone} size="sm">
          {staffListingName(state)}
        </StatusBadge>
      ),
    },
    {
      key: 'reports',
      header: 'Denúncias',
      numeric: true,
      cell: ({ openReports, flaggedAt }) => (
        <span className={flaggedAt ? 'font-semibold text-danger' : undefined}>
          {formatNumber(openReports)}
          {flaggedAt && ' · conferir'}
        </span>
      ),
    },
    {
      key: 'visits',
      header: 'Visitas em 30 dias',
      numeric: true,
      cell: ({ visits }) => formatNumber(visits),
    },
    { key: 'sold', header: 'Vendas', numeric: true, cell: ({ sold }) => formatNumber(sold) },
    {
      key: 'updated',
      header: 'Atualizado',
      cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatDate(updatedAt)}</span>,
    },
  ],
};

/** «85% abaixo da mediana». */
export function medianDifference(priceCents: number | null, medianCents: number | null): string {
  const share = (priceCents ?? 0) / (medianCents || 1) - 1;
  return `${formatNumber(Math.round(Math.abs(share) * 100))}% ${share < 0 ? 'abaixo' : 'acima'} da mediana`;
}
