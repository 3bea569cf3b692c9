import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Countdown } from '#web/ui/data/countdown.tsx';
import { formatCents, formatCount, formatDate } from '#web/ui/data/formats.ts';
import { Parts } from '#web/ui/page/parts.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { conversationId } from '#web/orders/conversation/conversation-place.ts';
import { LateSaleChoice, StaysOut } from '#web/orders/many/late-parts.tsx';
import type { ManySales } from '#web/orders/many/use-many-sales.ts';
import type { Side } from '#web/orders/step.ts';
import { actionOf } from './order-action.ts';
import { orderBadge } from '#web/orders/order-badge.ts';
import { clockWords, receives, stepOfRow } from '#web/orders/page/order-facts.ts';
import { OrderMenu } from './order-menu.tsx';
import { OrderPhoto } from '#web/orders/page/order-photo.tsx';

export interface OrderCardProps {
  row: OrderRow;
  side: Side;
  now: string;
  /** The first card: its action is the primary one of the screen. */
  leading: boolean;
  /** Where several may be chosen. */
  many?: ManySales;
}

const countdownMs = 24 * 3_600_000;

/** One deal: what, with whom, what happens next, how much, and one button. */
export function OrderCard({ row, side, now, leading, many }: OrderCardProps) {
  const step = stepOfRow(row, side, now);
  const leftMs = step.deadline ? Date.parse(step.deadline) - Date.parse(now) : Infinity;
  const action = actionOf(row, side, step);
  const page = `/pedido/${row.hash}`;
  return (
    <li className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 md:flex-row md:items-center md:p-5">
      <div className="flex min-w-0 flex-1 gap-4">
        {many && <LateSaleChoice row={row} many={many} />}
        <OrderPhoto cover={row.cover} seed={row.title} />
        <div className="min-w-0 flex-1">
          <Standing row={row} page={page} />
          <h2 className="text-ui font-semibold">
            <Link
              to={page}
              className="-mb-1 flex min-h-11 items-center rounded-xs underline-offset-4 hover:underline"
            >
              <span className="line-clamp-2">{row.title}</span>
            </Link>
          </h2>
          <p className="text-sm text-ink-2">
            {side === 'buyer' ? 'Vendido por' : 'Comprado por'} @{row.otherParty}
          </p>
          <p className="mt-1.5 text-sm text-ink">
            {step.sentence}
            {leftMs > 0 && leftMs < countdownMs && step.deadline && (
              <>
                {' '}
                <span className="md:whitespace-nowrap">
                  {clockWords(row, step, now)} <Countdown deadline={step.deadline} initialMs={leftMs} />
                </span>
              </>
            )}
          </p>
          {many && <StaysOut row={row} />}
        </div>
      </div>
      <div className="flex items-center justify-between gap-x-4 gap-y-2 max-md:flex-wrap max-md:border-t max-md:border-border max-md:pt-3 md:flex-col md:items-end">
        <p className="md:text-right">
          <span className="block text-xs text-ink-3">
            {side === 'buyer' ? 'Total' : receives(row.state, row.netCents)}
          </span>
          <span className="text-price-md">
            {formatCents(side === 'buyer' ? row.totalCents : row.netCents)}
          </span>
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-1">
          <Button asChild variant={leading && action.acting ? 'primary' : 'secondary'}>
            <Link to={action.to} aria-label={`${action.label}: pedido ${row.code}`}>
              {action.label}
            </Link>
          </Button>
          <OrderMenu row={row} side={side} action={action} />
        </div>
      </div>
    </li>
  );
}

/** Where the order stands, which it is, and what was written about it. */
function Standing({ row, page }: { row: OrderRow; page: string }) {
  const { label, tone } = orderBadge(row.state, row);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge tone={tone} size="sm" className="whitespace-normal">
        {label}
      </StatusBadge>
      <span className="text-sm text-ink-3">
        <Parts
          of={[
            row.code,
            <time key="at" dateTime={row.createdAt}>
              {formatDate(row.createdAt)}
            </time>,
          ]}
        />
      </span>
      {row.unread > 0 && (
        <Link
          to={`${page}#${conversationId}`}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-xs text-sm font-semibold text-brand underline-offset-4 hover:underline"
        >
          <MessageCircle aria-hidden="true" className="size-4" />
          {formatCount(row.unread, 'mensagem nova', 'mensagens novas')}
        </Link>
      )}
    </div>
  );
}
