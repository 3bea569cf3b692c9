import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getLegacyAccount } from '#contract/accounts/privacy.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { legacyLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Route } from './+types/legacy-page';

export const ErrorBoundary = () => <PageError title="Conta antiga" thing="a conta antiga" />;

type LegacyRow = Reply<typeof getLegacyAccount>['items'][number];

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => api(getLegacyAccount));

export function meta() {
  return [{ title: `Conta antiga · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

export function HydrateFallback() {
  return (
    <Loading name="a conta antiga">
      <Skeleton className="h-9 w-52" />
      <Skeleton className="my-6 h-16 rounded-lg" />
      <RowsSkeleton />
    </Loading>
  );
}

/** `/conta/v1`: the old account, read-only. Every row links to its new equivalent. */
export default function LegacyPage({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-6 pb-10">
      <PageHeader title="Conta antiga" />
      <Banner
        action={
          <Button asChild variant="secondary">
            <Link to="/conta">Ir para a conta nova</Link>
          </Button>
        }
      >
        Esta é a versão antiga da sua conta. Ela continua só para consulta.
      </Banner>
      <DataTable
        caption="Registros da conta antiga"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            seed="conta antiga"
            title="Não há dados da versão antiga."
            text="Tudo o que é seu está na conta nova."
          />
        }
      />
    </div>
  );
}

const columns: readonly Column<LegacyRow>[] = [
  {
    key: 'title',
    header: 'Descrição',
    hideLabel: true,
    cell: (row) => (
      <Link
        to={newPath(row)}
        className="inline-flex min-h-11 items-center text-left font-semibold wrap-anywhere text-brand hover:underline"
      >
        {row.title}
      </Link>
    ),
  },
  { key: 'kind', header: 'Tipo', cell: ({ kind }) => legacyLabels[kind] },
  {
    key: 'at',
    header: 'Data',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap tabular-nums">
        {formatDate(at)}
      </time>
    ),
  },
  { key: 'state', header: 'Situação', cell: ({ state }) => state },
  {
    key: 'amount',
    header: 'Valor',
    numeric: true,
    cell: ({ amountCents }) => <span className="whitespace-nowrap">{formatCents(amountCents)}</span>,
  },
];

const lists = {
  purchase: '/conta/compras',
  sale: '/conta/vendas',
  transaction: '/conta/transacoes',
} as const;

function newPath({ kind, orderHash }: LegacyRow): string {
  return orderHash === null ? lists[kind] : `/pedido/${orderHash}`;
}
