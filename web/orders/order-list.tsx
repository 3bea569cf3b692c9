import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OrderRow } from '#contract/orders.ts';
import { ApiError } from '#web/api.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyInline } from '#web/ui/empty-state.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import type { Side } from './next-step.ts';
import { OrderCard } from './order-card.tsx';
import { byTab, openTab, orderTabs } from './order-tabs.ts';

export interface OrderPage {
  items: OrderRow[];
  next: number | null;
}

const firstPages = 5;

/** The newest hundred, so that the tabs count what matters; «Carregar mais» brings the older ones. */
export async function loadFirst(
  load: (before?: number) => Promise<OrderPage>,
): Promise<OrderPage & { now: string }> {
  const items: OrderRow[] = [];
  let next: number | null = null;
  for (let page = 0; page < firstPages; page++) {
    const one = await load(next ?? undefined);
    items.push(...one.items);
    next = one.next;
    if (next === null) break;
  }
  return { items, next, now: new Date().toISOString() };
}

interface OrderListProps {
  side: Side;
  first: OrderPage & { now: string };
  load: (before?: number) => Promise<OrderPage>;
}

/** Deals by need: tabs with counts, a card with its next step for each, older ones on demand. */
export function OrderList({ side, first, load }: OrderListProps) {
  const older = useOlder(first, load);
  const [search] = useSearchParams();
  const tabs = byTab(side, [...first.items, ...older.items]);
  const open = openTab(side, search.get('aba'), tabs);
  const rows = tabs.get(open) ?? [];
  return (
    <>
      <TabLinks
        aria-label={side === 'buyer' ? 'Compras por situação' : 'Vendas por situação'}
        className="mt-5"
        links={orderTabs[side].map(({ key, label }) => ({
          label,
          count: tabs.get(key)?.length ?? 0,
          link: (
            <Link
              to={`?aba=${key}`}
              replace
              preventScrollReset
              aria-current={key === open ? 'page' : undefined}
            />
          ),
        }))}
      />
      {rows.length === 0 && <EmptyInline>Nada por aqui agora.</EmptyInline>}
      <ul className="mt-4 flex flex-col gap-3">
        {rows.map((row, index) => (
          <OrderCard key={row.id} row={row} side={side} now={first.now} leading={index === 0} />
        ))}
      </ul>
      {older.next !== null && (
        <div className="mt-4 flex flex-col items-center gap-3">
          <ProblemBanner problem={older.problem} />
          <Button variant="secondary" loading={older.loading} onClick={() => void older.more()}>
            Carregar mais antigas
          </Button>
        </div>
      )}
    </>
  );
}

function useOlder(first: OrderPage, load: (before?: number) => Promise<OrderPage>) {
  // Kept with the first page they follow: a reload of that page starts over.
  const [older, setOlder] = useState({ first, items: [] as OrderRow[], next: first.next });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const present = older.first === first ? older : { first, items: [], next: first.next };

  async function more(): Promise<void> {
    if (present.next === null) return;
    setLoading(true);
    setProblem(null);
    try {
      const page = await load(present.next);
      setOlder({ first, items: [...present.items, ...page.items], next: page.next });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  return { items: present.items, next: present.next, loading, problem, more };
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
