import { Link } from 'react-router';
import type { StaffListing } from '#contract/staff-listings.ts';
import { listingStates, plans } from '#domain/listings.ts';
import { imageUrl } from '#web/api.ts';
import { planWords } from '#web/listings/words.ts';
import { listingWords } from '#web/text.ts';
import { formatCents, formatDate, formatNumber } from '#web/ui/formats.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { rowLink } from '../table/row-link.ts';
import type { TableDefinition } from '../table/table-definition.ts';

export const listingsDefinition: TableDefinition<StaffListing> = {
  name: 'anuncios',
  caption: 'Anúncios',
  noun: ['anúncio', 'anúncios'],
  search: 'Título à venda, @vendedor ou número',
  usualSort: '-id',
  exported: true,
  views: [
    { name: 'À venda', query: 'situacao=published' },
    { name: 'Denunciados', query: 'denunciados=1' },
    { name: 'Suspensos', query: 'situacao=suspended' },
  ],
  filters: [
    {
      kind: 'choice',
      param: 'situacao',
      field: 'state',
      label: 'Situação',
      many: true,
      options: listingStates.map((value) => ({ value, label: stateLabel(value) })),
    },
    {
      kind: 'choice',
      param: 'plano',
      field: 'plan',
      label: 'Plano',
      many: true,
      options: plans.map((value) => ({ value, label: planWords[value] })),
    },
    {
      kind: 'choice',
      param: 'denunciados',
      field: 'flagged',
      label: 'Denúncias',
      options: [{ value: '1', label: 'Marcados para conferir' }],
    },
    { kind: 'period', label: 'Criado' },
  ],
  columns: [
    {
      key: 'title',
      header: 'Título',
      fixed: true,
      cell: (row) => (
        <Link
          to={rowLink(row.id)}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-3 font-semibold hover:underline"
        >
          {row.cover ? (
            <img src={imageUrl(row.cover, 160)} alt="" className="size-8 shrink-0 rounded-sm object-cover" />
          ) : (
            <span aria-hidden="true" className="size-8 shrink-0 rounded-sm bg-surface-3" />
          )}
          <span className="line-clamp-2 min-w-0 md:max-w-72 md:min-w-40">{row.title || 'Sem título'}</span>
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
      cell: ({ priceCents }) => (priceCents === null ? '—' : formatCents(priceCents)),
    },
    { key: 'plan', header: 'Plano', cell: ({ plan }) => planWords[plan] },
    {
      key: 'state',
      header: 'Situação',
      cell: ({ state }) => (
        <StatusBadge tone={listingWords[state].tone} size="sm">
          {stateLabel(state)}
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

/** Two states share the seller's word; the team tells them apart. */
export function stateLabel(state: StaffListing['state']): string {
  if (state === 'expired') return 'Vencido';
  if (state === 'in_triage') return 'Em triagem';
  return listingWords[state].label;
}
