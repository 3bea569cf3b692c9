import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { imageUrl } from '#web/api/api.ts';
import { orderBadge } from '#web/orders/order-badge.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';

export interface RecentOrdersProps {
  title: string;
  to: string;
  side: 'buyer' | 'seller';
  /** Null when they did not load. */
  rows: readonly OrderRow[] | null;
}

/** The last three orders of one side; nothing at all when there are none. */
export function RecentOrders({ title, to, side, rows }: RecentOrdersProps) {
  if (!rows || rows.length === 0) return null;
  return (
    <Section
      title={title}
      action={
        <Link
          to={to}
          aria-label={`Ver todas: ${title.toLowerCase()}`}
          className="inline-flex min-h-11 shrink-0 items-center text-ui font-semibold text-brand hover:underline"
        >
          Ver todas
        </Link>
      }
    >
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {rows.slice(0, 3).map((row) => (
          <li
            key={row.hash}
            className="relative grid grid-cols-[56px_minmax(0,1fr)] items-center gap-x-4 gap-y-1 p-3 hover:bg-surface-2 sm:grid-cols-[56px_minmax(0,1fr)_auto] md:px-5"
          >
            <span className="size-14 overflow-hidden rounded-md bg-surface-2">
              {row.cover ? (
                <img
                  src={imageUrl(row.cover, 320)}
                  alt=""
                  loading="lazy"
                  className="size-full object-cover"
                />
              ) : (
                <Tiles seed={`pedido-${row.id}`} cols={2} rows={2} className="size-full" />
              )}
            </span>
            <div className="min-w-0">
              <h3 className="line-clamp-2 text-ui">
                <Link to={`/pedido/${row.hash}`} className="after:absolute after:inset-0 after:rounded-lg">
                  {row.title}
                </Link>
              </h3>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
                <OrderBadge row={row} />
                {formatDate(row.createdAt)}
              </p>
            </div>
            <span className="text-ui max-sm:col-start-2 font-semibold tabular-nums">
              {formatCents(side === 'buyer' ? row.totalCents : row.netCents)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OrderBadge({ row }: { row: OrderRow }) {
  const { label, tone } = orderBadge(row.state, row);
  return (
    <StatusBadge tone={tone} size="sm">
      {label}
    </StatusBadge>
  );
}
