import { Suspense } from 'react';
import { Link, useLocation, useNavigation, useRevalidator } from 'react-router';
import { ordersPerPage } from '#contract/orders/orders.ts';
import { late } from '#web/boot/lazy-part.ts';
import { useNewsRenewal } from '#web/api/renewal.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { Unloaded } from '#web/api/unloaded.tsx';
import type { OrdersFound } from './load-orders.ts';
import { LateManyBar } from '#web/orders/many/late-parts.tsx';
import { useManySales } from '#web/orders/many/use-many-sales.ts';
import type { Side } from '#web/orders/step.ts';
import { OrderCard } from './order-card.tsx';
import { OrderFilters, periodOf } from './order-filters.tsx';
import { orderTabs } from './order-tabs.ts';
import { useOrderView } from './use-order-view.ts';

const OrderTable = late(async () => ({ default: (await import('./order-table.tsx')).OrderTable }));
const ManyDialog = late(async () => ({
  default: (await import('#web/orders/many/many-dialog.tsx')).ManyDialog,
}));

/** Deals by need: tabs with counts, a card with its next step for each; or those that were sought. */
export function OrderList({ side, found }: { side: Side; found: OrdersFound }) {
  useNewsRenewal();
  const { revalidate } = useRevalidator();
  const refreshing = useNavigation().location?.pathname === useLocation().pathname;
  const { items, total, page, tab, q, now } = found;
  const delivering = side === 'seller' && tab === 'entregar' && q === '';
  const many = useManySales(delivering ? items : []);
  const choosing = many.possible.length > 1 ? many : undefined;
  const kept = periodOf(found.period);
  const view = useOrderView();
  return (
    <>
      <OrderFilters side={side} found={found} view={view} />
      {q === '' ? (
        <Tabs side={side} found={found} kept={kept} />
      ) : (
        <output className="mt-4 block text-sm text-ink-2">
          {total === 0
            ? `Nada encontrado para “${q}”.`
            : `${formatCount(total, 'pedido', 'pedidos')} com “${q}”`}
        </output>
      )}
      {found.counts === null && <Unloaded thing="quantos há em cada aba" className="mt-4" />}
      {items.length === 0 && q === '' && <Nothing narrowed={found.period.period !== 'tudo'} tab={tab} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc clears what is chosen anywhere in the list */}
      <div
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) many.chooseAll(false);
        }}
      >
        {choosing && (
          <LateManyBar
            possible={many.possible}
            chosen={many.chosen}
            onAll={many.chooseAll}
            onDeed={many.begin}
          />
        )}
        {view.tabular && items.length > 0 ? (
          <Suspense fallback={<RowsSkeleton rows={4} />}>
            <OrderTable rows={items} side={side} now={now} refreshing={refreshing} many={choosing} />
          </Suspense>
        ) : (
          <ul className={cn('mt-4 flex flex-col gap-3', refreshing && 'opacity-60')}>
            {items.map((row, index) => (
              <OrderCard
                key={row.id}
                row={row}
                side={side}
                now={now}
                leading={index === 0 && many.count === 0}
                many={choosing}
              />
            ))}
          </ul>
        )}
      </div>
      <Pagination
        page={page}
        pages={Math.ceil(total / ordersPerPage)}
        linkTo={pagesOf({ ...(q === '' ? { aba: tab } : { q }), ...kept })}
        className="mt-6"
      />
      {many.doing && (
        <Suspense>
          <ManyDialog {...many.doing} onMoved={() => void revalidate()} onClose={many.end} />
        </Suspense>
      )}
    </>
  );
}

/** The other pages of what is shown. */
function pagesOf(shown: Record<string, string>) {
  return (page: number) => <Link to={`?${new URLSearchParams({ ...shown, pagina: String(page) })}`} />;
}

function Tabs({ side, found, kept }: { side: Side; found: OrdersFound; kept: Record<string, string> }) {
  return (
    <TabLinks
      aria-label={side === 'buyer' ? 'Compras por situação' : 'Vendas por situação'}
      className="mt-5"
      links={orderTabs[side].map(({ key, label }) => ({
        label,
        ...(found.counts && { count: found.counts[key] ?? 0 }),
        link: (
          <Link
            to={`?${new URLSearchParams({ aba: key, ...kept })}`}
            replace
            preventScrollReset
            aria-current={key === found.tab ? 'page' : undefined}
          />
        ),
      }))}
    />
  );
}

/** An empty tab, or a period with nothing of it. */
function Nothing({ narrowed, tab }: { narrowed: boolean; tab: string }) {
  if (!narrowed) return <EmptyInline>Nada por aqui agora.</EmptyInline>;
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

/** The list's shape while the browser fetches it. */
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
