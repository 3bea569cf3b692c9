import { Clock } from '#web/ui/icons/icons.tsx';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { listPurchases } from '#contract/orders/orders.ts';
import { api } from '#web/api/api.ts';
import { forgetSpace } from '#web/boot/reserved-space.ts';
import { proofModal } from '#web/payments/payment-proofs/proof-modal.ts';
import { useSession } from '#web/session.tsx';
import { formatDateTime, formatTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';

/** A strip under the top bar while an order awaits payment (`order_pending`). */
export function PendingStrip() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const order = usePendingOrder(user.order_pending);
  if (!order || pathname === `/pedido/${order.hash}`) return null;
  return (
    <aside
      aria-label="Pedido esperando pagamento"
      className="border-b border-border bg-warning-soft text-on-warning-soft print:hidden"
    >
      <p className="mx-auto flex min-h-11 w-full max-w-page page-gutter flex-wrap items-center gap-x-3 text-sm">
        {/* At 200 % text size there is no room beside the text, so the links wrap below. */}
        <span className="flex min-w-0 flex-[1_1_10rem] items-center gap-3 py-2">
          <Clock aria-hidden="true" className="size-4.5 shrink-0" />
          <DotSeparated
            of={[
              `Pedido ${order.code} espera pagamento`,
              order.dueAt && <span className="tabular-nums">vence {dueText(order.dueAt)}</span>,
            ]}
          />
        </span>
        {order.method === 'manual' && (
          <button
            type="button"
            onClick={() => proofModal.open(order.id)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Enviar comprovante
          </button>
        )}
        <Link
          to={`/pedido/${order.hash}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Pagar agora
        </Link>
      </p>
    </aside>
  );
}

const soonMs = 12 * 3_600_000;

/** The time when due within 12 hours, as for a Pix; otherwise the date, as for a boleto. */
function dueText(dueAt: string): string {
  const soon = Date.parse(dueAt) - Date.now() < soonMs;
  return soon ? `às ${formatTime(dueAt)}` : `em ${formatDateTime(dueAt)}`;
}

/** `order_pending` is only an id, so the order is taken from the purchases. Errors are ignored. */
function usePendingOrder(id: number | null): OrderRow | null {
  const [order, setOrder] = useState<OrderRow | null>(null);
  useEffect(() => {
    if (id === null) return;
    const stop = new AbortController();
    api(listPurchases, { signal: stop.signal })
      .then(({ items }) => {
        const waiting = items.find((row) => row.id === id && row.state === 'awaiting_payment') ?? null;
        setOrder(waiting);
        if (!waiting) forgetSpace('faixa');
      })
      .catch(() => !stop.signal.aborted && forgetSpace('faixa'));
    return () => stop.abort();
  }, [id]);
  return order?.id === id ? order : null;
}
