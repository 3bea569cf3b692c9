import { Link, useLocation, useNavigation } from 'react-router';
import { ListSearch } from '#web/list-search.tsx';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useNewsRenewal } from '#web/renewal.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/class-names.ts';
import { EmptyInline } from '#web/ui/empty-state.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import type { OrdersFound } from './load-orders.ts';
import type { Side } from './next-step.ts';
import { OrderCard } from './order-card.tsx';
import { orderTabs } from './order-tabs.ts';
import { useOlder } from './use-older.ts';

/** Deals by need: tabs with counts, a card with its next step for each, older ones on demand; or those that were sought. */
export function OrderList({ side, found }: { side: Side; found: OrdersFound }) {
  const older = useOlder(side, found);
  // A reload would fold what was unfolded.
  useNewsRenewal(older.items.length === 0);
  const rows = [...found.items, ...older.items];
  const refreshing = useNavigation().location?.pathname === useLocation().pathname;
  return (
    <>
      <ListSearch
        label={`Buscar em ${side === 'buyer' ? 'compras' : 'vendas'}`}
        placeholder="Item, código ou pessoa"
        q={found.q}
        className="mt-5"
      />
      {found.q === '' ? (
        <Tabs side={side} found={found} />
      ) : (
        <output className="mt-4 block text-sm text-ink-2">
          {rows.length === 0 ? `Nada encontrado para “${found.q}”.` : `Pedidos com “${found.q}”`}
        </output>
      )}
      {rows.length === 0 && found.q === '' && <EmptyInline>Nada por aqui agora.</EmptyInline>}
      <ul className={cn('mt-4 flex flex-col gap-3', refreshing && 'opacity-60')}>
        {rows.map((row, index) => (
          <OrderCard key={row.id} row={row} side={side} now={found.now} leading={index === 0} />
        ))}
      </ul>
      {older.next !== null && (
        <div className="mt-4 flex flex-col items-center gap-3">
          <ProblemBanner problem={older.problem} />
          <Button variant="secondary" loading={older.loading} onClick={() => void older.more()}>
            {found.q === ''
              ? `Carregar mais (${rows.length} de ${found.counts[found.tab] ?? rows.length})`
              : 'Carregar mais'}
          </Button>
        </div>
      )}
    </>
  );
}

function Tabs({ side, found }: { side: Side; found: OrdersFound }) {
  return (
    <TabLinks
      aria-label={side === 'buyer' ? 'Compras por situação' : 'Vendas por situação'}
      className="mt-5"
      links={orderTabs[side].map(({ key, label }) => ({
        label,
        count: found.counts[key] ?? 0,
        link: (
          <Link
            to={`?aba=${key}`}
            replace
            preventScrollReset
            aria-current={key === found.tab ? 'page' : undefined}
          />
        ),
      }))}
    />
  );
}

/** The list's shape while the browser fetches it. */
export function OrderListSkeleton({ name }: { name: string }) {
  return (
    <Loading name={name}>
      <Skeleton className="h-9 w-44" />
      <Skeleton className="mt-6 h-11 w-full max-w-[480px]" />
      <RowsSkeleton rows={4} />
    </Loading>
  );
}
