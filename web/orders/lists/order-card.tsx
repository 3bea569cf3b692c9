import { MessageCircle } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { Countdown } from '#web/ui/data/countdown.tsx';
import { formatCents, formatCount, formatDate } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { conversationId } from '#web/orders/conversation/conversation-id.ts';
import { LazySaleCheckbox, NotSelectable } from '#web/orders/bulk/lazy-parts.tsx';
import type { SaleSelection } from '#web/orders/bulk/use-sale-selection.ts';
import type { Side } from '#web/orders/step.ts';
import { actionOf } from './order-action.ts';
import { orderBadge } from '#web/orders/order-badge.ts';
import { countdownLabel, payoutLabel, stepOfRow } from '#web/orders/page/order-facts.ts';
import { OrderMenu } from './order-menu.tsx';
import { RowAction } from './row-action.tsx';
import { OrderPhoto } from '#web/orders/page/order-photo.tsx';

export interface OrderCardProps {
  row: OrderRow;
  side: Side;
  now: string;
  /** True for the first card, whose action is the screen's primary one. */
  primary: boolean;
  /** Present where several orders may be selected. */
  selection?: SaleSelection;
}

const countdownMs = 24 * 3_600_000;

/** One order: item, other side, next step, amount and one button. */
export function OrderCard({ row, side, now, primary, selection }: OrderCardProps) {
  const step = stepOfRow(row, side, now);
  const leftMs = step.deadline ? Date.parse(step.deadline) - Date.parse(now) : Infinity;
  const action = actionOf(row, side, step);
  const page = `/pedido/${row.hash}`;
  return (
    <li className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 md:flex-row md:items-center md:p-5">
      <div className="flex min-w-0 flex-1 gap-4">
        {selection && <LazySaleCheckbox row={row} selection={selection} />}
        <OrderPhoto cover={row.cover} seed={row.title} />
        <div className="min-w-0 flex-1">
          <StateLine row={row} page={page} />
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
                  {countdownLabel(row, step, now)} <Countdown deadline={step.deadline} initialMs={leftMs} />
                </span>
              </>
            )}
          </p>
          {selection && <NotSelectable row={row} />}
        </div>
      </div>
      <div className="flex items-center justify-between gap-x-4 gap-y-2 max-md:flex-wrap max-md:border-t max-md:border-border max-md:pt-3 md:flex-col md:items-end">
        <p className="md:text-right">
          <span className="block text-xs text-ink-3">
            {side === 'buyer' ? 'Total do pedido' : payoutLabel(row.state, row.netCents)}
          </span>
          <span className="text-price-md">
            {formatCents(side === 'buyer' ? row.totalCents : row.netCents)}
          </span>
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-1">
          <RowAction
            row={row}
            action={action}
            button={step.button}
            variant={primary && action.required ? 'primary' : 'secondary'}
          />
          <OrderMenu row={row} side={side} action={action} />
        </div>
      </div>
    </li>
  );
}

/** The order's state, code and unread messages. */
function StateLine({ row, page }: { row: OrderRow; page: string }) {
  const { label, tone } = orderBadge(row.state, row);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge tone={tone} size="sm" className="whitespace-normal">
        {label}
      </StatusBadge>
      <span className="text-sm text-ink-3">
        <DotSeparated
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
