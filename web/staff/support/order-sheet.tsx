import { useState } from 'react';
import { Link } from 'react-router';
import { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { linkTicket } from '#contract/tickets/staff-tickets.ts';
import { api, ApiError } from '#web/api/api.ts';
import { staffOrderBadge } from '#web/orders/order-badge.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useDetail } from '#web/api/use-detail.ts';
import { DetailSheet, Facts } from '#web/staff/shell/detail-sheet.tsx';
import { OrderEvents } from '../orders/order-events.tsx';
import type { SheetNavigation } from '#web/staff/shell/use-sheet.ts';

export interface OrderSheetProps {
  orderId: number;
  code: string;
  navigation: SheetNavigation;
  /** The ticket from which the order was opened; null when it is closed. */
  ticketId: number | null;
  /** Whether the ticket is linked to the order. */
  isAbout: boolean;
  onLinked: () => void;
}

/** An order in a sheet over the conversation, which can be linked to the ticket. Mount with `key={orderId}`. */
export function OrderSheet({ orderId, code, navigation, ticketId, isAbout, onLinked }: OrderSheetProps) {
  const detail = useDetail(() => api(getStaffOrder, { params: { id: orderId } }));
  const order = detail.value;
  return (
    <DetailSheet
      title={`Pedido ${code}`}
      navigation={navigation}
      detail={detail}
      footer={
        <div className="flex flex-wrap items-center gap-2">
          <Button asChild variant="secondary">
            <Link to={`/dashboard/pedidos/${orderId}`}>Abrir pedido no painel</Link>
          </Button>
          {ticketId !== null && <LinkButton {...{ ticketId, orderId, isAbout, onLinked }} />}
        </div>
      }
    >
      {order && (
        <>
          <StatusBadge tone={staffOrderBadge(order).tone} className="self-start">
            {staffOrderBadge(order).label}
          </StatusBadge>
          <Facts
            facts={[
              ['Anúncio', order.title],
              ['Quem compra', `@${order.buyer.username}`],
              ['Quem vende', `@${order.seller.username}`],
              ['Total', formatCents(order.totalCents)],
              ['Prazo', order.dueAt ? formatDateTime(order.dueAt) : '—'],
            ]}
          />
          <OrderEvents order={order} />
        </>
      )}
    </DetailSheet>
  );
}

/** Links the ticket to this order, or removes the link. Reversible, so it needs no confirmation. */
function LinkButton({
  ticketId,
  orderId,
  isAbout,
  onLinked,
}: {
  ticketId: number;
} & Pick<OrderSheetProps, 'orderId' | 'isAbout' | 'onLinked'>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function link(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await api(linkTicket, { params: { id: ticketId }, body: { orderId: isAbout ? null : orderId } });
      onLinked();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(Object.values(error.fields)[0] ?? error.detail);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button variant="quiet" loading={busy} onClick={() => void link()}>
        {isAbout ? 'Desvincular do atendimento' : 'Vincular ao atendimento'}
      </Button>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
