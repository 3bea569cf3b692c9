import { Suspense } from 'react';
import { Link, useLocation, useNavigation, useRevalidator } from 'react-router';
import { ordersPerPage } from '#contract/orders/orders.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useRevalidateOnUpdates } from '#web/api/revalidation.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { LoadFailure } from '#web/api/load-failure.tsx';
import type { OrderListData } from './load-orders.ts';
import { LazyBulkBar } from '#web/orders/bulk/lazy-parts.tsx';
import { useSaleSelection } from '#web/orders/bulk/use-sale-selection.ts';
import type { Side } from '#web/orders/step.ts';
import { OrderCard } from './order-card.tsx';
import { OrderFilters, periodOf } from './order-filters.tsx';
import { orderTabs } from './order-tabs.ts';
import { useOrderView } from './use-order-view.ts';

const OrderTable = lazyPart(async () => ({ default: (await import('./order-table.tsx')).OrderTable }));
const BulkDialog = lazyPart(async () => ({
  default: (await import('#web/orders/bulk/bulk-dialog.tsx')).BulkDialog,
}));

/** Orders in tabs with counts, each as a card with its next step; or the results of a search. */
export function OrderList({ side, found }: { side: Side; found: OrderListData }) {
  useRevalidateOnUpdates();
  const { revalidate } = useRevalidator();
  const refreshing = useNavigation().location?.pathname === useLocation().pathname;
  const { items, total, page, tab, q, now } = found;
  const delivering = side === 'seller' && (tab === 'entregar' || tab === 'postar') && q === '';
  const selection = useSaleSelection(delivering ? items : []);
  const visible = selection.selectable.length > 1 ? selection : undefined;
  const periodParams = periodOf(found.period);
  const view = useOrderView();
  return (
    <>
      <OrderFilters side={side} found={found} view={view} />
      {q === '' ? (
        <Tabs side={side} found={found} periodParams={periodParams} />
      ) : (
        <output className="mt-4 block text-sm text-ink-2">
          {total === 0
            ? `Nada encontrado para “${q}”.`
            : `${formatCount(total, 'pedido', 'pedidos')} com “${q}”`}
        </output>
      )}
      {found.counts === null && <LoadFailure thing="quantos há em cada aba" className="mt-4" />}
      {items.length === 0 && q === '' && <EmptyList filtered={found.period.period !== 'tudo'} tab={tab} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc clears the selection anywhere in the list */}
      <div
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) selection.selectAll(false);
        }}
      >
        {visible && (
          <LazyBulkBar
            selectable={selection.selectable}
            selected={selection.selected}
            onAll={selection.selectAll}
            onAction={selection.begin}
          />
        )}
        {view.tabular && items.length > 0 ? (
          <Suspense fallback={<RowsSkeleton rows={4} />}>
            <OrderTable rows={items} side={side} now={now} refreshing={refreshing} selection={visible} />
          </Suspense>
        ) : (
          <ul className={cn('mt-4 flex flex-col gap-3', refreshing && 'opacity-60')}>
            {items.map((row, index) => (
              <OrderCard
                key={row.id}
                row={row}
                side={side}
                now={now}
                primary={index === 0 && selection.count === 0}
                selection={visible}
              />
            ))}
          </ul>
        )}
      </div>
      <Pagination
        page={page}
        pages={Math.ceil(total / ordersPerPage)}
        linkTo={pageLink({ ...(q === '' ? { aba: tab } : { q }), ...periodParams })}
        className="mt-6"
      />
      {selection.running && (
        <Suspense>
          <BulkDialog {...selection.running} onAttempted={() => void revalidate()} onClose={selection.end} />
        </Suspense>
      )}
    </>
  );
}

/** Links to the other pages of the current list. */
function pageLink(listParams: Record<string, string>) {
  return (page: number) => <Link to={`?${new URLSearchParams({ ...listParams, pagina: String(page) })}`} />;
}

function Tabs({
  side,
  found,
  periodParams,
}: {
  side: Side;
  found: OrderListData;
  periodParams: Record<string, string>;
}) {
  return (
    <TabLinks
      aria-label={side === 'buyer' ? 'Compras por situação' : 'Vendas por situação'}
      className="mt-5"
      links={shownTabs(side, found).map(({ key, label }) => ({
        label,
        ...(found.counts && { count: found.counts[key] ?? 0 }),
        link: (
          <Link
            to={`?${new URLSearchParams({ aba: key, ...periodParams })}`}
            replace
            preventScrollReset
            aria-current={key === found.tab ? 'page' : undefined}
          />
        ),
      }))}
    />
  );
}

/** Sellers without parcels have nothing to post. */
function shownTabs(side: Side, { counts, tab }: OrderListData) {
  return orderTabs[side].filter(({ key }) => key !== 'postar' || tab === key || (counts?.[key] ?? 0) > 0);
}

/** Shown for an empty tab, or a period without orders in it. */
function EmptyList({ filtered, tab }: { filtered: boolean; tab: string }) {
  if (!filtered) return <EmptyInline>Nada por aqui agora.</EmptyInline>;
  return (
    <EmptyInline
      action={
        <Link
          to={`?aba=${tab}`}
          preventScrollReset
          className="inline-flex min-h-11 items-center text-ui text-brand underline-offset-4 hover:underline"
        >
          Ver todo o período
        </Link>
      }
    >
      Nada por aqui neste período.
    </EmptyInline>
  );
}

/** Placeholder in the list's shape while it loads. */
export function OrderListSkeleton({ name }: { name: string }) {
  return (
    <Loading name={name}>
      <Skeleton className="h-7.5 w-28 md:h-9" />
      <Skeleton className="mt-2 h-12 w-full max-w-sm md:h-6" />
      <Skeleton className="mt-5 h-11 w-full max-w-[560px] md:mt-11" />
      <Skeleton className="mt-3 h-17 w-full md:hidden" />
      <Skeleton className="mt-5 h-11 w-full max-w-[480px]" />
      <div className="mt-4 flex flex-col gap-3">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-80 rounded-lg md:h-43" />
        ))}
      </div>
    </Loading>
  );
}
