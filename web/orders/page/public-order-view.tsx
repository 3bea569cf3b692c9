import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { signInPath } from '#web/api/guard.ts';
import { useSession } from '#web/session.tsx';
import { orderLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { OrderItem } from './order-item.tsx';
import { OrderTimeline } from './order-timeline.tsx';

interface PublicOrderViewProps {
  order: Order;
  /** The browser has asked with its own token; before that, it is unknown whose order this is. */
  loaded: boolean;
}

/** What anyone with the link sees (§4.17): state, item, masked names, timeline. No messages, no codes. */
export function PublicOrderView({ order, loaded }: PublicOrderViewProps) {
  const { signedIn, loading } = useSession();
  const isStranger = signedIn && loaded;
  const { label, tone } = orderLabels[order.state];
  return (
    // A signed-in user may get the full page instead, which is longer: the footer stays below the screen until then.
    <div className="mx-auto min-h-dvh w-full max-w-text page-gutter pt-6 md:pt-10">
      <PageHeader title={`Pedido ${order.code}`} badge={<StatusBadge tone={tone}>{label}</StatusBadge>} />
      <div className="mt-6 flex flex-col gap-6">
        <div className={loading || !loaded ? '[html[data-member]_&]:invisible' : undefined}>
          <Banner
            action={
              isStranger ? undefined : (
                <Button asChild variant="quiet" size="sm">
                  <Link to={signInPath(`/pedido/${order.hash}`)}>Entrar</Link>
                </Button>
              )
            }
          >
            {isStranger
              ? 'Este pedido é de outras pessoas. Você vê só a situação dele.'
              : 'Você vê só a situação deste pedido. Se ele é seu, entre na sua conta.'}
          </Banner>
        </div>
        <Card>
          <OrderItem listing={order.listing} linked={false}>
            @{order.seller} vendeu para @{order.buyer}
          </OrderItem>
        </Card>
        <OrderTimeline order={order} />
      </div>
    </div>
  );
}
