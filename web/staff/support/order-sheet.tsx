import { Link } from 'react-router';
import { getStaffOrder } from '#contract/staff-orders.ts';
import { api } from '#web/api.ts';
import { orderWords } from '#web/text.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCents, formatDateTime } from '#web/ui/formats.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DetailSheet, Facts, useDetail } from '../detail-sheet.tsx';
import { OrderStory } from '../orders/order-story.tsx';
import type { SheetWalk } from '../use-sheet.ts';

export interface OrderSheetProps {
  orderId: number;
  code: string;
  walk: SheetWalk;
}

/** An order over the conversation it is about (A11). Mount with `key={orderId}`. */
export function OrderSheet({ orderId, code, walk }: OrderSheetProps) {
  const detail = useDetail(() => api(getStaffOrder, { params: { id: orderId } }));
  const order = detail.value;
  return (
    <DetailSheet
      title={`Pedido ${code}`}
      walk={walk}
      detail={detail}
      footer={
        <Button asChild variant="secondary">
          <Link to={`/dashboard/pedidos/${orderId}`}>Abrir pedido no painel</Link>
        </Button>
      }
    >
      {order && (
        <>
          <StatusBadge tone={orderWords[order.state].tone} className="self-start">
            {orderWords[order.state].label}
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
          <OrderStory order={order} />
        </>
      )}
    </DetailSheet>
  );
}
